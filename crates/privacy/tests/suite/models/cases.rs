//! Random classes, the models on them, and the naive definitions.

use equipoise_data::{Hierarchy, Result, Table, Tree};
use equipoise_privacy::{
    AlphaKAnonymity, BetaLikeness, Class, ClassModel, DeltaDisclosure, Distance, DistinctDiversity,
    EntropyDiversity, EntropyEstimator, Likeness, Log, ProbabilisticDiversity, RecursiveDiversity,
    Score, SemanticPrivacy, Smoothed, SmoothedCloseness, TCloseness,
};
use equipoise_testkit::Seeded;

/// A class in a table with a sensitive column; the last value may mean missing.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    pub(crate) values: usize,
    pub(crate) missing: Option<u32>,
    pub(crate) reference: Vec<u64>,
    pub(crate) class: Vec<(u32, u64)>,
    pub(crate) size: u64,
    pub(crate) ground: Vec<Vec<f64>>,
}

impl Sample {
    /// With `persons`, units of values add up to more than the size.
    pub(crate) fn random(r: &mut Seeded, persons: bool) -> Self {
        let values = 1 + r.below(9);
        let missing = (values > 1 && r.chance(40)).then(|| values as u32 - 1);
        let most = r.pick(&[2, 4, 12, 200, 100_000]);
        let mut counts: Vec<u64> = (0..values)
            .map(|_| {
                if r.chance(35) {
                    0
                } else {
                    r.below(most) as u64
                }
            })
            .collect();
        if r.chance(25) {
            let same = 1 + r.below(5) as u64;
            counts
                .iter_mut()
                .filter(|c| **c > 0)
                .for_each(|c| *c = same);
        }
        counts[r.below(values)] += 1;
        let times = if r.chance(20) { r.below(3) as u64 } else { 0 };
        let mut reference: Vec<u64> = counts.iter().map(|&c| c * (1 + times)).collect();
        if times == 0 {
            reference
                .iter_mut()
                .for_each(|q| *q += 1 + r.below(most * 3) as u64);
        }
        let sum: u64 = counts.iter().sum();
        let largest = counts.iter().copied().max().unwrap();
        let size = if persons {
            largest + r.below((sum - largest + 1) as usize) as u64
        } else {
            sum
        };
        let mut class: Vec<(u32, u64)> = (0..).zip(counts).filter(|v| v.1 > 0).collect();
        r.shuffle(&mut class);
        let places: Vec<f64> = (0..values).map(|_| r.below(9) as f64 / 8.0).collect();
        let ground = places
            .iter()
            .map(|a| places.iter().map(|b| (a - b).abs()).collect())
            .collect();
        Sample {
            values,
            missing,
            reference,
            class,
            size,
            ground,
        }
    }

    pub(crate) fn class(&self) -> Class<'_> {
        Class::new(self.size, &self.class)
    }

    pub(crate) fn count(&self, value: usize) -> u64 {
        self.class
            .iter()
            .filter(|v| v.0 as usize == value)
            .map(|v| v.1)
            .sum()
    }

    /// Counts of known values, falling.
    pub(crate) fn known(&self) -> Vec<u64> {
        let mut known: Vec<u64> = self
            .class
            .iter()
            .filter(|v| Some(v.0) != self.missing)
            .map(|v| v.1)
            .collect();
        known.sort_by(|a, b| b.cmp(a));
        known
    }

    pub(crate) fn units(&self) -> u64 {
        self.class.iter().map(|v| v.1).sum()
    }

    pub(crate) fn total(&self) -> u64 {
        self.reference.iter().sum()
    }

    pub(crate) fn ranks(&self) -> Vec<Option<u32>> {
        (0..self.values as u32)
            .map(|v| (Some(v) != self.missing).then_some(v))
            .collect()
    }

    /// Pairs of values, then fours, then all.
    pub(crate) fn hierarchy(&self) -> Hierarchy {
        let known = self.missing.map_or(self.values, |v| v as usize);
        let line = |v: usize| {
            vec![
                v.to_string(),
                format!("a{}", v / 2),
                format!("b{}", v / 4),
                "*".to_owned(),
            ]
        };
        let rows: Vec<[String; 1]> = (0..self.values)
            .map(|v| {
                [if v < known {
                    v.to_string()
                } else {
                    String::new()
                }]
            })
            .collect();
        let tree = Tree::new((0..known).map(line).collect()).unwrap();
        Hierarchy::bind(
            &tree,
            &Table::from_rows(&["s"], &rows).columns[0],
            &[String::new()],
        )
        .unwrap()
    }

    /// p and q as floating-point numbers.
    pub(crate) fn shares(&self) -> (Vec<f64>, Vec<f64>) {
        let p = (0..self.values)
            .map(|v| self.count(v) as f64 / self.units() as f64)
            .collect();
        let q = self
            .reference
            .iter()
            .map(|&q| q as f64 / self.total() as f64)
            .collect();
        (p, q)
    }
}

