//! (n,t)-closeness: claim L4 of `publishing-thesis`, a part of oracle O4, erratum E14.

use crate::claim::Claim;
use crate::example::{Example, distances};
use crate::groups::distances::shares;
use crate::groups::group::Group;
use crate::place::Place;
use crate::value::{Expected, Value};
use equipoise::JudgedModel;
use equipoise_data::{Error, Result};
use equipoise_privacy::{AnyModel, Distance, DistinctDiversity, NtCloseness, Score, TCloseness};
use equipoise_testkit::papers;

pub(crate) const GROUP: Group = Group {
    ids: &["L4", "O4", "E14"],
    run,
};

/// The node of the 3,000 people that is table 2.4.
pub(super) const TABLE_2_4: [u8; 2] = [1, 1];

/// One node above, any age: the two small classes are one there.
pub(super) const ANY_AGE: [u8; 2] = [1, 2];

fn run() -> Result<Vec<Claim>> {
    let example = Example::new(papers::cancer_and_flu().case)?;
    Ok([
        by_search(&example)?,
        end_to_end(&example)?,
        numbers(&example)?,
        one_value()?,
    ]
    .concat())
}

fn tenth() -> Score {
    Score::new(1, 10)
}

fn nt(n: u64) -> Result<AnyModel> {
    Ok(AnyModel::Superset(Box::new(NtCloseness::new(
        0,
        n,
        tenth(),
        Distance::Equal,
    )?)))
}

/// L4 by a search that may take table 2.4 or nothing.
fn by_search(example: &Example) -> Result<Vec<Claim>> {
    let values = example.values("disease")?;
    let found = |model: AnyModel| example.search(&values, vec![model], &TABLE_2_4);
    let t = found(AnyModel::Class(Box::new(TCloseness::new(
        0,
        tenth(),
        &values.reference,
        Distance::Equal,
    )?)))?;
    let close = found(nt(1000)?)?;
    let measured = close
        .as_ref()
        .and_then(|verdicts| verdicts[0].measured)
        .map_or(Value::Flag(false), Value::Exact);
    let yes = || Expected::Flag(true);
    Ok(vec![
        Claim::new(
            "L4",
            "the table of 3,000 rows is not 0.1-close",
            yes(),
            Value::Flag(t.is_none()),
        ),
        Claim::new(
            "L4",
            "it is (1000, 0.1)-close",
            yes(),
            Value::Flag(close.is_some()),
        ),
        Claim::new(
            "L4",
            "the largest distance of a class from its nearest large group",
            Expected::Whole(0),
            measured,
        ),
        Claim::new(
            "L4",
            "it is not (1001, 0.1)-close, for its large group is too small",
            yes(),
            Value::Flag(found(nt(1001)?)?.is_none()),
        ),
    ])
}

const T_CLOSE: &str =
    "[[privacy]]\nmodel = \"t-closeness\"\ncolumn = \"disease\"\ndistance = \"equal\"\nt = 0.1\n";
const NT_CLOSE: &str = "[[privacy]]\nmodel = \"nt-closeness\"\ncolumn = \"disease\"\ndistance = \"equal\"\nn = 1000\nt = 0.1\n";

/// L4 with files: `anonymize` releases table 2.4 for the one model and not for the other; `check`
/// judges it by other code.
fn end_to_end(example: &Example) -> Result<Vec<Claim>> {
    let place = Place::new(example.case(), &TABLE_2_4)?;
    let refused = place.release(T_CLOSE)?.is_none();
    let release = place
        .release(NT_CLOSE)?
        .ok_or_else(|| Error::internal("table 2.4 is not released with (1000, 0.1)-closeness"))?;
    let [t, nt] = [
        place.check(T_CLOSE, &release.output)?,
        place.check(NT_CLOSE, &release.output)?,
    ];
    let score = |of: &[JudgedModel]| {
        of.first()
            .and_then(|m| m.measured)
            .map_or(Value::Flag(false), Value::Exact)
    };
    let yes = || Expected::Flag(true);
    Ok(vec![
        Claim::new(
            "L4",
            "`anonymize` refuses to release it with 0.1-closeness",
            yes(),
            Value::Flag(refused),
        ),
        Claim::new(
            "L4",
            "`anonymize` with (1000, 0.1)-closeness: the measured distance",
            Expected::Whole(0),
            score(&release.privacy),
        ),
        Claim::new(
            "L4",
            "`check` of the release: not 0.1-close",
            yes(),
            Value::Flag(!t.met()),
        ),
        Claim::new(
            "L4",
            "`check`: its t, the farthest class from the table",
            Expected::Printed("0.2667"),
            score(&t.privacy),
        ),
        Claim::new(
            "L4",
            "`check`: (1000, 0.1)-close",
            yes(),
            Value::Flag(nt.met()),
        ),
        Claim::new(
            "L4",
            "`check`: the measured distance",
            Expected::Whole(0),
            score(&nt.privacy),
        ),
    ])
}

/// The distances and the large group of O4.
fn numbers(example: &Example) -> Result<Vec<Claim>> {
    let values = example.values("disease")?;
    let from_table = distances(
        &example.counted(&values, &TABLE_2_4),
        &values.reference,
        Distance::Equal,
    )?;
    let union = &example.counted(&values, &ANY_AGE)[0];
    Ok(vec![
        Claim::new(
            "O4",
            "cancer and flu in the whole table",
            Expected::printed(&["0.2333", "0.7667"]),
            Value::floats(&shares(&values.reference)),
        ),
        Claim::new(
            "O4",
            "equal distance of the three classes from the whole table",
            Expected::printed(&["0.2667", "0.1333", "0.2667"]),
            Value::exact(&from_table),
        ),
        Claim::new(
            "O4",
            "the first and the third class together: rows, shares of cancer and flu",
            Expected::List(vec![
                Expected::Whole(1000),
                Expected::Printed("0.5"),
                Expected::Printed("0.5"),
            ]),
            Value::List(
                std::iter::once(Value::Whole(union.iter().sum()))
                    .chain(shares(union).into_iter().map(Value::Float))
                    .collect(),
            ),
        ),
    ])
}

/// E14: a class of n rows is compared with nothing, even where all its rows have one value.
fn one_value() -> Result<Vec<Claim>> {
    let mut case = papers::cancer_and_flu().case;
    case.rows
        .iter_mut()
        .filter(|row| row[0].starts_with("479"))
        .for_each(|row| row[2] = "flu".into());
    let example = Example::new(case)?;
    let values = example.values("disease")?;
    let alone = example.search(&values, vec![nt(1000)?], &TABLE_2_4)?;
    let diverse = AnyModel::Class(Box::new(DistinctDiversity::new(0, 2, None)?));
    let beside = example.search(&values, vec![nt(1000)?, diverse], &TABLE_2_4)?;
    Ok(vec![
        Claim::new(
            "E14",
            "a class of 2,000 rows that all have flu is (1000, 0.1)-close",
            Expected::Flag(true),
            Value::Flag(alone.is_some()),
        ),
        Claim::new(
            "E14",
            "with distinct 2-diversity beside it such a class is refused",
            Expected::Flag(true),
            Value::Flag(beside.is_none()),
        )
        .corrected(
            "(n,t)-closeness never compares a class of n rows with anything: ask for diversity too",
        ),
    ])
}
