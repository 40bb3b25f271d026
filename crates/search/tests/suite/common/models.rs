//! Turns the models of a case into models that judge.

use super::Prepared;
use equipoise_data::{Column, Hierarchy, OrderBy, Tree, ranks};
use equipoise_privacy::*;
use equipoise_testkit as kit;
use std::collections::HashMap;

/// What is counted for a model: a sensitive column, or pairs of it with all others.
pub(crate) struct List {
    pub(crate) column: usize,
    pub(crate) joint: bool,
    pub(crate) codes: Vec<u32>,
    pub(crate) value_of: Vec<u32>,
    part_of: Vec<u32>,
    own_value: Vec<u32>,
}

/// A sensitive column as values.
pub(crate) struct Values {
    pub(crate) index: usize,
    pub(crate) column: Column,
    pub(crate) value_of: Vec<u32>,
    missing: Option<u32>,
    reference: Vec<u64>,
}

impl Values {
    pub(crate) fn new(
        case: &kit::Case,
        s: &kit::SensitiveColumn,
        column: Column,
        persons: Option<&Column>,
    ) -> Self {
        let value_of = match &s.lines {
            Some(lines) => {
                Hierarchy::bind(&Tree::new(lines.clone()).unwrap(), &column, &case.missing)
                    .unwrap()
                    .leaf_of
            }
            None => {
                // Dictionary codes, with missing tokens as one value at the end.
                let present = column
                    .dictionary
                    .texts()
                    .filter(|t| !case.is_missing(t))
                    .count() as u32;
                let mut values = 0..present;
                column
                    .dictionary
                    .texts()
                    .map(|t| {
                        if case.is_missing(t) {
                            present
                        } else {
                            values.next().unwrap()
                        }
                    })
                    .collect()
            }
        };
        let missing = column
            .dictionary
            .texts()
            .position(|t| case.is_missing(t))
            .map(|code| value_of[code]);
        let mut reference = vec![0; value_of.iter().max().map_or(0, |&v| v as usize + 1)];
        let mut seen = std::collections::HashSet::new();
        for (row, &code) in column.codes.iter().enumerate() {
            let value = value_of[code as usize];
            if persons.is_none_or(|p| seen.insert((p.codes[row], value))) {
                reference[value as usize] += 1;
            }
        }
        Values {
            index: s.index,
            column,
            value_of,
            missing,
            reference,
        }
    }

    fn by_value<T: Clone>(&self, of_code: Vec<Option<T>>) -> Vec<Option<T>> {
        let mut out = vec![None; self.reference.len()];
        self.value_of
            .iter()
            .zip(of_code)
            .for_each(|(&v, r)| out[v as usize] = r);
        out
    }

    fn hierarchy(&self, case: &kit::Case) -> Hierarchy {
        let lines = case.sensitive_column(self.index).lines.clone().unwrap();
        Hierarchy::bind(&Tree::new(lines).unwrap(), &self.column, &case.missing).unwrap()
    }

    fn ranks(&self, case: &kit::Case) -> Vec<Option<u32>> {
        let order = &case.sensitive_column(self.index).order;
        self.by_value(ranks(&self.column, &case.missing, OrderBy::List(order)).unwrap())
    }

    fn distance(&self, case: &kit::Case, distance: kit::OracleDistance) -> Distance {
        match distance {
            kit::OracleDistance::Equal => Distance::Equal,
            kit::OracleDistance::Ordered => Distance::ordered(&self.ranks(case)),
            kit::OracleDistance::Hierarchical => Distance::hierarchical(&self.hierarchy(case)),
            kit::OracleDistance::Smoothed { .. } => unreachable!("has its own model"),
        }
    }

    fn smoothed(&self, case: &kit::Case, bandwidth: kit::ReducedFraction) -> Smoothed {
        let of = case.sensitive_column(self.index);
        let apart = |numbers: Vec<Option<f64>>| -> Vec<Vec<f64>> {
            let known: Vec<f64> = numbers.iter().flatten().copied().collect();
            let range = known.iter().copied().fold(f64::MIN, f64::max)
                - known.iter().copied().fold(f64::MAX, f64::min);
            let of = |a: &Option<f64>, b: &Option<f64>| {
                if range > 0.0 {
                    a.zip(*b).map_or(0.0, |(a, b)| (a - b).abs() / range)
                } else {
                    0.0
                }
            };
            numbers
                .iter()
                .map(|a| numbers.iter().map(|b| of(a, b)).collect())
                .collect()
        };
        let ground = if of.numbers {
            let read = |t: &str| {
                if case.is_missing(t) {
                    None
                } else {
                    Some(t.parse::<f64>().unwrap())
                }
            };
            apart(self.by_value(self.column.dictionary.texts().map(read).collect()))
        } else if of.lines.is_some() {
            let hierarchy = self.hierarchy(case);
            let height = hierarchy.height();
            let meet = |a: usize, b: usize| {
                (0..=height)
                    .find(|&l| hierarchy.levels[l].of_leaf[a] == hierarchy.levels[l].of_leaf[b])
            };
            let leaves = hierarchy.leaves();
            (0..leaves)
                .map(|a| {
                    (0..leaves)
                        .map(|b| meet(a, b).unwrap_or(height) as f64 / height.max(1) as f64)
                        .collect()
                })
                .collect()
        } else {
            apart(
                self.ranks(case)
                    .into_iter()
                    .map(|r| r.map(f64::from))
                    .collect(),
            )
        };
        Smoothed::new(&ground, self.missing, bandwidth.to_f64()).unwrap()
    }

