//! Draws what is asked of a random table: the models, the loss and the limit.

use crate::{
    Case, CaseShape, Oracle, OracleAggregation, OracleDistance, OracleEstimator, OracleLimit,
    OracleLog, OracleLoss, OracleMeasured, OracleModel, ReducedFraction, Seeded,
};
use std::collections::BTreeSet;

/// The kinds of models that can be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ModelKind {
    /// k-anonymity.
    K,
    /// Distinct l-diversity.
    DistinctL,
    /// t-closeness by moving mass.
    T,
    /// t-closeness with the smoothed distance.
    SmoothedT,
    /// Probabilistic l-diversity.
    ProbabilisticL,
    /// Entropy l-diversity.
    EntropyL,
    /// Entropy l-diversity with the estimator of Grassberger.
    GrassbergerL,
    /// Recursive (c,l)-diversity.
    RecursiveL,
    /// (alpha,k)-anonymity.
    AlphaK,
    /// Semantic privacy.
    SemanticPrivacy,
    /// delta-disclosure privacy.
    DeltaDisclosure,
    /// Basic beta-likeness.
    BasicBeta,
    /// Enhanced beta-likeness.
    EnhancedBeta,
    /// The share of unique units.
    SampleUniqueness,
    /// The average risk.
    AverageRisk,
    /// k-map.
    KMap,
    /// delta-presence.
    DeltaPresence,
    /// (n,t)-closeness.
    NtCloseness,
    /// LKC-privacy.
    LkcPrivacy,
    /// km-anonymity.
    KmAnonymity,
}

impl ModelKind {
    /// All of them.
    pub const ALL: [ModelKind; 20] = [
        ModelKind::K,
        ModelKind::DistinctL,
        ModelKind::T,
        ModelKind::SmoothedT,
        ModelKind::ProbabilisticL,
        ModelKind::EntropyL,
        ModelKind::GrassbergerL,
        ModelKind::RecursiveL,
        ModelKind::AlphaK,
        ModelKind::SemanticPrivacy,
        ModelKind::DeltaDisclosure,
        ModelKind::BasicBeta,
        ModelKind::EnhancedBeta,
        ModelKind::SampleUniqueness,
        ModelKind::AverageRisk,
        ModelKind::KMap,
        ModelKind::DeltaPresence,
        ModelKind::NtCloseness,
        ModelKind::LkcPrivacy,
        ModelKind::KmAnonymity,
    ];

    /// Those that judge a class by itself and the input.
    pub const OF_CLASSES: &[ModelKind] = Self::ALL.split_at(13).0;

    /// k-anonymity, distinct l-diversity, t-closeness.
    pub const FIRST_THREE: &[ModelKind] = Self::ALL.split_at(3).0;

    /// The kind of a model.
    pub fn of(model: &OracleModel) -> ModelKind {
        match model.inner() {
            OracleModel::K { .. } => ModelKind::K,
            OracleModel::DistinctL { .. } => ModelKind::DistinctL,
            OracleModel::T {
                distance: OracleDistance::Smoothed { .. },
                ..
            } => ModelKind::SmoothedT,
            OracleModel::T { .. } => ModelKind::T,
            OracleModel::ProbabilisticL { .. } => ModelKind::ProbabilisticL,
            OracleModel::EntropyL {
                estimator: OracleEstimator::Shannon,
                ..
            } => ModelKind::EntropyL,
            OracleModel::EntropyL { .. } => ModelKind::GrassbergerL,
            OracleModel::RecursiveL { .. } => ModelKind::RecursiveL,
            OracleModel::AlphaK { .. } => ModelKind::AlphaK,
            OracleModel::SemanticPrivacy { .. } => ModelKind::SemanticPrivacy,
            OracleModel::DeltaDisclosure { .. } => ModelKind::DeltaDisclosure,
            OracleModel::BetaLikeness {
                enhanced: false, ..
            } => ModelKind::BasicBeta,
            OracleModel::BetaLikeness { .. } => ModelKind::EnhancedBeta,
            OracleModel::SampleUniqueness { .. } => ModelKind::SampleUniqueness,
            OracleModel::AverageRisk { .. } => ModelKind::AverageRisk,
            OracleModel::KMap { .. } => ModelKind::KMap,
            OracleModel::DeltaPresence { .. } => ModelKind::DeltaPresence,
            OracleModel::NtCloseness { .. } => ModelKind::NtCloseness,
            OracleModel::LkcPrivacy { .. } => ModelKind::LkcPrivacy,
            OracleModel::KmAnonymity { .. } => ModelKind::KmAnonymity,
            OracleModel::OthersAsQuasi(_) => unreachable!("a part is not divided again"),
        }
    }

