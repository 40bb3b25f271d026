//! Draws what is asked of a random table: the models, the loss and the limit.

use crate::{
    Aggregation, Case, Distance, Estimator, Fraction, Limit, Log, Loss, Measured, Model, Oracle,
    Seeded, Shape,
};
use std::collections::BTreeSet;

/// The kinds of models that can be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
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

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 20] = [
        Kind::K,
        Kind::DistinctL,
        Kind::T,
        Kind::SmoothedT,
        Kind::ProbabilisticL,
        Kind::EntropyL,
        Kind::GrassbergerL,
        Kind::RecursiveL,
        Kind::AlphaK,
        Kind::SemanticPrivacy,
        Kind::DeltaDisclosure,
        Kind::BasicBeta,
        Kind::EnhancedBeta,
        Kind::SampleUniqueness,
        Kind::AverageRisk,
        Kind::KMap,
        Kind::DeltaPresence,
        Kind::NtCloseness,
        Kind::LkcPrivacy,
        Kind::KmAnonymity,
    ];

    /// Those that judge a class by itself and the input.
    pub const OF_CLASSES: &[Kind] = Self::ALL.split_at(13).0;

    /// k-anonymity, distinct l-diversity, t-closeness.
    pub const FIRST_THREE: &[Kind] = Self::ALL.split_at(3).0;

    /// The kind of a model.
    pub fn of(model: &Model) -> Kind {
        match model.inner() {
            Model::K { .. } => Kind::K,
            Model::DistinctL { .. } => Kind::DistinctL,
            Model::T {
                distance: Distance::Smoothed { .. },
                ..
            } => Kind::SmoothedT,
            Model::T { .. } => Kind::T,
            Model::ProbabilisticL { .. } => Kind::ProbabilisticL,
            Model::EntropyL {
                estimator: Estimator::Shannon,
                ..
            } => Kind::EntropyL,
            Model::EntropyL { .. } => Kind::GrassbergerL,
            Model::RecursiveL { .. } => Kind::RecursiveL,
            Model::AlphaK { .. } => Kind::AlphaK,
            Model::SemanticPrivacy { .. } => Kind::SemanticPrivacy,
            Model::DeltaDisclosure { .. } => Kind::DeltaDisclosure,
            Model::BetaLikeness {
                enhanced: false, ..
            } => Kind::BasicBeta,
            Model::BetaLikeness { .. } => Kind::EnhancedBeta,
            Model::SampleUniqueness { .. } => Kind::SampleUniqueness,
            Model::AverageRisk { .. } => Kind::AverageRisk,
            Model::KMap { .. } => Kind::KMap,
            Model::DeltaPresence { .. } => Kind::DeltaPresence,
            Model::NtCloseness { .. } => Kind::NtCloseness,
            Model::LkcPrivacy { .. } => Kind::LkcPrivacy,
            Model::KmAnonymity { .. } => Kind::KmAnonymity,
            Model::OthersAsQuasi(_) => unreachable!("a part is not divided again"),
        }
    }

    /// True when it judges the values of a sensitive column that is not one of sets.
    pub fn needs_column(self) -> bool {
        let without = [
            Kind::K,
            Kind::SampleUniqueness,
            Kind::AverageRisk,
            Kind::KMap,
            Kind::DeltaPresence,
            Kind::KmAnonymity,
        ];
        !without.contains(&self)
    }

    /// True when it compares with a population.
    pub fn needs_population(self) -> bool {
        matches!(self, Kind::KMap | Kind::DeltaPresence)
    }

    /// True when it can be asked of parts of classes: what the flag means for the others is not
    /// settled.
    fn can_be_divided(self) -> bool {
        self.needs_column() && !matches!(self, Kind::NtCloseness | Kind::LkcPrivacy)
    }

    fn fits(self, case: &Case) -> bool {
        (!self.needs_column() || case.sensitive.iter().any(|s| s.items.is_none()))
            && (!self.needs_population() || case.population.is_some())
            && (self != Kind::KmAnonymity || case.sensitive.iter().any(|s| s.items.is_some()))
    }
}

