//! Answers from a part of the nodes: claim B5.

use super::adult::{Adult, Histograms};
use super::requests::random;
use crate::claim::Claim;
use crate::value::{Expected, Value};
use equipoise_data::Result;
use equipoise_explore::{Atlas, Budget, By, Explorer, Wishes, choose};
use equipoise_search::Annotator;
use std::sync::Mutex;
use std::time::Duration;

/// Random requests for each measure.
const REQUESTS: usize = 300;

/// The first so many are asked with the table at hand, which takes its time.
const LIVE: usize = 60;

/// With the table at hand, nodes are looked at for so long.
const PATIENCE: Duration = Duration::from_millis(20);

/// A request with the node that answers it, if one does.
type Request = (Wishes, Option<u64>);

/// `whole` is the atlas of all nodes, with nine quasi-identifiers.
pub(super) fn run(adult: &Adult, whole: &Atlas) -> Result<Vec<Claim>> {
    let asked = [
        ("height", requests(whole, By::Height)?),
        ("loss", requests(whole, By::Loss(0))?),
    ];
    let lines = |percent| {
        adult.with_annotator(9, Histograms::Sizes, |_, annotator| {
            lines(adult, whole, annotator, percent, &asked)
        })?
    };
    Ok([lines(5)?, lines(10)?].concat())
}

fn requests(whole: &Atlas, by: By) -> Result<Vec<Request>> {
    let explorer = Explorer::new(whole, None);
    let answered = |wishes: Wishes| {
        let wishes = Wishes { by, ..wishes };
        let node = explorer.ask(&wishes)?.best.map(|best| best.node);
        Ok((wishes, node))
    };
    random(whole.chart(), REQUESTS)
        .into_iter()
        .map(answered)
        .collect()
}

/// A line for each measure. What the records alone give is told, too, and how much of it is
/// absence: that is easily the same.
fn lines(
    adult: &Adult,
    whole: &Atlas,
    annotator: &dyn Annotator,
    percent: u64,
    asked: &[(&str, Vec<Request>)],
) -> Result<Vec<Claim>> {
    let atlas = part(adult, whole, annotator, percent)?;
    let nodes = whole.annotated();
    let share = |annotated: f64| 100.0 * annotated / nodes as f64;
    let mut claims = Vec::new();
    for (by, requests) in asked {
        let answered: Vec<Request> = requests
            .iter()
            .filter(|(_, node)| node.is_some())
            .cloned()
            .collect();
        let (of_all, _) = identical(&atlas, None, requests)?;
        let (of_answered, _) = identical(&atlas, None, &answered)?;
        let (same, annotated) = identical(&atlas, Some(annotator), &requests[..LIVE])?;
        let statement = format!(
            "{:.1} % of {nodes} nodes annotated, by {by}, and others in up to {} ms ({:.1} % in the mean): per cent of {LIVE} requests answered as from all nodes",
            share(atlas.annotated() as f64),
            PATIENCE.as_millis(),
            share(annotated)
        );
        let reason = format!(
            "from the chosen records alone it is {of_all:.0} % of {REQUESTS}, and {of_answered:.0} % of the {} that have an answer; what records leave open has to be looked at on demand",
            answered.len()
        );
        claims.push(
            Claim::new("B5", statement, Expected::Above(50.0), Value::Float(same))
                .corrected(reason),
        );
    }
    Ok(claims)
}

/// An atlas of so many per cent of the nodes.
fn part(adult: &Adult, whole: &Atlas, annotator: &dyn Annotator, percent: u64) -> Result<Atlas> {
    let records = Mutex::new(Vec::new());
    let budget = Budget {
        nodes: Some(whole.annotated() * percent / 100),
        ..Budget::default()
    };
    let take = |node: u64, record: &[u8]| {
        records
            .lock()
            .expect("no thread panicked")
            .push((node, record.to_vec()))
    };
    choose(whole.chart(), annotator, &[], &budget, &|| false, &take);
    let mut records = records.into_inner().expect("no thread panicked");
    records.sort_unstable();
    adult.atlas(9, Histograms::Sizes, &records)
}

/// Per cent of the requests that are answered by the same node, or of which it is known that none
/// answers them; and how many nodes have records after a request, in the mean. Each request finds
/// the atlas as it was chosen.
fn identical(
    atlas: &Atlas,
    live: Option<&dyn Annotator>,
    requests: &[Request],
) -> Result<(f64, f64)> {
    let (mut same, mut annotated) = (0, 0);
    for (wishes, node) in requests {
        let explorer = Explorer::new(atlas, live).with_patience(PATIENCE);
        let answer = explorer.ask(wishes)?;
        let is_decided = answer.best.is_some() || answer.proved;
        same += usize::from(is_decided && answer.best.map(|best| best.node) == *node);
        annotated += explorer.annotated();
    }
    let all = requests.len() as f64;
    Ok((100.0 * same as f64 / all, annotated as f64 / all))
}