/// A model but for the parameter that is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    Distinct,
    Probabilistic,
    Shannon,
    Grassberger,
    Recursive(u64),
    AlphaK(u64),
    Equal,
    Ordered,
    Hierarchical,
    Smoothed(f64),
    Semantic(Log),
    Disclosure(Log),
    Basic,
    Enhanced,
}

pub(crate) const KINDS: [Kind; 19] = [
    Kind::Distinct,
    Kind::Probabilistic,
    Kind::Shannon,
    Kind::Grassberger,
    Kind::Recursive(2),
    Kind::Recursive(3),
    Kind::Recursive(20),
    Kind::AlphaK(1),
    Kind::AlphaK(4),
    Kind::Equal,
    Kind::Ordered,
    Kind::Hierarchical,
    Kind::Smoothed(0.3),
    Kind::Semantic(Log::Natural),
    Kind::Semantic(Log::Binary),
    Kind::Disclosure(Log::Natural),
    Kind::Disclosure(Log::Binary),
    Kind::Basic,
    Kind::Enhanced,
];

/// A naive score.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Naive {
    Exact(u128, u128),
    Infinite,
    Nearly(f64),
}

impl Kind {
    pub(crate) fn build(self, s: &Sample, asked: Score) -> Result<Box<dyn ClassModel>> {
        let (q, missing) = (&s.reference, s.missing);
        Ok(match self {
            Kind::Distinct => {
                let asked = asked.fraction();
                Box::new(DistinctDiversity::new(
                    0,
                    asked.numerator.div_ceil(asked.denominator.max(1)) as u64,
                    missing,
                )?)
            }
            Kind::Probabilistic => Box::new(ProbabilisticDiversity::new(0, asked, missing)?),
            Kind::Shannon => Box::new(EntropyDiversity::new(
                0,
                asked,
                EntropyEstimator::Shannon,
                missing,
            )?),
            Kind::Grassberger => Box::new(EntropyDiversity::new(
                0,
                asked,
                EntropyEstimator::Grassberger,
                missing,
            )?),
            Kind::Recursive(l) => Box::new(RecursiveDiversity::new(0, l, asked, missing)?),
            Kind::AlphaK(k) => Box::new(AlphaKAnonymity::new(0, asked, k, missing, None)?),
            Kind::Equal => Box::new(TCloseness::new(0, asked, q, Distance::Equal)?),
            Kind::Ordered => Box::new(TCloseness::new(0, asked, q, Distance::ordered(&s.ranks()))?),
            Kind::Hierarchical => Box::new(TCloseness::new(
                0,
                asked,
                q,
                Distance::hierarchical(&s.hierarchy()),
            )?),
            Kind::Smoothed(b) => Box::new(SmoothedCloseness::new(
                0,
                asked,
                q,
                &Smoothed::new(&s.ground, missing, b)?,
            )?),
            Kind::Semantic(log) => Box::new(SemanticPrivacy::new(0, asked, log, q)?),
            Kind::Disclosure(log) => Box::new(DeltaDisclosure::new(0, asked, log, q)?),
            Kind::Basic => Box::new(BetaLikeness::new(0, asked, Likeness::Basic, q)?),
            Kind::Enhanced => Box::new(BetaLikeness::new(0, asked, Likeness::Enhanced, q)?),
        })
    }