    /// True when it judges the values of a sensitive column that is not one of sets.
    pub fn needs_column(self) -> bool {
        let without = [
            ModelKind::K,
            ModelKind::SampleUniqueness,
            ModelKind::AverageRisk,
            ModelKind::KMap,
            ModelKind::DeltaPresence,
            ModelKind::KmAnonymity,
        ];
        !without.contains(&self)
    }

    /// True when it compares with a population.
    pub fn needs_population(self) -> bool {
        matches!(self, ModelKind::KMap | ModelKind::DeltaPresence)
    }

    /// True when it can be asked of parts of classes: what the flag means for the others is not
    /// settled.
    fn can_be_divided(self) -> bool {
        self.needs_column() && !matches!(self, ModelKind::NtCloseness | ModelKind::LkcPrivacy)
    }

    fn fits(self, case: &Case) -> bool {
        (!self.needs_column() || case.sensitive.iter().any(|s| s.items.is_none()))
            && (!self.needs_population() || case.population.is_some())
            && (self != ModelKind::KmAnonymity || case.sensitive.iter().any(|s| s.items.is_some()))
    }
}

/// Draws the models, the loss and the limit.
pub(crate) fn choose_question(r: &mut Seeded, case: &mut Case, shape: &CaseShape) {
    if shape.models == ModelKind::FIRST_THREE {
        choose_first_three(r, case);
    } else {
        choose_models(r, case, shape);
    }
    r.shuffle(&mut case.models);
    case.loss = r.pick(&[
        OracleLoss::Loss,
        OracleLoss::Nwp,
        OracleLoss::Precision,
        OracleLoss::Aecs,
        OracleLoss::Discernibility,
        OracleLoss::Entropy,
        OracleLoss::Height,
    ]);
    let aggregations = [
        OracleAggregation::Geometric,
        OracleAggregation::Arithmetic,
        OracleAggregation::Sum,
        OracleAggregation::Max,
    ];
    case.aggregation = r.chance(60).then(|| r.pick(&aggregations));
    case.suppression_weight = r.pick(&[0.5, 0.5, 0.5, 0.0, 0.2, 0.8, 1.0]);
    case.limit = limit(r);
}

fn choose_first_three(r: &mut Seeded, case: &mut Case) {
    let k = 1 + r.below(6) as u64;
    if case.sensitive.is_empty() || r.chance(60) {
        case.models.push(OracleModel::K {
            k: k.min(case.units()),
        });
    }
    for column in case.sensitive.clone() {
        if r.chance(50) {
            case.models.push(OracleModel::DistinctL {
                column: column.index,
                l: r.pick(&[1, 2, 2, 2, 3, 4]),
            });
        }
        let mut distances = vec![OracleDistance::Equal, OracleDistance::Ordered];
        if column.lines.is_some() {
            distances.push(OracleDistance::Hierarchical);
        }
        r.shuffle(&mut distances);
        let how_many = r.pick(&[0, 0, 0, 1, 1, 1, 1, 2]);
        case.models.extend(
            distances
                .into_iter()
                .take(how_many)
                .map(|distance| closeness(r, column.index, distance)),
        );
    }
    if case.models.is_empty() {
        case.models
            .push(closeness(r, case.sensitive[0].index, OracleDistance::Equal));
    }
}

/// One model or a few, each of another kind.
fn choose_models(r: &mut Seeded, case: &mut Case, shape: &CaseShape) {
    let mut kinds: Vec<ModelKind> = shape
        .models
        .iter()
        .copied()
        .filter(|kind| kind.fits(case))
        .collect();
    r.shuffle(&mut kinds);
    kinds.truncate(r.pick(&[1, 1, 1, 2, 2, 3]));
    // Which of these removes its classes first is not settled, so they do not meet.
    if kinds.contains(&ModelKind::LkcPrivacy) {
        kinds.retain(|kind| !matches!(kind, ModelKind::SampleUniqueness | ModelKind::AverageRisk));
    }
    if kinds.is_empty() {
        kinds.push(ModelKind::K);
    }
    for kind in kinds {
        let model = model(r, case, kind);
        let divided =
            shape.others && kind.can_be_divided() && case.sensitive.len() > 1 && r.chance(30);
        let model = if divided {
            OracleModel::OthersAsQuasi(Box::new(model))
        } else {
            model
        };
        let asked = tuned(r, case, &model);
        case.models.push(fitting(case, asked));
    }
}