/// Draws the models, the loss and the limit.
pub(crate) fn choose_question(r: &mut Seeded, case: &mut Case, shape: &Shape) {
    if shape.models == Kind::FIRST_THREE {
        choose_first_three(r, case);
    } else {
        choose_models(r, case, shape);
    }
    r.shuffle(&mut case.models);
    case.loss = r.pick(&[
        Loss::Loss,
        Loss::Nwp,
        Loss::Precision,
        Loss::Aecs,
        Loss::Discernibility,
        Loss::Entropy,
        Loss::Height,
    ]);
    let aggregations = [
        Aggregation::Geometric,
        Aggregation::Arithmetic,
        Aggregation::Sum,
        Aggregation::Max,
    ];
    case.aggregation = r.chance(60).then(|| r.pick(&aggregations));
    case.suppression_weight = r.pick(&[0.5, 0.5, 0.5, 0.0, 0.2, 0.8, 1.0]);
    case.limit = limit(r);
}

fn choose_first_three(r: &mut Seeded, case: &mut Case) {
    let k = 1 + r.below(6) as u64;
    if case.sensitive.is_empty() || r.chance(60) {
        case.models.push(Model::K {
            k: k.min(case.units()),
        });
    }
    for column in case.sensitive.clone() {
        if r.chance(50) {
            case.models.push(Model::DistinctL {
                column: column.index,
                l: r.pick(&[1, 2, 2, 2, 3, 4]),
            });
        }
        let mut distances = vec![Distance::Equal, Distance::Ordered];
        if column.lines.is_some() {
            distances.push(Distance::Hierarchical);
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
            .push(closeness(r, case.sensitive[0].index, Distance::Equal));
    }
}

/// One model or a few, each of another kind.
fn choose_models(r: &mut Seeded, case: &mut Case, shape: &Shape) {
    let mut kinds: Vec<Kind> = shape
        .models
        .iter()
        .copied()
        .filter(|kind| kind.fits(case))
        .collect();
    r.shuffle(&mut kinds);
    kinds.truncate(r.pick(&[1, 1, 1, 2, 2, 3]));
    // Which of these removes its classes first is not settled, so they do not meet.
    if kinds.contains(&Kind::LkcPrivacy) {
        kinds.retain(|kind| !matches!(kind, Kind::SampleUniqueness | Kind::AverageRisk));
    }
    if kinds.is_empty() {
        kinds.push(Kind::K);
    }
    for kind in kinds {
        let model = model(r, case, kind);
        let divided =
            shape.others && kind.can_be_divided() && case.sensitive.len() > 1 && r.chance(30);
        let model = if divided {
            Model::OthersAsQuasi(Box::new(model))
        } else {
            model
        };
        let asked = tuned(r, case, &model);
        case.models.push(fitting(case, asked));
    }
}

fn closeness(r: &mut Seeded, column: usize, distance: Distance) -> Model {
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
    Model::T {
        column,
        t_num,
        t_den,
        text: text.into(),
        distance,
    }
}

fn limit(r: &mut Seeded) -> Limit {
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
        return Limit::Units(r.pick(&[0, 0, 1, 2, 3, 5, 8]));
    }
    let (text, numerator, denominator) = r.pick(&shares);
    Limit::Share {
        numerator,
        denominator,
        text: text.into(),
    }
}

/// A number of units that the table or the population does not have is a mistake in a recipe, not a
/// question.
fn fitting(case: &Case, mut model: Model) -> Model {
    match &mut model {
        Model::K { k }
        | Model::AlphaK { k, .. }
        | Model::LkcPrivacy { k, .. }
        | Model::KmAnonymity { k, .. } => *k = case.units().min(*k),
        Model::NtCloseness { n, .. } => *n = case.units().min(*n),
        Model::KMap { k } => {
            let population = case.population.as_ref().expect("k-map has a population");
            let names = population
                .persons
                .as_ref()
                .map(|names| names.iter().collect::<BTreeSet<_>>().len());
            *k = (names.unwrap_or(population.rows.len()) as u64).min(*k);
        }
        Model::OthersAsQuasi(inner) => **inner = fitting(case, (**inner).clone()),
        _ => {}
    }
    model
}

