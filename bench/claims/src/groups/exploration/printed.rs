//! Numbers that the source prints: tuples to suppress from two histograms, and the worked example.

use super::requests::request;
use crate::claim::Claim;
use crate::example::bind;
use crate::value::{Expected, Value};
use equipoise_data::{Encoded, Lattice, Quasi, Result, Table, ThresholdKey};
use equipoise_explore::{
    Answer, Atlas, AttributeHead, Chart, Explorer, Head, LevelHead, LossHead, Origin, Shown,
    SourceAnswer, SourceNode, axes_of, source_answer,
};
use equipoise_measure::{Loss, LossOptions, Metric};
use equipoise_privacy::{AnyModel, KAnonymity, Panel};
use equipoise_search::{Annotation, AnnotationRequest, Limits, Task, with_annotator};

pub(super) fn run() -> Result<Vec<Claim>> {
    let histogram = |ones: usize, twos: usize, expected: u64| {
        let statement =
            format!("{ones} classes of one tuple and {twos} of two: to suppress for k = 3");
        Ok(Claim::new(
            "BO1",
            statement,
            Expected::Whole(expected),
            Value::Whole(to_suppress(ones, twos)?),
        ))
    };
    Ok([
        vec![histogram(11, 3, 17)?, histogram(834, 373, 1_580)?],
        worked_example()?,
    ]
    .concat())
}

fn panel() -> Result<Panel> {
    Ok(Panel::new(vec![AnyModel::Class(Box::new(
        KAnonymity::new(3)?,
    ))]))
}

/// A chart with histograms of class sizes. The source knows no loss but height.
fn chart(rows: u64, attributes: Vec<AttributeHead>) -> Result<Chart> {
    let (axes, tables) = axes_of(panel()?.models(), |_| (ThresholdKey::K, None, None))?;
    let losses = vec![LossHead::new(&LossOptions {
        metric: Metric::Height,
        ..LossOptions::default()
    })];
    let head = Head {
        rows,
        units: rows,
        persons: false,
        attributes,
        axes,
        tables,
        forbids_absence: false,
        losses,
        max_units: 0,
        max_suppression: "0".to_owned(),
        origin: Origin::default(),
    };
    Chart::new(head, Vec::new())
}

/// Tuples to suppress for k = 3, counted in a table with such classes and one more of five tuples.
fn to_suppress(ones: usize, twos: usize) -> Result<u64> {
    let sizes = std::iter::repeat_n(1, ones)
        .chain(std::iter::repeat_n(2, twos))
        .chain([5]);
    let rows: Vec<[String; 1]> = (0..)
        .zip(sizes)
        .flat_map(|(class, size)| vec![[format!("v{class}")]; size])
        .collect();
    let table = Table::from_rows(&["q"], &rows);
    let column = &table.columns[0];
    let lines: Vec<Vec<String>> = (0..column.dictionary.len())
        .map(|class| vec![format!("v{class}"), "*".to_owned()])
        .collect();
    let hierarchy = bind(&lines, column)?;
    let leaf_rows = hierarchy.leaf_rows(&column.codes);
    let chart = chart(
        table.rows as u64,
        vec![AttributeHead::new("q", (0, 1), &hierarchy, leaf_rows)],
    )?;
    let encoded = Encoded {
        rows: table.rows,
        quasi: vec![Quasi {
            codes: &column.codes,
            hierarchy: &hierarchy,
        }],
        sensitive: Vec::new(),
        persons: None,
        amounts: Vec::new(),
        weights: None,
        population: None,
    };
    let (panel, axes) = (panel()?, chart.axes());
    let losses: Vec<&dyn Loss> = chart.losses().iter().map(AsRef::as_ref).collect();
    let task = Task {
        encoded: &encoded,
        lattice: chart.lattice(),
        panel: &panel,
        loss: losses[0],
        allowed_units: 0,
    };
    let wanted = AnnotationRequest {
        axes: &axes,
        losses: &losses,
    };
    let record = with_annotator(&task, &wanted, &Limits::default(), |annotator| {
        chart.record(&[0], &annotator.annotate(&[0]))
    })?;
    Ok(chart.figures(&[0], &record, &chart.thresholds()).units)
}

/// Tuples of the table of the worked example.
const TUPLES: u64 = 30_162;

/// Histograms of the worked example: age up to level 4, workclass up to 2, education up to 3.
/// Printed are 17 tuples for k = 3 at 111, 11 at 121 and that k = 2 is within 8 there, and that 400
/// is within 8; the rest is lost with a figure and made up so that nothing grows on the way up.
fn ones_and_twos(levels: &[u8]) -> (u64, u64) {
    let height: usize = levels.iter().map(|&level| usize::from(level)).sum();
    let by_height = [
        (834, 373),
        (200, 200),
        (80, 60),
        (30, 15),
        (16, 7),
        (4, 1),
        (3, 0),
        (1, 0),
        (0, 0),
        (0, 0),
    ][height];
    let printed = [
        ([1, 1, 1], (11, 3)),
        ([1, 2, 1], (7, 2)),
        ([4, 0, 0], (5, 1)),
    ];
    let above = printed
        .iter()
        .filter(|(from, _)| from.iter().zip(levels).all(|(from, level)| from <= level));
    let units = |&(ones, twos): &(u64, u64)| ones + 2 * twos;
    above
        .map(|(_, histogram)| *histogram)
        .chain([by_height])
        .min_by_key(units)
        .unwrap_or(by_height)
}

