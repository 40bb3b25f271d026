//! Distances between distributions: the worked examples of `publishing-thesis`, claims L1 and L2,
//! oracles O1 and O2, errata E2, E3 and E5.

use crate::claim::Claim;
use crate::example::{Example, Values, bind, distances};
use crate::groups::Group;
use crate::value::{Expected, Value};
use equipoise_data::{Hierarchy, Result, Table};
use equipoise_privacy::{Distance, Score, entropy, js, kl};
use equipoise_testkit::{OracleDistance as Named, Seeded, papers};

pub(crate) const GROUP: Group = Group {
    ids: &["L1", "O1", "L2", "O2", "E2", "E3", "E5"],
    run,
};

/// The nodes of the nine patients that are tables 2.2 and 2.5.
const TABLE_2_2: [u8; 2] = [2, 1];
pub(super) const TABLE_2_5: [u8; 2] = [1, 2];

fn run() -> Result<Vec<Claim>> {
    let example = Example::new(papers::salaries().case)?;
    let lines = [
        salaries(&example)?,
        diseases(&example)?,
        tree(&example)?,
        children(&example)?,
        printed_sums()?,
    ];
    Ok(lines.into_iter().flatten().collect())
}

/// L1 and O1: salaries on a line.
fn salaries(example: &Example) -> Result<Vec<Claim>> {
    let values = example.values("salary")?;
    let ordered = |classes: &[Vec<u64>]| {
        distances(
            classes,
            &values.reference,
            example.distance(&values, Named::Ordered)?,
        )
    };
    let of = |texts: &[&str]| -> Result<Value> {
        Ok(Value::Exact(
            ordered(&[example.counts(&values, &example.rows_with(&values, texts)?)])?[0],
        ))
    };
    let at = |node: &[u8]| -> Result<Value> {
        Ok(Value::exact(&ordered(&example.counted(&values, node))?))
    };
    Ok(vec![
        Claim::new(
            "L1",
            "ordered distance of {3K, 4K, 5K} from the nine salaries",
            Expected::Printed("0.375"),
            of(&["3K", "4K", "5K"])?,
        ),
        Claim::new(
            "L1",
            "ordered distance of {6K, 8K, 11K} from them",
            Expected::Printed("0.167"),
            of(&["6K", "8K", "11K"])?,
        ),
        Claim::new(
            "O1",
            "the three classes of table 2.2: {3K, 4K, 5K}, {6K, 8K, 11K}, {7K, 9K, 10K}",
            Expected::printed(&["0.375", "0.1667", "0.2361"]),
            at(&TABLE_2_2)?,
        ),
        Claim::new(
            "O1",
            "the three classes of table 2.5: {3K, 5K, 9K}, {4K, 7K, 10K}, {6K, 8K, 11K}",
            Expected::printed(&["0.1667", "0.0833", "0.1667"]),
            at(&TABLE_2_5)?,
        ),
    ])
}

/// Each value that occurs, once: how the source counts diseases where it prints distances.
pub(super) fn each_once(values: &Values) -> Vec<u64> {
    values.reference.iter().map(|&units| units.min(1)).collect()
}

