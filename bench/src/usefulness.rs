//! The real program on a million rows: usefulness measured with a release, and several releases of
//! one table compared.

use crate::adult::cells;
use crate::binary::{Job, Program, recipe_with};
use crate::meter::Cost;
use crate::row::Row;
use crate::run::Run;
use crate::synth;
use equipoise_data::Result;
use serde_json::Value;
use std::ffi::OsString;
use std::path::Path;

const ANONYMIZE: &str = "synth1m usefulness, anonymize";
const COMPARE: &str = "synth1m usefulness, compare 3";

/// The column that classifiers predict.
const TARGET: &str = "salary-class";
/// A thousand queries, two classifiers and two tables.
const MEASURED: &str = "\n[usefulness]\nqueries = 1000\ndimensions = 2\ntarget = \"salary-class\"\n\n[[analysis]]\nby = [\"sex\", \"education\"]\n\n[[analysis]]\nby = [\"marital-status\", \"occupation\"]\n";
/// The searches of the compared releases. The first is the one whose usefulness is measured.
const SEARCHES: [&str; 3] = [
    "method = \"optimal\"\nmax-suppression = 0.05",
    "method = \"optimal\"\nmax-suppression = 0.0",
    "method = \"mondrian\"",
];

/// Runs the workloads that are asked for.
pub(crate) fn run(run: &mut Run, data: &Path) -> Result<()> {
    if ![ANONYMIZE, COMPARE].iter().any(|name| run.wants(name)) {
        return Ok(());
    }
    let program = Program::build()?;
    let adult = cells(data);
    let table = synth::table(&adult)?;
    let job = |search: &str| {
        Job::of(recipe_with(data, &adult[0], &table, Some(TARGET), search) + MEASURED)
    };
    let threads = run.args.threads;
    let measured = job(SEARCHES[0])?;
    let (mut best, object) = one(measured.release(&program, threads)?);
    if run.wants(ANONYMIZE) {
        for _ in 1..run.args.repeat {
            best = best.best(one(measured.release(&program, threads)?).0);
        }
        run.add(Row {
            wrong: wrong_release(&object),
            ..Row::new(ANONYMIZE, best)
        });
    }
    if run.wants(COMPARE) {
        let others = [job(SEARCHES[1])?, job(SEARCHES[2])?];
        for other in &others {
            other.release(&program, threads)?;
        }
        let mut arguments: Vec<OsString> = vec!["compare".into(), measured.recipe().into()];
        arguments.extend([&measured, &others[0], &others[1]].map(|job| job.released().into()));
        let (mut best, compared) = one(program.run(&arguments, threads)?);
        for _ in 1..run.args.repeat {
            best = best.best(one(program.run(&arguments, threads)?).0);
        }
        run.add(Row {
            wrong: wrong_comparison(&compared, &object),
            ..Row::new(COMPARE, best)
        });
    }
    Ok(())
}

fn one((finished, object): (crate::child::Finished, Value)) -> (Cost, Value) {
    (finished.cost, object)
}

/// What a release lacks: it must be proved best, and have every figure that the recipe asks for.
fn wrong_release(object: &Value) -> Vec<String> {
    let of = &object["usefulness"];
    let length = |key: &str| of[key].as_array().map_or(0, Vec::len);
    let checks = [
        (
            object["search"]["proved_optimal"] == true,
            "the answer is not proved",
        ),
        (
            of["queries"]["mean_percent"].is_number(),
            "no errors of queries",
        ),
        (length("classifiers") == 2, "not two classifiers"),
        (length("tables") == 2, "not two tables"),
    ];
    failed(&checks)
}

/// What a comparison lacks: it has three releases, of which the first has the figures that the
/// release itself told.
fn wrong_comparison(compared: &Value, released: &Value) -> Vec<String> {
    let releases = compared["releases"]
        .as_array()
        .map_or(&[][..], Vec::as_slice);
    let first = releases.first().unwrap_or(&Value::Null);
    let of = &released["usefulness"];
    let same = |key: &str| of[key].is_number() && first["figures"][key] == of[key];
    let checks = [
        (releases.len() == SEARCHES.len(), "not three releases"),
        (
            same("ncp") && same("discernibility"),
            "the first release has other figures than the release itself told",
        ),
        (
            releases
                .iter()
                .all(|release| release["figures"]["query_error_mean"].is_number()),
            "a release without errors of queries",
        ),
    ];
    failed(&checks)
}

fn failed(checks: &[(bool, &str)]) -> Vec<String> {
    checks
        .iter()
        .filter(|(holds, _)| !holds)
        .map(|(_, what)| (*what).to_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use equipoise_recipe::{Recipe, Role};
    use serde_json::json;

    #[test]
    fn every_search_makes_a_recipe() {
        let columns = ["sex", "education", "marital-status", "occupation", TARGET];
        let columns = columns.map(str::to_owned);
        for search in SEARCHES {
            let text = recipe_with(
                Path::new("/d"),
                &columns,
                Path::new("/t.csv"),
                Some(TARGET),
                search,
            );
            let recipe = Recipe::parse(&(text + MEASURED), "recipe.toml").unwrap();
            assert_eq!(recipe.role(TARGET), Some(Role::Sensitive));
            assert_eq!(recipe.analyses.len(), 2);
        }
    }

    #[test]
    fn what_a_release_lacks_is_told() {
        let mut object = json!({
            "search": { "proved_optimal": true },
            "usefulness": { "queries": { "mean_percent": 0.5 }, "classifiers": [1, 2], "tables": [1, 2] },
        });
        assert!(wrong_release(&object).is_empty());
        object["usefulness"]["tables"] = json!([1]);
        assert_eq!(wrong_release(&object), ["not two tables"]);
        assert_eq!(wrong_release(&Value::Null).len(), 4);
    }

    #[test]
    fn a_comparison_agrees_with_the_release() {
        let released = json!({ "usefulness": { "ncp": 0.25, "discernibility": 7 } });
        let figures =
            json!({ "figures": { "ncp": 0.25, "discernibility": 7, "query_error_mean": 0.1 } });
        let mut compared = json!({ "releases": [figures, figures, figures] });
        assert!(wrong_comparison(&compared, &released).is_empty());
        compared["releases"][0]["figures"]["ncp"] = json!(0.5);
        assert_eq!(wrong_comparison(&compared, &released).len(), 1);
        assert_eq!(wrong_comparison(&Value::Null, &released).len(), 2);
    }
}
