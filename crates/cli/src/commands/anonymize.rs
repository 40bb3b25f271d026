//! `equipoise anonymize recipe.toml`

use crate::args::{Anonymize, Shared};
use crate::exit::Exit;
use crate::say::{self, grouped};
use equipoise::{
    Account, DecidedBy, Error, Job, JudgedModel, Outcome, Release, Result, RunOptions, SearchLimit,
    Unmet, Watch, anonymize,
};

/// Runs the main job.
pub(crate) fn run(args: &Anonymize, watch: &dyn Watch) -> Result<Exit> {
    let job = Job::open(&args.recipe)?
        .with_input(args.input.clone())
        .with_output(args.output.clone())
        .with_max_suppression(args.writing.max_suppression()?)?;
    let options = RunOptions {
        stub: args.stub,
        ..args.writing.options()
    };
    tell(&anonymize(&job, &options, watch)?, &args.shared)
}

/// Says what came of a job; gives the exit code.
pub(crate) fn tell(outcome: &Outcome, shared: &Shared) -> Result<Exit> {
    if shared.json {
        say::object(outcome)?;
    }
    match outcome {
        Outcome::Met(release) => {
            if !shared.json && !shared.quiet {
                say::warnings(&release.warnings);
                say::text(&summary(release))?;
            }
            Ok(Exit::Done)
        }
        Outcome::Unmet(unmet) => {
            if !shared.json {
                say::warnings(&unmet.warnings);
                say::text(&explanation(unmet))?;
            }
            Ok(Exit::Unmet)
        }
        _ => Err(Error::internal(
            "the command line does not know this outcome",
        )),
    }
}

/// What came of it, in a screenful.
pub(crate) fn summary(release: &Release) -> String {
    let share = 100.0 * release.suppressed_rows as f64 / release.rows.max(1) as f64;
    let proof = proof(release);
    let persons = release
        .suppressed_persons
        .map_or_else(String::new, |p| format!(" of {} persons", grouped(p)));
    let mut text = format!(
        "Released {} of {} rows; {} rows{persons} ({share:.1} %) are left out.\n",
        grouped(release.rows - release.suppressed_rows),
        grouped(release.rows),
        grouped(release.suppressed_rows),
    );
    text += &decision(release);
    if let Account::Preference(preference) = &release.account {
        text += &preference.to_text();
    }
    text += &format!(
        "{}: {:.6} ({proof}, {:.0} ms)\n",
        release.loss.metric, release.loss.value, release.search.wall_ms
    );
    text += &models(&release.privacy);
    text += &format!("\nrelease      {}\n", release.output.display());
    text += &format!("certificate  {}\n", release.certificate.display());
    text += &format!(
        "record       {} (personal data: keep it to yourself)\n",
        release.record.display()
    );
    for report in &release.reports {
        text += &format!("report       {}\n", report.display());
    }
    text
}

/// The levels, or how classes got labels of their own.
fn decision(release: &Release) -> String {
    let Some(levels) = &release.levels else {
        let classes = grouped(release.classes);
        return match &release.account {
            Account::Preference(_) => {
                format!("{classes} classes; each column is divided once for all rows\n")
            }
            _ => format!(
                "{classes} classes, each with labels of its own ({})\n",
                release.search.method.name()
            ),
        };
    };
    let levels: Vec<String> = levels
        .iter()
        .map(|of| format!("{} {}", of.column, of.level))
        .collect();
    format!("Levels: {}\n", levels.join(", "))
}

/// Proof status of the decision.
fn proof(release: &Release) -> String {
    let search = &release.search;
    let (looked, total) = (grouped(search.nodes_evaluated), grouped(search.nodes_total));
    let limit = search.stopped.map(SearchLimit::name);
    match &release.account {
        _ if search.method == DecidedBy::Apply => "as in the earlier release".to_owned(),
        Account::Preference(_) => match limit {
            Some(limit) => format!("not what was looked for; the search ended by its {limit}"),
            None => "not what was looked for".to_owned(),
        },
        Account::Records(_) => {
            "not what was looked for; see what each record risks in the report".to_owned()
        }
        _ => match limit {
            _ if search.nodes_total == 0 => "found, not proved best".to_owned(),
            _ if search.proved_optimal => format!("proved best of {total} nodes"),
            None => format!("best found in {looked} of {total} nodes, not proved"),
            Some(limit) => {
                format!("best found in {looked} of {total} nodes before the {limit}, not proved")
            }
        },
    }
}

/// A line per model.
pub(crate) fn models(privacy: &[JudgedModel]) -> String {
    let mut text = String::new();
    for m in privacy {
        let of = m
            .model
            .column()
            .map_or_else(String::new, |c| format!(" of {c}"));
        let measured = m
            .measured
            .map_or_else(|| "nothing".to_owned(), |s| s.to_string());
        let asked = match &m.model.asked()[..] {
            [only] => only.value.clone(),
            several => several
                .iter()
                .map(|of| format!("{} = {}", of.key, of.value))
                .collect::<Vec<_>>()
                .join(", "),
        };
        let variant = m
            .variant()
            .or(m.model.distance().map(|distance| distance.name()))
            .map_or_else(String::new, |v| format!(" ({v})"));
        text += &format!(
            "{}{variant}{of}: asked {asked}, measured {measured}: {}\n",
            m.model.name(),
            if m.met { "met" } else { "NOT met" }
        );
    }
    text
}

/// Why there is no release.
pub(crate) fn explanation(unmet: &Unmet) -> String {
    let mut text = format!("No release: {}\n", unmet.explanation);
    if let Some(nearest) = &unmet.nearest {
        for of in &nearest.by_model {
            text += &format!(
                "  {} alone would suppress {} there\n",
                of.model,
                grouped(of.suppressed)
            );
        }
    }
    if !unmet.hint.is_empty() {
        text += &format!("\nhint: {}\n", unmet.hint);
    }
    text
}
