//! Risk and utility of the nodes of one record.

use super::dictionary::{AdversaryDictionary, Scratch};
use super::{Chains, Dominance, LabelWeights, Ups, Utility};
use equipoise_data::Hierarchy;

/// How the weights of shown labels become a sensitivity.
///
/// # Source
/// §2.4.2, with E1 mended: sums run over what is shown. The top adds nothing, because its weight is
/// 0. Weights of persons make it the second of the thesis' models instead of the first. The third,
/// with interactions, is left out: its cost is exponential.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Phi {
    /// The sum of weights, and a base that is there even if nothing is shown. Phi 1 and Phi 2.
    Additive {
        /// At least 0; the aggregate form needs more (E6).
        base: f64,
    },
    /// e to the sum of weights: Phi 4. It is 1 when nothing is shown (E9).
    Multiplicative,
}

impl Phi {
    /// The sensitivity of labels with weights of this sum.
    pub fn of(self, sum: f64) -> f64 {
        match self {
            Phi::Additive { base } => base + sum,
            Phi::Multiplicative => sum.exp(),
        }
    }
}

/// How sensitivity and crowd become a risk.
///
/// # Source
/// §4.5, models I to III.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RiskModel {
    /// Model I: the expected loss, sensitivity over |rho|.
    Expected,
    /// Model II: one over |rho|, however sensitive.
    Identification,
    /// Model III, normalized: sensitivity times ln(people in the dictionary / |rho|). At least 0
    /// and monotone.
    Entropic,
    /// Model III as printed: sensitivity times ln(1 / |rho|). Negative, and not monotone (E8): for
    /// exhaustive search only.
    EntropicRaw,
}

/// How the risks by several dictionaries become one.
///
/// # Source
/// §2.4.1.
#[derive(Clone, Debug, PartialEq)]
pub enum Across {
    /// All are equally likely.
    Mean,
    /// The attacker has the one that is worst for the record.
    Worst,
    /// Each has a probability; they sum to 1.
    Bayes(Vec<f64>),
}

/// What a risk is.
#[derive(Clone, Debug, PartialEq)]
pub struct Risks {
    /// The sensitivity.
    pub phi: Phi,
    /// The model.
    pub model: RiskModel,
    /// Several dictionaries.
    pub across: Across,
}

impl Risks {
    /// The risk of labels with weights of this sum, for crowds of these sizes in dictionaries with
    /// so many people.
    ///
    /// A record that fits nobody is counted as fitting one: the convention of the thesis, risk 0,
    /// would let a record look safer than its generalizations (E4).
    pub fn of(&self, sum: f64, crowds: impl Iterator<Item = (u64, u64)>) -> f64 {
        // What may never be shown may not be shown to a crowd either, whatever the model.
        if sum == f64::INFINITY {
            return f64::INFINITY;
        }
        let phi = match self.model {
            RiskModel::Identification => 1.0,
            _ => self.phi.of(sum),
        };
        let one = |(crowd, people): (u64, u64)| {
            let crowd = crowd.max(1) as f64;
            match self.model {
                RiskModel::Expected | RiskModel::Identification => phi / crowd,
                RiskModel::Entropic => phi * (people.max(1) as f64 / crowd).ln().max(0.0),
                RiskModel::EntropicRaw => -phi * crowd.ln(),
            }
        };
        let mut crowds = crowds.map(one);
        match &self.across {
            Across::Worst => crowds.fold(f64::NEG_INFINITY, f64::max),
            Across::Mean => {
                let (sum, number) = crowds.fold((0.0, 0), |(sum, n), risk| (sum + risk, n + 1));
                sum / f64::from(number.max(1))
            }
            Across::Bayes(prior) => {
                let mut sum = 0.0;
                for q in prior {
                    let risk = crowds.next().unwrap_or(0.0);
                    sum += if *q == 0.0 { 0.0 } else { q * risk };
                }
                sum
            }
        }
    }

    /// Whether a step up never makes the risk larger.
    pub fn is_monotone(&self) -> bool {
        self.model != RiskModel::EntropicRaw
    }
}