fn closeness(r: &mut Seeded, column: usize, distance: OracleDistance) -> OracleModel {
    let thresholds = [
        ("0.0", 0, 1),
        ("0.1", 1, 10),
        ("0.2", 1, 5),
        ("0.25", 1, 4),
        ("0.3", 3, 10),
        ("0.375", 3, 8),
        ("0.5", 1, 2),
        ("0.75", 3, 4),
        ("1.0", 1, 1),
    ];
    let (text, t_num, t_den) = r.pick(&thresholds);
    OracleModel::T {
        column,
        t_num,
        t_den,
        text: text.into(),
        distance,
    }
}

fn limit(r: &mut Seeded) -> OracleLimit {
    let shares = [
        ("0.0", 0, 1),
        ("0.05", 5, 100),
        ("0.1", 1, 10),
        ("0.29", 29, 100),
        ("0.333", 333, 1000),
        ("0.5", 1, 2),
        ("0.8", 4, 5),
        ("1.0", 1, 1),
        ("1.0", 1, 1),
    ];
    if r.chance(40) {
        return OracleLimit::Units(r.pick(&[0, 0, 1, 2, 3, 5, 8]));
    }
    let (text, numerator, denominator) = r.pick(&shares);
    OracleLimit::Share {
        numerator,
        denominator,
        text: text.into(),
    }
}

/// A number of units that the table or the population does not have is a mistake in a recipe, not a
/// question.
fn fitting(case: &Case, mut model: OracleModel) -> OracleModel {
    match &mut model {
        OracleModel::K { k }
        | OracleModel::AlphaK { k, .. }
        | OracleModel::LkcPrivacy { k, .. }
        | OracleModel::KmAnonymity { k, .. } => *k = case.units().min(*k),
        OracleModel::NtCloseness { n, .. } => *n = case.units().min(*n),
        OracleModel::KMap { k } => {
            let population = case.population.as_ref().expect("k-map has a population");
            let names = population
                .persons
                .as_ref()
                .map(|names| names.iter().collect::<BTreeSet<_>>().len());
            *k = (names.unwrap_or(population.rows.len()) as u64).min(*k);
        }
        OracleModel::OthersAsQuasi(inner) => **inner = fitting(case, (**inner).clone()),
        _ => {}
    }
    model
}

fn fraction((num, den): (i128, i128)) -> ReducedFraction {
    ReducedFraction::new(num, den)
}