    fn class_model(
        &self,
        case: &kit::Case,
        model: &kit::OracleModel,
        list: usize,
    ) -> Box<dyn ClassModel> {
        let missing = self.missing;
        match model {
            kit::OracleModel::DistinctL { l, .. } => {
                Box::new(DistinctDiversity::new(list, *l, missing).unwrap())
            }
            kit::OracleModel::ProbabilisticL { l, .. } => {
                Box::new(ProbabilisticDiversity::new(list, score(*l), missing).unwrap())
            }
            kit::OracleModel::EntropyL { l, estimator, .. } => {
                let estimator = match estimator {
                    kit::OracleEstimator::Shannon => EntropyEstimator::Shannon,
                    kit::OracleEstimator::Grassberger => EntropyEstimator::Grassberger,
                };
                Box::new(EntropyDiversity::new(list, score(*l), estimator, missing).unwrap())
            }
            kit::OracleModel::RecursiveL { l, c, .. } => {
                Box::new(RecursiveDiversity::new(list, *l, score(*c), missing).unwrap())
            }
            kit::OracleModel::AlphaK {
                alpha, k, values, ..
            } => {
                // Values that do not occur are one more, which no class has.
                let absent = self.reference.len() as u32;
                let find = |t: &String| {
                    self.column
                        .dictionary
                        .find(t)
                        .map_or(absent, |code| self.value_of[code as usize])
                };
                let listed: Option<Vec<u32>> = values
                    .as_ref()
                    .map(|values| values.iter().map(find).collect());
                Box::new(
                    AlphaKAnonymity::new(list, score(*alpha), *k, missing, listed.as_deref())
                        .unwrap(),
                )
            }
            kit::OracleModel::T {
                t_num,
                t_den,
                distance: kit::OracleDistance::Smoothed { bandwidth },
                ..
            } => {
                let t = Score::new(*t_num as u128, *t_den as u128);
                Box::new(
                    SmoothedCloseness::new(
                        list,
                        t,
                        &self.reference,
                        &self.smoothed(case, *bandwidth),
                    )
                    .unwrap(),
                )
            }
            kit::OracleModel::T {
                t_num,
                t_den,
                distance,
                ..
            } => {
                let t = Score::new(*t_num as u128, *t_den as u128);
                Box::new(
                    TCloseness::new(list, t, &self.reference, self.distance(case, *distance))
                        .unwrap(),
                )
            }
            kit::OracleModel::SemanticPrivacy { delta, log, .. } => Box::new(
                SemanticPrivacy::new(list, score(*delta), base(*log), &self.reference).unwrap(),
            ),
            kit::OracleModel::DeltaDisclosure { delta, log, .. } => Box::new(
                DeltaDisclosure::new(list, score(*delta), base(*log), &self.reference).unwrap(),
            ),
            kit::OracleModel::BetaLikeness { beta, enhanced, .. } => {
                let likeness = if *enhanced {
                    Likeness::Enhanced
                } else {
                    Likeness::Basic
                };
                Box::new(BetaLikeness::new(list, score(*beta), likeness, &self.reference).unwrap())
            }
            kit::OracleModel::KmAnonymity { k, m, .. } => {
                let separator = case.sensitive_column(self.index).items.unwrap();
                let mut numbers = HashMap::new();
                let mut sets = vec![Vec::new(); self.reference.len()];
                for (text, &value) in self
                    .column
                    .dictionary
                    .texts()
                    .zip(&self.value_of)
                    .filter(|(t, _)| !case.is_missing(t))
                {
                    for item in text.split(separator).filter(|item| !item.is_empty()) {
                        let next = numbers.len() as u32;
                        sets[value as usize].push(*numbers.entry(item).or_insert(next));
                    }
                }
                Box::new(KmAnonymity::new(list, *k, *m, sets).unwrap())
            }
            other => unreachable!("{other:?} is no model of one column"),
        }
    }
}