/// A quasi-identifier with all that records need of it.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// The labels of each value.
    pub chains: Chains,
    /// Per step of all chains its weight.
    weights: Vec<f64>,
    /// Per step of all chains what it is worth.
    utilities: Vec<f64>,
}

impl Attribute {
    /// An attribute whose labels lie between two levels.
    pub fn new(
        hierarchy: &Hierarchy,
        (low, high): (usize, usize),
        weights: &LabelWeights,
        utility: Utility,
    ) -> Self {
        let chains = Chains::new(hierarchy, low, high);
        let lines = hierarchy.domain;
        let weight = |leaf: u32, step: &super::ChainLabel| {
            let level = if step.is_top {
                hierarchy.height()
            } else {
                usize::from(step.level)
            };
            weights.of(level, hierarchy.levels[level].of_leaf[leaf as usize])
        };
        let all = (0..chains.leaves() as u32)
            .flat_map(|leaf| chains.of(leaf).iter().map(move |step| (leaf, step)));
        let (weights, utilities) = all
            .map(|(leaf, step)| (weight(leaf, step), utility.of(step, lines)))
            .unzip();
        Attribute {
            chains,
            weights,
            utilities,
        }
    }

    /// The weights of the labels of a leaf, by step.
    pub fn weights(&self, leaf: u32) -> &[f64] {
        &self.weights[self.chains.range(leaf)]
    }

    /// The weights of all labels of all leaves.
    pub fn weights_of_all(&self) -> &[f64] {
        &self.weights
    }

    /// What the labels of a leaf are worth, by step.
    pub fn utilities(&self, leaf: u32) -> &[f64] {
        &self.utilities[self.chains.range(leaf)]
    }
}

/// A record and what is known of its nodes.
#[derive(Clone, Debug)]
pub struct Record<'a> {
    /// Per attribute its highest step.
    pub heights: Vec<u8>,
    weights: Vec<&'a [f64]>,
    /// What the weights of attributes are multiplied by, for this person.
    factors: Option<&'a [f64]>,
    utilities: Vec<&'a [f64]>,
    risks: &'a Risks,
    /// Per dictionary its crowds and its people.
    crowds: Vec<(Dominance, u64)>,
}

impl<'a> Record<'a> {
    /// Compares a record, given by its leaves, with all dictionaries. Nodes that are worth less
    /// than `at_least` are then counted with too few people, or too many.
    ///
    /// # Cost
    /// O(entries of all dictionaries x groups of attributes).
    pub fn new(
        attributes: &'a [Attribute],
        leaves: &[u32],
        factors: Option<&'a [f64]>,
        risks: &'a Risks,
        dictionaries: &[AdversaryDictionary],
        at_least: Option<f64>,
        scratch: &mut Scratch,
    ) -> Self {
        let chains: Vec<&Chains> = attributes.iter().map(|a| &a.chains).collect();
        let mut record = Record::unknown(attributes, leaves, factors, risks);
        record.crowds = dictionaries
            .iter()
            .map(|dictionary| {
                (
                    Dominance::new(
                        dictionary,
                        &chains,
                        leaves,
                        &record.utilities,
                        at_least,
                        scratch,
                    ),
                    dictionary.units(),
                )
            })
            .collect();
        record
    }

    /// A record that is compared with no dictionary: its risks mean nothing until crowds are given.
    pub fn unknown(
        attributes: &'a [Attribute],
        leaves: &[u32],
        factors: Option<&'a [f64]>,
        risks: &'a Risks,
    ) -> Self {
        Record {
            heights: attributes
                .iter()
                .zip(leaves)
                .map(|(a, &leaf)| (a.weights(leaf).len() - 1) as u8)
                .collect(),
            weights: attributes
                .iter()
                .zip(leaves)
                .map(|(a, &leaf)| a.weights(leaf))
                .collect(),
            factors,
            utilities: attributes
                .iter()
                .zip(leaves)
                .map(|(a, &leaf)| a.utilities(leaf))
                .collect(),
            risks,
            crowds: Vec::new(),
        }
    }