/// A model with the mildest parameter there is, and its other parameters drawn.
fn model(r: &mut Seeded, case: &Case, kind: ModelKind) -> OracleModel {
    let set_valued = kind == ModelKind::KmAnonymity;
    let columns: Vec<_> = case
        .sensitive
        .iter()
        .filter(|s| s.items.is_some() == set_valued)
        .collect();
    let column = if columns.is_empty() {
        usize::MAX
    } else {
        r.pick(&columns).index
    };
    let (zero, one, much) = (
        ReducedFraction::whole(0),
        ReducedFraction::whole(1),
        ReducedFraction::whole(1000),
    );
    let log = r.pick(&[OracleLog::Natural, OracleLog::Binary]);
    match kind {
        ModelKind::K => OracleModel::K { k: 1 },
        ModelKind::DistinctL => OracleModel::DistinctL { column, l: 1 },
        ModelKind::T | ModelKind::SmoothedT => {
            let distance = distance(r, case, column, kind == ModelKind::SmoothedT);
            OracleModel::T {
                column,
                t_num: 1,
                t_den: 1,
                text: "1.0".into(),
                distance,
            }
        }
        ModelKind::ProbabilisticL => OracleModel::ProbabilisticL { column, l: one },
        ModelKind::EntropyL => OracleModel::EntropyL {
            column,
            l: one,
            estimator: OracleEstimator::Shannon,
        },
        ModelKind::GrassbergerL => OracleModel::EntropyL {
            column,
            l: one,
            estimator: OracleEstimator::Grassberger,
        },
        ModelKind::RecursiveL => OracleModel::RecursiveL {
            column,
            l: r.pick(&[2, 2, 2, 3]),
            c: much,
        },
        ModelKind::AlphaK => OracleModel::AlphaK {
            column,
            alpha: one,
            k: r.pick(&[1, 1, 2, 3]),
            values: listed_values(r, case, column),
        },
        ModelKind::SemanticPrivacy => OracleModel::SemanticPrivacy {
            column,
            delta: much,
            log,
        },
        ModelKind::DeltaDisclosure => OracleModel::DeltaDisclosure {
            column,
            delta: much,
            log,
        },
        ModelKind::BasicBeta | ModelKind::EnhancedBeta => OracleModel::BetaLikeness {
            column,
            beta: much,
            enhanced: kind == ModelKind::EnhancedBeta,
        },
        ModelKind::SampleUniqueness => OracleModel::SampleUniqueness { threshold: one },
        ModelKind::AverageRisk => OracleModel::AverageRisk { threshold: one },
        ModelKind::KMap => OracleModel::KMap { k: 1 },
        ModelKind::DeltaPresence => OracleModel::DeltaPresence {
            min: zero,
            max: one,
        },
        ModelKind::NtCloseness => {
            let smoothed = r.chance(20);
            let n = r.pick(&[1, 2, 3, 5, 8, case.units(), case.units()]);
            OracleModel::NtCloseness {
                column,
                n,
                t: one,
                distance: distance(r, case, column, smoothed),
            }
        }
        ModelKind::LkcPrivacy => OracleModel::LkcPrivacy {
            column,
            l: r.pick(&[1, 1, 2, 3]),
            k: 1,
            c: one,
        },
        ModelKind::KmAnonymity => OracleModel::KmAnonymity {
            column,
            k: 1,
            m: r.pick(&[1, 2, 2, 3]),
        },
    }
}

fn distance(r: &mut Seeded, case: &Case, column: usize, smoothed: bool) -> OracleDistance {
    let column = case.sensitive_column(column);
    if smoothed {
        return OracleDistance::Smoothed {
            bandwidth: fraction(r.pick(&[(3, 10), (3, 10), (1, 10), (1, 2), (3, 4), (2, 1)])),
        };
    }
    let mut distances = vec![OracleDistance::Equal];
    // How equal numbers that differ as texts are ranked is not settled.
    if !column.numbers {
        distances.push(OracleDistance::Ordered);
    }
    if column.lines.is_some() {
        distances.push(OracleDistance::Hierarchical);
    }
    r.pick(&distances)
}

fn listed_values(r: &mut Seeded, case: &Case, column: usize) -> Option<Vec<String>> {
    let mut values = case.sensitive_column(column).order.clone();
    r.shuffle(&mut values);
    values.truncate(1 + r.below(2));
    r.chance(40).then_some(values)
}

/// The model with a parameter that some classes meet and some do not: a usual one, or what a class
/// of some node has.
fn tuned(r: &mut Seeded, case: &Case, mild: &OracleModel) -> OracleModel {
    let usual: &[(i128, i128)] = match ModelKind::of(mild) {
        ModelKind::K | ModelKind::KMap => &[(1, 1), (2, 1), (2, 1), (3, 1), (4, 1), (6, 1)],
        ModelKind::DistinctL | ModelKind::KmAnonymity => &[(1, 1), (2, 1), (2, 1), (3, 1)],
        ModelKind::ProbabilisticL | ModelKind::EntropyL => &[
            (1, 1),
            (5, 4),
            (3, 2),
            (2, 1),
            (2, 1),
            (5, 2),
            (3, 1),
            (4, 1),
        ],
        ModelKind::GrassbergerL => &[(1, 1), (3, 2), (2, 1), (3, 1), (7, 2), (4, 1)],
        ModelKind::RecursiveL => &[(1, 2), (1, 1), (3, 2), (2, 1), (3, 1), (5, 1), (8, 1)],
        ModelKind::SemanticPrivacy => &[
            (0, 1),
            (1, 2),
            (7, 10),
            (1, 1),
            (1, 1),
            (3, 2),
            (2, 1),
            (3, 1),
        ],
        ModelKind::DeltaDisclosure | ModelKind::BasicBeta | ModelKind::EnhancedBeta => {
            &[(1, 4), (1, 2), (7, 10), (1, 1), (3, 2), (2, 1), (3, 1)]
        }
        ModelKind::SmoothedT => &[(1, 100), (1, 20), (1, 10), (1, 5), (3, 10), (1, 2), (7, 10)],
        _ => &[
            (0, 1),
            (1, 10),
            (1, 5),
            (1, 4),
            (3, 10),
            (3, 8),
            (1, 2),
            (3, 4),
            (1, 1),
        ],
    };
    // A third of the scores lies on a parameter that can be written down; a few draws find one most
    // of the time.
    let observed = if r.chance(50) {
        (0..4).find_map(|_| asking(mild, observed(r, case, mild)?, r))
    } else {
        None
    };
    observed
        .or_else(|| (0..20).find_map(|_| asking(mild, fraction(r.pick(usual)), r)))
        .unwrap_or_else(|| mild.clone())
}

