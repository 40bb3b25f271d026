//! `equipoise inspect table.csv`

use crate::args::Inspect;
use crate::exit::Exit;
use crate::say;
use equipoise::{InspectRequest, Result, Watch, inspect};

/// Profiles a table.
pub(crate) fn run(args: &Inspect, watch: &dyn Watch) -> Result<Exit> {
    let request = InspectRequest {
        quasi_identifiers: args.quasi_identifiers.clone(),
        missing: args.missing.clone(),
        sampling_fraction: args.sampling_fraction.clone(),
        threshold: args.threshold.clone(),
        special_uniques: args.special_uniques,
        wildcard: args.wildcard,
    };
    let inspected = inspect(&args.path, &request, watch)?;
    if args.shared.json {
        say::object(&inspected)?;
    } else if !args.shared.quiet {
        say::text(&inspected.to_text())?;
    }
    Ok(Exit::Done)
}