    /// Works out the crowds of all nodes where there are at most `most`.
    pub fn tabulate(&mut self, most: usize) {
        self.crowds
            .iter_mut()
            .for_each(|(dominance, _)| dominance.tabulate(most));
    }

    /// The sum of weights at a node.
    pub fn weight(&self, node: &[u8]) -> f64 {
        node.iter()
            .enumerate()
            .map(|(a, &step)| self.weigh(a, self.weights[a][usize::from(step)]))
            .sum()
    }

    /// A weight of an attribute as it is for this person.
    fn weigh(&self, attribute: usize, weight: f64) -> f64 {
        match self.factors {
            // Nothing of something that must never be shown is nothing.
            Some(factors) if factors[attribute] == 0.0 || weight == 0.0 => 0.0,
            Some(factors) => weight * factors[attribute],
            None => weight,
        }
    }

    /// The sensitivity of a node.
    pub fn phi(&self, node: &[u8]) -> f64 {
        self.risks.phi.of(self.weight(node))
    }

    /// |rho| in each dictionary.
    pub fn crowds(&self, node: &[u8]) -> impl Iterator<Item = u64> {
        self.crowds
            .iter()
            .map(move |(dominance, _)| dominance.count(node))
    }

    /// The risk of a node.
    pub fn risk(&self, node: &[u8]) -> f64 {
        self.risks.of(
            self.weight(node),
            self.crowds
                .iter()
                .map(|(dominance, people)| (dominance.count(node), *people)),
        )
    }

    /// The nodes that are one step up on an attribute and, where it is another, one step down on a
    /// second, and whose risk is less than `below`: (up, down, risk).
    ///
    /// # Cost
    /// About that of as many risks as there are attributes, and of one for each node that is less
    /// risky with the one step up alone. Risks must be monotone.
    pub fn exchange_risks(&self, node: &[u8], below: f64) -> Vec<(usize, usize, f64)> {
        let ups: Vec<(Ups<'_>, u64)> = self
            .crowds
            .iter()
            .map(|(dominance, people)| (dominance.ups(node), *people))
            .collect();
        let mut risks = Vec::new();
        let mut near = node.to_vec();
        for up in (0..node.len()).filter(|&a| node[a] < self.heights[a]) {
            near[up] += 1;
            for down in (0..node.len()).filter(|&b| b == up || node[b] > 0) {
                near[down] -= u8::from(down != up);
                // Without the step down at least as many fit.
                let weight = self.weight(&near);
                let least = self.risks.of(
                    weight,
                    ups.iter().map(|(ups, people)| (ups.count(up), *people)),
                );
                if least < below {
                    let risk = match down == up {
                        true => least,
                        false => self.risks.of(
                            weight,
                            ups.iter()
                                .map(|(ups, people)| (ups.count_down(up, down), *people)),
                        ),
                    };
                    risks.extend((risk < below).then_some((up, down, risk)));
                }
                near[down] += u8::from(down != up);
            }
            near[up] -= 1;
        }
        risks
    }

    /// The risk of a node whose crowds are known already, in the order of dictionaries.
    pub fn risk_among(&self, node: &[u8], crowds: impl Iterator<Item = (u64, u64)>) -> f64 {
        self.risks.of(self.weight(node), crowds)
    }

    /// The utility of a node.
    pub fn utility(&self, node: &[u8]) -> f64 {
        node.iter()
            .zip(&self.utilities)
            .map(|(&step, of)| of[usize::from(step)])
            .sum()
    }

    /// The finest node that may be shown: labels of infinite weight may not.
    pub fn finest(&self) -> Vec<u8> {
        let first = |(a, weights): (usize, &&[f64])| {
            weights
                .iter()
                .position(|&weight| self.weigh(a, weight).is_finite())
                .unwrap_or(weights.len() - 1) as u8
        };
        self.weights.iter().enumerate().map(first).collect()
    }

    /// The utility of the raw record, which no node exceeds.
    pub fn most_utility(&self) -> f64 {
        self.utilities.iter().map(|of| of[0]).sum()
    }
}
