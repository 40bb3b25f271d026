//! `equipoise inspect table.csv`

use crate::args::Inspect;
use crate::exit::Exit;
use crate::say;
use equipoise::{Decimal, Error, InspectRequest, Result, Watch, inspect};

/// Profiles a table.
pub(crate) fn run(args: &Inspect, watch: &dyn Watch) -> Result<Exit> {
    let request = InspectRequest {
        quasi_identifiers: args.quasi_identifiers.clone(),
        missing: args.missing.clone(),
        sampling_fraction: sampling_fraction(args)?,
        threshold: threshold(args)?,
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

fn sampling_fraction(args: &Inspect) -> Result<Option<Decimal>> {
    let Some(text) = &args.sampling_fraction else {
        return Ok(None);
    };
    let share = share("--sampling-fraction", text)?;
    let value = share.to_f64();
    if value <= 0.0 || value >= 1.0 {
        return Err(Error::usage(format!(
            "--sampling-fraction is `{text}`; it must be above 0 and below 1"
        )));
    }
    Ok(Some(share))
}

fn threshold(args: &Inspect) -> Result<Option<Decimal>> {
    let Some(text) = &args.threshold else {
        return Ok(None);
    };
    let share = share("--threshold", text)?;
    if share.fraction().is_none() {
        return Err(Error::usage(format!(
            "--threshold is `{text}`; it has too many digits"
        )));
    }
    Ok(Some(share))
}

fn share(flag: &str, text: &str) -> Result<Decimal> {
    let is_share = |share: &Decimal| !share.is_negative() && *share <= Decimal::ONE;
    Decimal::parse(text).filter(is_share).ok_or_else(|| {
        Error::usage(format!(
            "{flag} is `{text}`; it must be a number from 0 to 1"
        ))
    })
}