fn fraction((num, den): (i128, i128)) -> Fraction {
    Fraction::new(num, den)
}

/// A model with the mildest parameter there is, and its other parameters drawn.
fn model(r: &mut Seeded, case: &Case, kind: Kind) -> Model {
    let set_valued = kind == Kind::KmAnonymity;
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
        Fraction::whole(0),
        Fraction::whole(1),
        Fraction::whole(1000),
    );
    let log = r.pick(&[Log::Natural, Log::Binary]);
    match kind {
        Kind::K => Model::K { k: 1 },
        Kind::DistinctL => Model::DistinctL { column, l: 1 },
        Kind::T | Kind::SmoothedT => {
            let distance = distance(r, case, column, kind == Kind::SmoothedT);
            Model::T {
                column,
                t_num: 1,
                t_den: 1,
                text: "1.0".into(),
                distance,
            }
        }
        Kind::ProbabilisticL => Model::ProbabilisticL { column, l: one },
        Kind::EntropyL => Model::EntropyL {
            column,
            l: one,
            estimator: Estimator::Shannon,
        },
        Kind::GrassbergerL => Model::EntropyL {
            column,
            l: one,
            estimator: Estimator::Grassberger,
        },
        Kind::RecursiveL => Model::RecursiveL {
            column,
            l: r.pick(&[2, 2, 2, 3]),
            c: much,
        },
        Kind::AlphaK => Model::AlphaK {
            column,
            alpha: one,
            k: r.pick(&[1, 1, 2, 3]),
            values: listed_values(r, case, column),
        },
        Kind::SemanticPrivacy => Model::SemanticPrivacy {
            column,
            delta: much,
            log,
        },
        Kind::DeltaDisclosure => Model::DeltaDisclosure {
            column,
            delta: much,
            log,
        },
        Kind::BasicBeta | Kind::EnhancedBeta => Model::BetaLikeness {
            column,
            beta: much,
            enhanced: kind == Kind::EnhancedBeta,
        },
        Kind::SampleUniqueness => Model::SampleUniqueness { threshold: one },
        Kind::AverageRisk => Model::AverageRisk { threshold: one },
        Kind::KMap => Model::KMap { k: 1 },
        Kind::DeltaPresence => Model::DeltaPresence {
            min: zero,
            max: one,
        },
        Kind::NtCloseness => {
            let smoothed = r.chance(20);
            let n = r.pick(&[1, 2, 3, 5, 8, case.units(), case.units()]);
            Model::NtCloseness {
                column,
                n,
                t: one,
                distance: distance(r, case, column, smoothed),
            }
        }
        Kind::LkcPrivacy => Model::LkcPrivacy {
            column,
            l: r.pick(&[1, 1, 2, 3]),
            k: 1,
            c: one,
        },
        Kind::KmAnonymity => Model::KmAnonymity {
            column,
            k: 1,
            m: r.pick(&[1, 2, 2, 3]),
        },
    }
}