    /// The score by the definition.
    pub(crate) fn naive(self, s: &Sample) -> Naive {
        let known = s.known();
        match self {
            Kind::Distinct => Naive::Exact(known.len() as u128, 1),
            Kind::Probabilistic if known.is_empty() => Naive::Exact(0, 1),
            Kind::Probabilistic => Naive::Exact(s.size.into(), known[0].into()),
            Kind::Shannon => naive_entropy(&known),
            Kind::Grassberger => naive_grassberger(&known),
            Kind::Recursive(l) => match known.iter().skip(l as usize - 1).sum::<u64>() {
                0 => Naive::Infinite,
                rest => Naive::Exact(known[0].into(), rest.into()),
            },
            Kind::AlphaK(k) if s.size < k => Naive::Infinite,
            Kind::AlphaK(_) => {
                Naive::Exact(known.first().copied().unwrap_or(0).into(), s.size.into())
            }
            Kind::Equal => naive_equal(s),
            Kind::Ordered => naive_ordered(s),
            Kind::Hierarchical => naive_hierarchical(s),
            Kind::Smoothed(b) => naive_smoothed(s, b),
            Kind::Semantic(log) => naive_log(s, log, true),
            Kind::Disclosure(log) => naive_log(s, log, false),
            Kind::Basic => naive_gain(s),
            Kind::Enhanced => {
                let (p, q) = s.shares();
                let exceeds = |v: usize| p[v] > q[v] && (p[v] - q[v]) / q[v] > -q[v].ln() + 1e-13;
                if (0..s.values).any(exceeds) {
                    Naive::Infinite
                } else {
                    naive_gain(s)
                }
            }
        }
    }
}

fn naive_entropy(known: &[u64]) -> Naive {
    let n: u64 = known.iter().sum();
    if n == 0 {
        return Naive::Exact(0, 1);
    }
    if known.iter().all(|c| c == &known[0]) {
        return Naive::Exact(known.len() as u128, 1);
    }
    let h: f64 = known
        .iter()
        .map(|&c| -(c as f64 / n as f64) * (c as f64 / n as f64).ln())
        .sum();
    Naive::Nearly(h.exp())
}

/// With G by the recursion of the paper: G(1) = -gamma - ln 2, G(2) = G(1) + 2, G(2n + 1) = G(2n),
/// G(2n + 2) = G(2n) + 2 / (2n + 1).
fn naive_grassberger(known: &[u64]) -> Naive {
    let n: u64 = known.iter().sum();
    if n == 0 {
        return Naive::Exact(0, 1);
    }
    let g = |n: u64| {
        -0.577_215_664_901_532_9 - 2f64.ln()
            + (0..n / 2)
                .rev()
                .map(|k| 2.0 / (2 * k + 1) as f64)
                .sum::<f64>()
    };
    let sum: f64 = known.iter().map(|&c| c as f64 * g(c)).sum();
    Naive::Nearly(((n as f64).ln() - sum / n as f64).exp())
}

fn naive_equal(s: &Sample) -> Naive {
    let (n, total) = (i128::from(s.units()), i128::from(s.total()));
    let off: i128 = (0..s.values)
        .map(|v| (i128::from(s.count(v)) * total - i128::from(s.reference[v]) * n).abs())
        .sum();
    Naive::Exact(off as u128, 2 * (n * total) as u128)
}

fn naive_ordered(s: &Sample) -> Naive {
    let known = s.missing.map_or(s.values, |v| v as usize);
    let scale = (known as i128 - 1).max(1);
    naive_moved(s, scale, |i, j| {
        if i.max(j) >= known {
            scale
        } else {
            i.abs_diff(j) as i128
        }
    })
}