/// L2, E2 and a part of O2: diseases in a tree, by both readings of the reference.
fn diseases(example: &Example) -> Result<Vec<Claim>> {
    let values = example.values("disease")?;
    let from = |reference: &[u64], classes: &[Vec<u64>]| {
        distances(
            classes,
            reference,
            example.distance(&values, Named::Hierarchical)?,
        )
    };
    let pair = |texts: &[&str]| -> Result<[Value; 2]> {
        let class = [example.counts(&values, &example.rows_with(&values, texts)?)];
        Ok([
            Value::Exact(from(&each_once(&values), &class)?[0]),
            Value::Exact(from(&values.reference, &class)?[0]),
        ])
    };
    let at = |node: &[u8], reference: &[u64]| -> Result<Value> {
        Ok(Value::exact(&from(
            reference,
            &example.counted(&values, node),
        )?))
    };
    let equally_frequent = values
        .reference
        .iter()
        .all(|units| *units == values.reference[0]);
    let printed = |class: &str, said, instead, [uniform, empirical]: [Value; 2]| {
        let by = |reading: &str| format!("hierarchical distance of {class}; {reading}");
        [
            Claim::new("L2", by("reference: each disease once (the source's reading)"), Expected::Printed(said), uniform)
                .corrected("E2: the printed number takes the six diseases as equally frequent, which they are not in the table"),
            Claim::impossible(
                "L2",
                by("reference: as often as in the table (the product's reading)"),
                (Expected::Printed(said), Expected::Printed(instead)),
                empirical,
                format!("E2: three of the six diseases occur twice in the table; with its frequencies the distance is {instead}"),
            ),
        ]
    };
    let mut lines = Vec::new();
    lines.extend(printed(
        "{gastric ulcer, gastritis, stomach cancer}",
        "0.5",
        "0.444",
        pair(&["gastric ulcer", "gastritis", "stomach cancer"])?,
    ));
    lines.extend(printed(
        "{gastric ulcer, stomach cancer, pneumonia}",
        "0.278",
        "0.259",
        pair(&["gastric ulcer", "stomach cancer", "pneumonia"])?,
    ));
    lines.push(Claim::impossible(
        "E2",
        "the six diseases are equally frequent in table 2.1, as the printed 0.5 and 0.278 need",
        (Expected::Flag(true), Expected::Flag(false)),
        Value::Flag(equally_frequent),
        "gastritis, bronchitis and stomach cancer occur twice, the others once",
    ));
    lines.push(Claim::new(
        "O2",
        "the three classes of table 2.5; reference: each disease once (the source's reading)",
        Expected::printed(&["0.2778"; 3]),
        at(&TABLE_2_5, &each_once(&values))?,
    ));
    lines.push(Claim::new(
        "O2",
        "the same; reference: as often as in the table (the product's reading)",
        Expected::List(
            [(7, 27), (5, 27), (8, 27)]
                .map(|(n, d)| Expected::Exact(Score::new(n, d)))
                .to_vec(),
        ),
        at(&TABLE_2_5, &values.reference)?,
    ));
    Ok(lines)
}

/// The rest of O2: how far apart single diseases of the tree are.
fn tree(example: &Example) -> Result<Vec<Claim>> {
    let (diseases, hierarchy) = all_diseases(example)?;
    let one = |name: &str| -> Vec<u64> {
        (0..hierarchy.leaves() as u32)
            .map(|leaf| {
                u64::from(
                    diseases
                        .iter()
                        .zip(&hierarchy.leaf_of)
                        .any(|(d, l)| d == name && *l == leaf),
                )
            })
            .collect()
    };
    let mut apart = Vec::new();
    for to in ["bronchitis", "pulmonary embolism", "stomach cancer"] {
        apart.extend(distances(
            &[one("flu")],
            &one(to),
            Distance::hierarchical(&hierarchy),
        )?);
    }
    let expected = Expected::List(
        [(1, 3), (2, 3), (1, 1)]
            .map(|(n, d)| Expected::Exact(Score::new(n, d)))
            .to_vec(),
    );
    Ok(vec![Claim::new(
        "O2",
        "flu to bronchitis, to pulmonary embolism and to stomach cancer",
        expected,
        Value::exact(&apart),
    )])
}

/// The whole tree, bound to a column in which each of its diseases occurs.
fn all_diseases(example: &Example) -> Result<(Vec<String>, Hierarchy)> {
    let lines = example
        .case()
        .sensitive
        .iter()
        .find_map(|s| s.lines.clone())
        .unwrap_or_default();
    let names: Vec<String> = lines.iter().map(|line| line[0].clone()).collect();
    let cells: Vec<[&str; 1]> = names.iter().map(|name| [name.as_str()]).collect();
    let hierarchy = bind(&lines, &Table::from_rows(&["disease"], &cells).columns[0])?;
    Ok((names, hierarchy))
}

/// E3: whether the cost of a label is over its direct children or over all leaves below it.
fn children(example: &Example) -> Result<Vec<Claim>> {
    let values = example.values("disease")?;
    let class = example.counts(
        &values,
        &example.rows_with(&values, &["gastric ulcer", "stomach cancer", "pneumonia"])?,
    );
    let reference = each_once(&values);
    let ours = distances(
        std::slice::from_ref(&class),
        &reference,
        example.distance(&values, Named::Hierarchical)?,
    )?[0];
    let by_leaves = values
        .tree
        .as_ref()
        .map_or(f64::NAN, |tree| over_leaves(tree, &class, &reference));
    Ok(vec![
        Claim::impossible(
            "E3",
            "0.278 by the printed formula, in which Child(N) is all leaves below N (computed here, not by the product)",
            (Expected::Printed("0.278"), Expected::Printed("0.833")),
            Value::Float(by_leaves),
            "read as printed, what moves within a label is paid for again at each label above",
        ),
        Claim::new(
            "E3",
            "the same over the direct children of N",
            Expected::Printed("0.278"),
            Value::Exact(ours),
        )
        .corrected("Child(N) must mean direct children"),
    ])
}