/// What the model measures on some class of some node, rounded to a decimal where it is none.
fn observed(r: &mut Seeded, case: &Case, mild: &OracleModel) -> Option<ReducedFraction> {
    let probe = Case {
        models: vec![mild.clone()],
        ..case.clone()
    };
    let facts = Oracle::new(&probe).evaluate(&r.pick(&case.nodes()));
    let score = if mild.is_table_wide() {
        facts.measured[0]?
    } else {
        r.pick(&facts.classes).scores[0]?
    };
    match score {
        OracleMeasured::Exact(exact) => Some(exact),
        OracleMeasured::Float(number) => Some(ReducedFraction::new(
            (number * 100.0) as i128 + r.below(2) as i128,
            100,
        )),
        OracleMeasured::Infinite => None,
        OracleMeasured::Both { greatest, .. } => Some(greatest),
    }
}

/// The model with another parameter, if it may have this one.
fn asking(model: &OracleModel, x: ReducedFraction, r: &mut Seeded) -> Option<OracleModel> {
    let text = x.decimal()?;
    let (zero, one) = (ReducedFraction::whole(0), ReducedFraction::whole(1));
    let whole = (x.den == 1 && x.num > 0).then_some(x.num as u64);
    let at_least_one = (x >= one).then_some(x);
    let positive = (x > zero).then_some(x);
    let share = (x <= one).then_some(x);
    let positive_share = positive.and(share);
    let mut asked = model.clone();
    match &mut asked {
        OracleModel::K { k } | OracleModel::KMap { k } | OracleModel::KmAnonymity { k, .. } => {
            *k = whole?
        }
        OracleModel::DistinctL { l, .. } => *l = whole?,
        OracleModel::T {
            t_num,
            t_den,
            text: t,
            distance,
            ..
        } => {
            // Whether a smoothed distance is exactly 0 depends on rounding.
            share.filter(|_| x > zero || !matches!(distance, OracleDistance::Smoothed { .. }))?;
            (*t_num, *t_den, *t) = (x.num, x.den, text);
        }
        OracleModel::ProbabilisticL { l, .. } | OracleModel::EntropyL { l, .. } => {
            *l = at_least_one?
        }
        OracleModel::RecursiveL { c, .. } => *c = positive?,
        OracleModel::AlphaK { alpha, .. } => *alpha = positive_share?,
        OracleModel::SemanticPrivacy { delta, .. } => *delta = x,
        OracleModel::DeltaDisclosure { delta, .. } => *delta = positive?,
        OracleModel::BetaLikeness { beta, .. } => *beta = positive?,
        OracleModel::SampleUniqueness { threshold } => *threshold = share?,
        OracleModel::AverageRisk { threshold } => *threshold = positive_share?,
        OracleModel::DeltaPresence { min, max } => {
            (*min, *max) = (zero, positive_share?);
            let least = [(1, 20), (1, 10), (1, 5), (1, 2)].map(fraction);
            if r.chance(40) {
                *min = r.pick(&least).min(*max);
            } else if r.chance(30) {
                (*min, *max) = (x, one);
            }
        }
        OracleModel::NtCloseness { t, distance, .. } => {
            *t = share
                .filter(|_| x > zero || !matches!(distance, OracleDistance::Smoothed { .. }))?;
        }
        OracleModel::LkcPrivacy { k, c, .. } => {
            (*k, *c) = (r.pick(&[1, 2, 2, 3, 4]), positive_share?)
        }
        OracleModel::OthersAsQuasi(inner) => **inner = asking(inner, x, r)?,
    }
    Some(asked)
}