impl List {
    pub(crate) fn new(sensitive: &[Values], at: usize, joint: bool, rows: usize) -> Self {
        let own = &sensitive[at];
        if !joint {
            return List {
                column: own.index,
                joint,
                codes: own.column.codes.clone(),
                value_of: own.value_of.clone(),
                part_of: Vec::new(),
                own_value: Vec::new(),
            };
        }
        let value = |s: &Values, row: usize| s.value_of[s.column.codes[row] as usize];
        let (mut parts, mut pairs, mut part_of, mut own_value) =
            (HashMap::new(), HashMap::new(), Vec::new(), Vec::new());
        let mut codes = Vec::new();
        for row in 0..rows {
            let others: Vec<u32> = sensitive
                .iter()
                .filter(|s| s.index != own.index)
                .map(|s| value(s, row))
                .collect();
            let next = parts.len() as u32;
            let pair = (*parts.entry(others).or_insert(next), value(own, row));
            codes.push(*pairs.entry(pair).or_insert_with(|| {
                part_of.push(pair.0);
                own_value.push(pair.1);
                part_of.len() as u32 - 1
            }));
        }
        List {
            column: own.index,
            joint,
            codes,
            value_of: (0..part_of.len() as u32).collect(),
            part_of,
            own_value,
        }
    }
}

/// The model, or none where the library refuses what the case asks.
pub(crate) fn model(
    case: &kit::Case,
    model: &kit::OracleModel,
    prepared: &Prepared,
) -> Option<AnyModel> {
    let find = |column: usize, joint: bool| {
        prepared
            .lists
            .iter()
            .position(|l| l.column == column && l.joint == joint)
            .unwrap()
    };
    let values = |column: usize| {
        prepared
            .sensitive
            .iter()
            .find(|s| s.index == column)
            .unwrap()
    };
    Some(match model {
        kit::OracleModel::K { k } => AnyModel::Class(Box::new(KAnonymity::new(*k).unwrap())),
        kit::OracleModel::KMap { k } => AnyModel::Class(Box::new(KMap::new(*k).unwrap())),
        kit::OracleModel::DeltaPresence { min, max } => AnyModel::Class(Box::new(
            DeltaPresence::new(score(*min), score(*max)).unwrap(),
        )),
        kit::OracleModel::SampleUniqueness { threshold } => {
            AnyModel::Table(Box::new(SampleUniqueness::new(score(*threshold)).unwrap()))
        }
        kit::OracleModel::AverageRisk { threshold } => {
            AnyModel::Table(Box::new(AverageRisk::new(score(*threshold)).unwrap()))
        }
        kit::OracleModel::LkcPrivacy { column, l, k, c } => AnyModel::Joint(Box::new(
            LkcPrivacy::new(
                *l,
                *k,
                score(*c),
                find(*column, false),
                values(*column).missing,
            )
            .unwrap(),
        )),
        kit::OracleModel::NtCloseness {
            column,
            n,
            t,
            distance,
        } => {
            let (of, list, t) = (values(*column), find(*column, false), score(*t));
            AnyModel::Superset(Box::new(match distance {
                kit::OracleDistance::Smoothed { bandwidth } => {
                    NtCloseness::smoothed(list, *n, t, &of.reference, of.smoothed(case, *bandwidth))
                        .unwrap()
                }
                distance => NtCloseness::new(list, *n, t, of.distance(case, *distance)).unwrap(),
            }))
        }
        kit::OracleModel::OthersAsQuasi(inner) => {
            let list = find(inner.column().unwrap(), true);
            let of = values(inner.column().unwrap()).class_model(case, inner, list);
            let unit = if case.person.is_some() {
                Unit::Persons
            } else {
                Unit::Rows
            };
            let List {
                part_of, own_value, ..
            } = &prepared.lists[list];
            AnyModel::Class(Box::new(
                Divided::new(of, list, part_of.clone(), own_value.clone(), unit).ok()?,
            ))
        }
        kit::OracleModel::KmAnonymity { .. } if case.person.is_some() => return None,
        other => {
            let column = other.column().unwrap();
            AnyModel::Class(values(column).class_model(case, other, find(column, false)))
        }
    })
}

fn score(fraction: kit::ReducedFraction) -> Score {
    Score::new(fraction.num as u128, fraction.den as u128)
}

fn base(log: kit::OracleLog) -> Log {
    match log {
        kit::OracleLog::Natural => Log::Natural,
        kit::OracleLog::Binary => Log::Binary,
    }
}