/// The hierarchical distance as it is printed.
fn over_leaves(tree: &Hierarchy, class: &[u64], reference: &[u64]) -> f64 {
    let (size, total) = (
        class.iter().sum::<u64>() as f64,
        reference.iter().sum::<u64>() as f64,
    );
    let extra: Vec<f64> = class
        .iter()
        .zip(reference)
        .map(|(&p, &q)| p as f64 / size - q as f64 / total)
        .collect();
    let cost = |level: usize, label: u32| {
        let below = || {
            extra
                .iter()
                .zip(&tree.levels[level].of_leaf)
                .filter(move |(_, l)| **l == label)
                .map(|(e, _)| *e)
        };
        let (more, less): (f64, f64) = (
            below().filter(|e| *e > 0.0).sum(),
            below().filter(|e| *e < 0.0).sum(),
        );
        level as f64 / tree.height() as f64 * more.min(-less)
    };
    let labels = |level: usize| 0..tree.levels[level].labels.len() as u32;
    (1..=tree.height())
        .flat_map(|level| labels(level).map(move |label| (level, label)))
        .map(|(level, label)| cost(level, label))
        .sum()
}

/// Random distributions are drawn so often.
const DRAWS: usize = 500;

/// E5: sums that are printed with a term too many, a sign too few or a division by zero.
fn printed_sums() -> Result<Vec<Claim>> {
    let mut r = Seeded::new(5);
    let mut agree = true;
    let (mut sign, mut asymmetry) = (0f64, 0f64);
    for _ in 0..DRAWS {
        let m = 2 + r.below(8);
        let [p, q] = [(); 2].map(|()| (0..m).map(|_| 1 + r.below(9) as u64).collect::<Vec<_>>());
        let ranks: Vec<Option<u32>> = (0..m as u32).map(Some).collect();
        agree &= distances(std::slice::from_ref(&p), &q, Distance::ordered(&ranks))?[0]
            == summed_to_m(&p, &q);
        let (shares, others) = (shares(&p), shares(&q));
        let cross: f64 = shares.iter().zip(&others).map(|(p, q)| -p * q.ln()).sum();
        sign = sign.max((kl(&shares, &others) - (cross - entropy(&p))).abs());
        asymmetry = asymmetry.max((js(&shares, &others) - js(&others, &shares)).abs());
    }
    let single = distances(&[vec![3]], &[7], Distance::ordered(&[Some(0)]))?[0];
    Ok(vec![
        Claim::new(
            "E5",
            format!("the ordered distance, summed to m as printed, on {DRAWS} random pairs"),
            Expected::Flag(true),
            Value::Flag(agree),
        )
        .corrected("the m-th term is always 0: the sum to m - 1 is meant, and gives the same"),
        Claim::new(
            "E5",
            "the ordered distance where there is one value only",
            Expected::Whole(0),
            Value::Exact(single),
        )
        .corrected("as printed it divides by m - 1 = 0; it is 0 by definition"),
        Claim::new(
            "E5",
            "KL is the cross entropy less the entropy: largest difference",
            Expected::Below(1e-12),
            Value::Float(sign),
        )
        .corrected("the entropies are printed without their minus sign"),
        Claim::impossible(
            "E5",
            "JS depends on which distribution comes first, as the text asks of a distance",
            (Expected::Flag(true), Expected::Flag(false)),
            Value::Flag(asymmetry > 1e-12),
            "JS is symmetric by its formula",
        ),
    ])
}

/// The ordered distance with the sum going to m, exactly.
fn summed_to_m(p: &[u64], q: &[u64]) -> Score {
    let (size, total) = (p.iter().sum::<u64>() as i128, q.iter().sum::<u64>() as i128);
    let (mut behind, mut cost) = (0, 0);
    for (&p, &q) in p.iter().zip(q) {
        behind += i128::from(p) * total - i128::from(q) * size;
        cost += behind.unsigned_abs();
    }
    Score::new(cost, (size * total).unsigned_abs() * (p.len() as u128 - 1))
}

pub(super) fn shares(counts: &[u64]) -> Vec<f64> {
    let total = counts.iter().sum::<u64>() as f64;
    counts.iter().map(|&count| count as f64 / total).collect()
}
