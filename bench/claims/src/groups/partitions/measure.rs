//! What a release must meet: the four measures that the source compares, and their parameters.

use super::setting::Setting;
use equipoise_data::Result;
use equipoise_privacy::{
    AnyModel, Distance, DistinctDiversity, KAnonymity, NtCloseness, ProbabilisticDiversity, Score,
    Smoothed, SmoothedCloseness, TCloseness,
};

/// What a release must meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Measure {
    /// k-anonymity alone.
    Anonymity(u64),
    /// Distinct l-diversity.
    Distinct(u64),
    /// Probabilistic l-diversity.
    Probabilistic(u64),
    /// k-anonymity and t-closeness.
    Close { k: u64, t: Score, by: By },
    /// k-anonymity and (n,t)-closeness.
    LargeClose { k: u64, n: u64, t: Score, by: By },
}

/// How distances between occupations are taken. The source does not say; see E18.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    /// By the tree of occupations.
    Tree,
    /// All are as far apart.
    Equal,
    /// Jensen-Shannon, smoothed with the default bandwidth. No two occupations are nearer than
    /// that, so nothing is smoothed.
    Smoothed,
}

/// The default bandwidth.
const BANDWIDTH: f64 = 0.3;

/// Parameters of the source where it varies others.
pub(super) const K: u64 = 5;
pub(super) const N: u64 = 1000;

/// The t of the source where it varies others.
pub(super) fn t() -> Score {
    hundredths(15)
}

pub(super) fn hundredths(t: u128) -> Score {
    Score::new(t, 100)
}

impl Measure {
    /// With the parameters of the source: distinct and probabilistic diversity, t-closeness,
    /// (n,t)-closeness.
    pub(super) fn four() -> [Measure; 4] {
        Measure::four_with(K)
    }

    /// The same with another k = l.
    pub(super) fn four_with(k: u64) -> [Measure; 4] {
        [
            Measure::Distinct(k),
            Measure::Probabilistic(k),
            Measure::close(k),
            Measure::large_close(k, N, t()),
        ]
    }

    fn close(k: u64) -> Measure {
        Measure::Close {
            k,
            t: t(),
            by: By::Tree,
        }
    }

    pub(super) fn large_close(k: u64, n: u64, t: Score) -> Measure {
        Measure::LargeClose {
            k,
            n,
            t,
            by: By::Tree,
        }
    }

    /// Ready to judge.
    pub(super) fn models(self, setting: &Setting) -> Result<Vec<AnyModel>> {
        let anonymity =
            |k: u64| Ok::<_, equipoise_data::Error>(AnyModel::Class(Box::new(KAnonymity::new(k)?)));
        let reference = setting.reference();
        Ok(match self {
            Measure::Anonymity(k) => vec![anonymity(k)?],
            Measure::Distinct(l) => {
                vec![AnyModel::Class(Box::new(DistinctDiversity::new(
                    0, l, None,
                )?))]
            }
            Measure::Probabilistic(l) => vec![AnyModel::Class(Box::new(
                ProbabilisticDiversity::new(0, Score::whole(l), None)?,
            ))],
            Measure::Close { k, t, by } => {
                let close: Box<dyn equipoise_privacy::ClassModel> = match mover(by, setting) {
                    Some(distance) => Box::new(TCloseness::new(0, t, reference, distance)?),
                    None => Box::new(SmoothedCloseness::new(
                        0,
                        t,
                        reference,
                        &smoothed(setting)?,
                    )?),
                };
                vec![anonymity(k)?, AnyModel::Class(close)]
            }
            Measure::LargeClose { k, n, t, by } => {
                let close = match mover(by, setting) {
                    Some(distance) => NtCloseness::new(0, n, t, distance)?,
                    None => NtCloseness::smoothed(0, n, t, reference, smoothed(setting)?)?,
                };
                vec![anonymity(k)?, AnyModel::Superset(Box::new(close))]
            }
        })
    }
}

/// The earth mover's distance, if it is one.
fn mover(by: By, setting: &Setting) -> Option<Distance> {
    match by {
        By::Tree => Some(Distance::hierarchical(setting.tree())),
        By::Equal => Some(Distance::Equal),
        By::Smoothed => None,
    }
}

/// The level of the first common label of two occupations over the height of the tree.
fn smoothed(setting: &Setting) -> Result<Smoothed> {
    let tree = setting.tree();
    let apart = |a: usize, b: usize| {
        let common = tree
            .levels
            .iter()
            .position(|level| level.of_leaf[a] == level.of_leaf[b]);
        common.unwrap_or(tree.height()) as f64 / tree.height() as f64
    };
    let ground: Vec<Vec<f64>> = (0..tree.leaves())
        .map(|a| (0..tree.leaves()).map(|b| apart(a, b)).collect())
        .collect();
    Smoothed::new(&ground, None, BANDWIDTH)
}