fn distance(r: &mut Seeded, case: &Case, column: usize, smoothed: bool) -> Distance {
    let column = case.sensitive_column(column);
    if smoothed {
        return Distance::Smoothed {
            bandwidth: fraction(r.pick(&[(3, 10), (3, 10), (1, 10), (1, 2), (3, 4), (2, 1)])),
        };
    }
    let mut distances = vec![Distance::Equal];
    // How equal numbers that differ as texts are ranked is not settled.
    if !column.numbers {
        distances.push(Distance::Ordered);
    }
    if column.lines.is_some() {
        distances.push(Distance::Hierarchical);
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
fn tuned(r: &mut Seeded, case: &Case, mild: &Model) -> Model {
    let usual: &[(i128, i128)] = match Kind::of(mild) {
        Kind::K | Kind::KMap => &[(1, 1), (2, 1), (2, 1), (3, 1), (4, 1), (6, 1)],
        Kind::DistinctL | Kind::KmAnonymity => &[(1, 1), (2, 1), (2, 1), (3, 1)],
        Kind::ProbabilisticL | Kind::EntropyL => &[
            (1, 1),
            (5, 4),
            (3, 2),
            (2, 1),
            (2, 1),
            (5, 2),
            (3, 1),
            (4, 1),
        ],
        Kind::GrassbergerL => &[(1, 1), (3, 2), (2, 1), (3, 1), (7, 2), (4, 1)],
        Kind::RecursiveL => &[(1, 2), (1, 1), (3, 2), (2, 1), (3, 1), (5, 1), (8, 1)],
        Kind::SemanticPrivacy => &[
            (0, 1),
            (1, 2),
            (7, 10),
            (1, 1),
            (1, 1),
            (3, 2),
            (2, 1),
            (3, 1),
        ],
        Kind::DeltaDisclosure | Kind::BasicBeta | Kind::EnhancedBeta => {
            &[(1, 4), (1, 2), (7, 10), (1, 1), (3, 2), (2, 1), (3, 1)]
        }
        Kind::SmoothedT => &[(1, 100), (1, 20), (1, 10), (1, 5), (3, 10), (1, 2), (7, 10)],
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
fn observed(r: &mut Seeded, case: &Case, mild: &Model) -> Option<Fraction> {
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
        Measured::Exact(exact) => Some(exact),
        Measured::Float(number) => Some(Fraction::new(
            (number * 100.0) as i128 + r.below(2) as i128,
            100,
        )),
        Measured::Infinite => None,
        Measured::Both { greatest, .. } => Some(greatest),
    }
}

/// The model with another parameter, if it may have this one.
fn asking(model: &Model, x: Fraction, r: &mut Seeded) -> Option<Model> {
    let text = x.decimal()?;
    let (zero, one) = (Fraction::whole(0), Fraction::whole(1));
    let whole = (x.den == 1 && x.num > 0).then_some(x.num as u64);
    let at_least_one = (x >= one).then_some(x);
    let positive = (x > zero).then_some(x);
    let share = (x <= one).then_some(x);
    let positive_share = positive.and(share);
    let mut asked = model.clone();
    match &mut asked {
        Model::K { k } | Model::KMap { k } | Model::KmAnonymity { k, .. } => *k = whole?,
        Model::DistinctL { l, .. } => *l = whole?,
        Model::T {
            t_num,
            t_den,
            text: t,
            distance,
            ..
        } => {
            // Whether a smoothed distance is exactly 0 depends on rounding.
            share.filter(|_| x > zero || !matches!(distance, Distance::Smoothed { .. }))?;
            (*t_num, *t_den, *t) = (x.num, x.den, text);
        }
        Model::ProbabilisticL { l, .. } | Model::EntropyL { l, .. } => *l = at_least_one?,
        Model::RecursiveL { c, .. } => *c = positive?,
        Model::AlphaK { alpha, .. } => *alpha = positive_share?,
        Model::SemanticPrivacy { delta, .. } => *delta = x,
        Model::DeltaDisclosure { delta, .. } => *delta = positive?,
        Model::BetaLikeness { beta, .. } => *beta = positive?,
        Model::SampleUniqueness { threshold } => *threshold = share?,
        Model::AverageRisk { threshold } => *threshold = positive_share?,
        Model::DeltaPresence { min, max } => {
            (*min, *max) = (zero, positive_share?);
            let least = [(1, 20), (1, 10), (1, 5), (1, 2)].map(fraction);
            if r.chance(40) {
                *min = r.pick(&least).min(*max);
            } else if r.chance(30) {
                (*min, *max) = (x, one);
            }
        }
        Model::NtCloseness { t, distance, .. } => {
            *t = share.filter(|_| x > zero || !matches!(distance, Distance::Smoothed { .. }))?;
        }
        Model::LkcPrivacy { k, c, .. } => (*k, *c) = (r.pick(&[1, 2, 2, 3, 4]), positive_share?),
        Model::OthersAsQuasi(inner) => **inner = asking(inner, x, r)?,
    }
    Some(asked)
}
