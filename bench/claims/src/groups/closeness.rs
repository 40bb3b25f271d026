//! t-closeness of the regrouped table 2.5: claim L3 of `publishing-thesis`, erratum E2.

use crate::claim::Claim;
use crate::example::{Example, distances};
use crate::groups::distances::{TABLE_2_5, each_once};
use crate::groups::group::Group;
use crate::place::Place;
use crate::value::{Expected, Value};
use equipoise::JudgedModel;
use equipoise_data::{Error, Result};
use equipoise_privacy::{AnyModel, Score, TCloseness};
use equipoise_testkit::{OracleDistance as Named, papers};

pub(crate) const GROUP: Group = Group {
    ids: &["L3", "E2"],
    run,
};

fn run() -> Result<Vec<Claim>> {
    let example = Example::new(papers::salaries().case)?;
    Ok([by_search(&example)?, end_to_end(&example)?].concat())
}

/// What is measured at the node of table 2.5.
fn by_search(example: &Example) -> Result<Vec<Claim>> {
    let worst = |column: &str, distance: Named| -> Result<Value> {
        let values = example.values(column)?;
        let model = TCloseness::new(
            0,
            Score::whole(1),
            &values.reference,
            example.distance(&values, distance)?,
        )?;
        let verdicts =
            example.search(&values, vec![AnyModel::Class(Box::new(model))], &TABLE_2_5)?;
        let measured = verdicts.and_then(|verdicts| verdicts[0].measured);
        measured
            .map(Value::Exact)
            .ok_or_else(|| Error::internal("1-closeness is met by every table"))
    };
    let diseases = example.values("disease")?;
    let uniform = distances(
        &example.counted(&diseases, &TABLE_2_5),
        &each_once(&diseases),
        example.distance(&diseases, Named::Hierarchical)?,
    )?;
    let uniform = uniform
        .into_iter()
        .max()
        .map_or(Value::Whole(0), Value::Exact);
    Ok(vec![
        Claim::new(
            "L3",
            "table 2.5 is 0.167-close on Salary: the farthest class",
            Expected::Printed("0.167"),
            worst("salary", Named::Ordered)?,
        ),
        Claim::new(
            "L3",
            "it is 0.278-close on Disease: the farthest class; reference: each disease once (the source's reading)",
            Expected::Printed("0.278"),
            uniform,
        )
        .corrected("E2: the printed number takes the six diseases as equally frequent, which they are not in the table"),
        Claim::impossible(
            "L3",
            "the same; reference: as often as in the table (the product's reading)",
            (Expected::Printed("0.278"), Expected::Printed("0.296")),
            worst("disease", Named::Hierarchical)?,
            "E2: with the frequencies of the table the class {gastritis, flu, bronchitis} is at 8/27",
        ),
    ])
}

/// Models of a recipe: t for salary and for disease.
fn privacy(salary: &str, disease: &str) -> String {
    format!(
        "[[privacy]]\nmodel = \"t-closeness\"\ncolumn = \"salary\"\ndistance = \"ordered\"\nt = {salary}\n\
         [[privacy]]\nmodel = \"t-closeness\"\ncolumn = \"disease\"\ndistance = \"hierarchical\"\nt = {disease}\n"
    )
}

/// The same with files: `anonymize` releases table 2.5, and `check` judges it by other code.
fn end_to_end(example: &Example) -> Result<Vec<Claim>> {
    let place = Place::new(example.case(), &TABLE_2_5)?;
    let release = place.release(&privacy("0.167", "0.297"))?;
    let release = release
        .ok_or_else(|| Error::internal("table 2.5 is not released with t = 0.167 and 0.297"))?;
    let checked = |disease: &str| place.check(&privacy("0.167", disease), &release.output);
    let met = |of: &[JudgedModel], column: &str| {
        of.iter().any(|m| m.model.column() == Some(column) && m.met)
    };
    let scores = |of: &[JudgedModel]| {
        Value::List(
            of.iter()
                .map(|m| m.measured.map_or(Value::Flag(false), Value::Exact))
                .collect(),
        )
    };
    let (printed, rounded) = (checked("0.278")?, checked("0.296")?);
    let both = Expected::List(vec![
        Expected::Exact(Score::new(1, 6)),
        Expected::Exact(Score::new(8, 27)),
    ]);
    let (yes, no) = (Expected::Flag(true), Expected::Flag(false));
    Ok(vec![
        Claim::new(
            "L3",
            "`check` of the released table 2.5: 0.167-close on Salary",
            yes.clone(),
            Value::Flag(met(&printed.privacy, "salary")),
        ),
        Claim::impossible(
            "L3",
            "`check`: 0.278-close on Disease",
            (yes.clone(), no.clone()),
            Value::Flag(met(&printed.privacy, "disease")),
            "E2: the product compares with the frequencies of the table, from which a class is 0.2963 away",
        ),
        Claim::impossible(
            "E2",
            "`check`: 0.296-close on Disease, the number of the correction",
            (yes, no),
            Value::Flag(met(&rounded.privacy, "disease")),
            "8/27 is more than 0.296, which is rounded; t = 0.297 is met",
        ),
        Claim::new(
            "L3",
            "Salary and Disease as `anonymize` measures them, t = 0.167 and 0.297",
            both.clone(),
            scores(&release.privacy),
        )
        .corrected("E2: the frequencies of the table are the reference"),
        Claim::new(
            "L3",
            "the same as `check` measures them",
            both,
            scores(&printed.privacy),
        )
        .corrected("E2: the frequencies of the table are the reference"),
    ])
}