fn example() -> Result<Atlas> {
    let attribute = |(name, high): (&str, u8)| {
        let level = LevelHead {
            labels: vec!["*".to_owned()],
            lines: vec![1],
            of_leaf: vec![0],
        };
        let levels = vec![level; usize::from(high) + 1];
        AttributeHead {
            name: name.to_owned(),
            low: 0,
            high,
            linked: None,
            missing: None,
            domain: 1,
            levels,
            leaf_rows: vec![TUPLES],
        }
    };
    let chart = chart(
        TUPLES,
        [("age", 4), ("workclass", 2), ("education", 3)]
            .map(attribute)
            .to_vec(),
    )?;
    let record = |node: u64| {
        let levels = chart.lattice().levels(node);
        let (ones, twos) = ones_and_twos(&levels);
        let rest = TUPLES - ones - 2 * twos;
        let groups: Vec<(u64, u64)> = [(1, ones), (2, twos), (rest, 1)]
            .into_iter()
            .filter(|(_, classes)| *classes > 0)
            .collect();
        let annotation = Annotation {
            classes: ones + twos + 1,
            grades: vec![groups.iter().map(|g| g.0).collect()],
            group_classes: groups.iter().map(|g| g.1).collect(),
            group_rows: groups.iter().map(|g| g.0 * g.1).collect(),
            ..Annotation::default()
        };
        (node, chart.record(&levels, &annotation))
    };
    let records: Vec<(u64, Vec<u8>)> = (0..chart.lattice().nodes()).map(record).collect();
    Atlas::of_records(chart, &records)
}

/// Both requests of the example, by the product and by the algorithm of the source.
fn worked_example() -> Result<Vec<Claim>> {
    let atlas = example()?;
    let explorer = Explorer::new(&atlas, None);
    let ask = |max_units: u64| {
        let wishes = request(atlas.chart(), 3, &[1, 2, 1], max_units);
        let largest = |node: u64| super::requests::largest_k(&atlas, &wishes, node);
        Ok((
            explorer.ask(&wishes)?,
            source_answer(&explorer.view(&wishes.thresholds), &wishes, largest),
        ))
    };
    let (met, unmet) = (ask(20)?, ask(8)?);
    let exact = |whose: &str, ours: Vec<Value>| {
        let statement = format!("h = 121, k = 3, at most 20 tuples, {whose}: node, tuples");
        Claim::new("BO2", statement, wholes(&[111, 17]), Value::List(ours))
    };
    let close = |whose: &str, ours: Vec<Value>| {
        let statement = format!(
            "at most 8 tuples, {whose}: tuples at 121, k at 121, lowest node and its height"
        );
        Claim::new(
            "BO2",
            statement,
            wholes(&[11, 2, 400, 4]),
            Value::List(ours),
        )
    };
    Ok(vec![
        exact(
            "by the product",
            met.0
                .best
                .iter()
                .flat_map(|best| [digits(&best.levels), Value::Whole(best.units)])
                .collect(),
        ),
        exact(
            "by the source's algorithm",
            met.1
                .exact
                .iter()
                .flat_map(|noted| [digits(&noted.levels), Value::Whole(noted.units)])
                .collect(),
        ),
        close(
            "by the product",
            suggested(&unmet.0, atlas.chart().lattice()),
        ),
        close("by the source's algorithm", suggested_by_source(&unmet.1)),
    ])
}

fn wholes(numbers: &[u64]) -> Expected {
    Expected::List(numbers.iter().map(|&n| Expected::Whole(n)).collect())
}

/// A node as the source writes it: its levels as digits.
fn digits(levels: &[u8]) -> Value {
    Value::Whole(
        levels
            .iter()
            .fold(0, |number, &level| 10 * number + u64::from(level)),
    )
}

/// What the product suggests; no for what it does not.
fn suggested(answer: &Answer, lattice: &Lattice) -> Vec<Value> {
    let Some(suggestions) = &answer.suggestions else {
        return Vec::new();
    };
    let vmax = |shown: &Shown| shown.node == lattice.index(&[1, 2, 1]);
    let suppression = suggestions
        .suppression
        .as_ref()
        .ok()
        .filter(|s| vmax(s))
        .map(|s| s.units);
    let threshold = suggestions
        .threshold
        .as_ref()
        .ok()
        .filter(|t| vmax(&t.shown))
        .map(|t| t.grade);
    let height = suggestions.height.as_ref().ok();
    let lowest = [
        height.map(|h| digits(&h.levels)),
        height.map(|h| Value::Whole(h.height.into())),
    ];
    [suppression.map(Value::Whole), threshold.map(Value::Whole)]
        .into_iter()
        .chain(lowest)
        .map(or_no)
        .collect()
}

fn suggested_by_source(answer: &SourceAnswer) -> Vec<Value> {
    let Some(suggestions) = &answer.suggestions else {
        return Vec::new();
    };
    let height: Option<&SourceNode> = suggestions.height.first();
    let lowest = [
        height.map(|h| digits(&h.levels)),
        height.map(|h| Value::Whole(h.height.into())),
    ];
    [
        suggestions.suppression.map(Value::Whole),
        suggestions.threshold.map(Value::Whole),
    ]
    .into_iter()
    .chain(lowest)
    .map(or_no)
    .collect()
}

fn or_no(value: Option<Value>) -> Value {
    value.unwrap_or(Value::Flag(false))
}