fn naive_hierarchical(s: &Sample) -> Naive {
    let known = s.missing.map_or(s.values, |v| v as usize);
    let level = |i: usize, j: usize| {
        if i / 2 == j / 2 {
            1
        } else if i / 4 == j / 4 {
            2
        } else {
            3
        }
    };
    naive_moved(s, 3, |i, j| if i.max(j) >= known { 3 } else { level(i, j) })
}

/// By the solver, with the distance between different values.
fn naive_moved(s: &Sample, scale: i128, apart: impl Fn(usize, usize) -> i128) -> Naive {
    let to = |i: usize, j: usize| if i == j { 0 } else { apart(i, j) };
    let ground: Vec<Vec<i128>> = (0..s.values)
        .map(|i| (0..s.values).map(|j| to(i, j)).collect())
        .collect();
    let counts: Vec<u64> = (0..s.values).map(|v| s.count(v)).collect();
    let solved = equipoise_testkit::emd::emd(&counts, &s.reference, &ground, scale);
    Naive::Exact(solved.num as u128, solved.den as u128)
}

/// Straight from the definition, with a kernel that keeps its factor.
fn naive_smoothed(s: &Sample, b: f64) -> Naive {
    let is_missing = |i: usize| Some(i as u32) == s.missing;
    let d = |i: usize, j: usize| {
        if i == j {
            0.0
        } else if is_missing(i) || is_missing(j) {
            1.0
        } else {
            s.ground[i][j]
        }
    };
    let k = |x: f64| {
        if x / b < 1.0 {
            0.75 / b * (1.0 - (x / b) * (x / b))
        } else {
            0.0
        }
    };
    let occurs: Vec<usize> = (0..s.values).filter(|&i| s.reference[i] > 0).collect();
    let smooth = |p: &[f64]| {
        let raw: Vec<f64> = occurs
            .iter()
            .map(|&i| {
                occurs.iter().map(|&j| p[j] * k(d(i, j))).sum::<f64>()
                    / occurs.iter().map(|&j| k(d(i, j))).sum::<f64>()
            })
            .collect();
        let sum: f64 = raw.iter().sum();
        raw.iter().map(|x| x / sum).collect::<Vec<_>>()
    };
    let (p, q) = s.shares();
    let (p, q) = (smooth(&p), smooth(&q));
    let h = |x: f64| if x > 0.0 { x * x.ln() } else { 0.0 };
    Naive::Nearly(
        (0..p.len())
            .map(|i| h(p[i]) / 2.0 + h(q[i]) / 2.0 - h((p[i] + q[i]) / 2.0))
            .sum(),
    )
}

fn naive_log(s: &Sample, log: Log, all: bool) -> Naive {
    let (p, q) = s.shares();
    let mut worst = 0.0f64;
    for v in (0..s.values).filter(|&v| s.reference[v] > 0) {
        if p[v] == 0.0 {
            if all {
                return Naive::Infinite;
            }
            continue;
        }
        let x = if log == Log::Binary {
            (p[v] / q[v]).log2()
        } else {
            (p[v] / q[v]).ln()
        };
        worst = worst.max(x.abs());
    }
    Naive::Nearly(worst)
}

fn naive_gain(s: &Sample) -> Naive {
    let (n, total) = (u128::from(s.units()), u128::from(s.total()));
    let gains = (0..s.values).filter(|&v| s.reference[v] > 0).map(|v| {
        let (p, q) = (
            u128::from(s.count(v)) * total,
            u128::from(s.reference[v]) * n,
        );
        if p > q {
            Score::new(p - q, q)
        } else {
            Score::whole(0)
        }
    });
    let most = gains.max().unwrap_or(Score::whole(0)).fraction();
    Naive::Exact(most.numerator, most.denominator)
}

/// Numerator and denominator of a score in lowest terms.
pub(crate) fn parts(score: Score) -> (u128, u128) {
    let fraction = score.fraction();
    (fraction.numerator, fraction.denominator)
}
