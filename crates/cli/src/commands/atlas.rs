//! `equipoise atlas build recipe.toml`, `equipoise atlas info recipe.atlas`

use super::ask::quoted;
use crate::args::{Atlas, AtlasBuild, AtlasCommand};
use crate::exit::Exit;
use crate::say::{self, grouped};
use equipoise::{Job, Result, Watch};
use equipoise_workbench::{AtlasInfo, build_atlas};

/// Builds an atlas, or says what one is.
pub(crate) fn run(args: &Atlas, watch: &dyn Watch) -> Result<Exit> {
    match &args.command {
        AtlasCommand::Build(args) => build(args, watch),
        AtlasCommand::Info(args) => {
            let info = AtlasInfo::open(&args.atlas)?;
            if args.shared.json {
                say::object(&info.to_json())?;
            } else if !args.shared.quiet {
                say::text(&described(&info))?;
            }
            Ok(Exit::Done)
        }
    }
}

fn build(args: &AtlasBuild, watch: &dyn Watch) -> Result<Exit> {
    let job = Job::open(&args.recipe)?.with_input(args.input.clone());
    let info = build_atlas(&job, &args.options()?, watch)?;
    if args.shared.json {
        say::object(&info.to_json())?;
    } else if !args.shared.quiet {
        say::warnings(&info.warnings);
        say::text(&format!(
            "{}\n{}{}",
            outcome(&info),
            described(&info),
            next(&info)
        ))?;
    }
    Ok(Exit::Done)
}

/// What the run did.
fn outcome(info: &AtlasInfo) -> String {
    if !info.was_built() {
        return "The atlas is up to date: nothing that it is made from has changed.".to_owned();
    }
    let resumed = match info.resumed_nodes {
        0 => String::new(),
        nodes => format!("; {} nodes were there from an earlier run", grouped(nodes)),
    };
    format!("Built the atlas in {}{resumed}.", duration(info.wall_ms))
}

fn duration(ms: f64) -> String {
    if ms < 1000.0 {
        format!("{ms:.0} ms")
    } else {
        format!("{:.1} s", ms / 1000.0)
    }
}

/// What an atlas is, in less than a screenful.
fn described(info: &AtlasInfo) -> String {
    let unit = if info.persons {
        format!(" about {} persons", grouped(info.units))
    } else {
        String::new()
    };
    let seen = if info.is_complete() {
        format!("all {} nodes", grouped(info.nodes_total))
    } else {
        format!(
            "{} of {} nodes; others are looked at when they are asked for",
            grouped(info.nodes_annotated),
            grouped(info.nodes_total)
        )
    };
    let mut text = format!(
        "  table      {} ({} rows{unit})\n",
        info.input,
        grouped(info.rows)
    );
    text += &format!("  holds      {seen}; {}\n", size(info.bytes));
    let columns: Vec<String> = info
        .attributes
        .iter()
        .map(|(name, low, high)| format!("{name} {low}-{high}"))
        .collect();
    text += &format!("  levels     {}\n", columns.join(", "));
    let asked = |(model, key, asked): &(String, String, String)| {
        format!("{model} ({key}, {asked} in the recipe)")
    };
    let mut models: Vec<String> = info.models.iter().map(asked).collect();
    if info.models.iter().all(|(model, ..)| model != "k-anonymity") {
        models.insert(0, "k-anonymity (k)".to_owned());
    }
    text += &format!("  models     {}\n", models.join(", "));
    text += &format!("  losses     {}\n", info.losses.join(", "));
    text += &format!("  atlas      {}\n", info.path.display());
    text += "             It holds personal data: only you can read it; keep it to yourself.\n";
    if info.has_journal {
        text += "             Nodes that were looked at later lie beside it, in a file that ends in .journal.\n";
    }
    text
}

fn next(info: &AtlasInfo) -> String {
    format!(
        "\nAsk it:  equipoise ask {} --k 5 --max-suppression 0.02\n",
        quoted(&info.path.display().to_string())
    )
}

fn size(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{} kB", grouped(bytes.div_ceil(1000))),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}
