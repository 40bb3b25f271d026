//! Risk and utility of showing one record, straight from the definitions: texts, labels one by one,
//! entries one by one.

use crate::Seeded;

/// When an entry fits what is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fit {
    /// What the entry says lies below what is shown.
    Covered,
    /// One lies below the other.
    Compatible,
    /// Some value below what is shown has at least this Jaro similarity with the entry.
    Fuzzy(f64),
}

/// What a risk is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OracleRisk {
    /// Sensitivity / crowd.
    One,
    /// 1 / crowd.
    Two,
    /// Sensitivity x ln(people / crowd).
    Three,
    /// Sensitivity x ln(1 / crowd).
    ThreeRaw,
}

/// What a label is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Worth {
    /// 1 / n.
    U1,
    /// ln(m / n).
    U2,
    /// Depth.
    U3,
    /// (m - 1) / m - (n - 1) / m.
    XiaoTao,
    /// 1 - (n - 1) / (m - 1).
    Lm,
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OracleForm {
    /// The least risk with at least this utility.
    LeastRisk(f64),
    /// The most utility with at most this risk.
    MostUtility(f64),
    /// The least risk - lambda x utility.
    Mix(f64),
    /// The most lambda / risk + utility ^ kappa.
    Aggregate(f64, i32),
}

/// A hierarchy, as lines of labels from value to top, with the weight of a value.
#[derive(Clone, Debug)]
pub struct OracleAttribute {
    /// One line per value, and last one for what is missing: itself below the top. It is no value
    /// of the domain.
    pub lines: Vec<Vec<String>>,
    /// The weight of each line's value.
    pub weights: Vec<f64>,
    /// The least and the highest level that may be shown.
    pub levels: (usize, usize),
}

/// The text of what is missing.
pub const MISSING: &str = "";

/// People an attacker knows: per entry and attribute a text; none for attributes that the
/// dictionary lacks.
#[derive(Clone, Debug)]
pub struct OracleDictionary {
    /// The entries.
    pub entries: Vec<Vec<Option<String>>>,
    /// Whose each entry is; each its own where none are given.
    pub persons: Option<Vec<u32>>,
}

/// A small world to try disclosures in.
#[derive(Clone, Debug)]
pub struct World {
    /// The attributes.
    pub attributes: Vec<OracleAttribute>,
    /// The table.
    pub rows: Vec<Vec<String>>,
    /// The dictionaries.
    pub dictionaries: Vec<OracleDictionary>,
    /// When entries fit.
    pub fit: Fit,
    /// The base of the sensitivity; none for e to the sum.
    pub base: Option<f64>,
    /// The risk.
    pub risk: OracleRisk,
    /// The utility.
    pub worth: Worth,
    /// The worst dictionary, else the mean.
    pub worst: bool,
    /// How likely each dictionary is, in place of the mean.
    pub prior: Option<Vec<f64>>,
    /// Per row and attribute what weights are multiplied by.
    pub factors: Option<Vec<Vec<f64>>>,
}

/// A way to show a record.
#[derive(Clone, Debug, PartialEq)]
pub struct OracleShown {
    /// The level of each attribute.
    pub levels: Vec<usize>,
    /// The risk.
    pub risk: f64,
    /// The utility.
    pub utility: f64,
}

impl World {
    /// A world from a seed: 2 to `most` attributes with uneven hierarchies of heights 1 to 3.
    pub fn random(seed: u64, most: usize) -> Self {
        let mut random = Seeded::new(seed);
        let number = 2 + random.below(most - 1);
        let rows = 4 + random.below(20);
        World::drawn(&mut random, number, rows)
    }

    /// A world with so many attributes and rows.
    pub fn drawn(random: &mut Seeded, number: usize, rows: usize) -> Self {
        let attributes: Vec<OracleAttribute> = (0..number)
            .map(|_| OracleAttribute::random(random))
            .collect();
        let draw = |random: &mut Seeded, a: &OracleAttribute| {
            a.lines[random.below(a.lines.len())][0].clone()
        };
        let rows: Vec<Vec<String>> = (0..rows)
            .map(|_| attributes.iter().map(|a| draw(random, a)).collect())
            .collect();
        let fit = [Fit::Covered, Fit::Compatible, Fit::Fuzzy(0.8)][random.below(3)];
        let mut dictionaries = Vec::new();
        if random.below(3) > 0 {
            let entries = rows
                .iter()
                .map(|row| row.iter().cloned().map(Some).collect())
                .collect();
            let persons = (random.below(3) == 0).then(|| {
                rows.iter()
                    .map(|_| random.below(rows.len()) as u32)
                    .collect()
            });
            dictionaries.push(OracleDictionary { entries, persons });
        }
        if dictionaries.is_empty() || random.below(3) == 0 {
            let lacks: Vec<bool> = (0..number).map(|a| a > 0 && random.below(4) == 0).collect();
            let mut entry = || {
                let mut one = |a: usize| {
                    let line = &attributes[a].lines[random.below(attributes[a].lines.len())];
                    let level = if random.below(5) == 0 {
                        random.below(line.len())
                    } else {
                        0
                    };
                    let text = if random.below(8) == 0 {
                        "zeno".to_owned()
                    } else {
                        line[level].clone()
                    };
                    (!lacks[a]).then_some(text)
                };
                (0..number).map(&mut one).collect()
            };
            dictionaries.push(OracleDictionary {
                entries: (0..15).map(|_| entry()).collect(),
                persons: None,
            });
        }
        let factor =
            |random: &mut Seeded| [0.0, 0.5, 1.0, 1.5, 2.0, f64::INFINITY][random.below(6)];
        let factors = (random.below(4) == 0).then(|| {
            rows.iter()
                .map(|_| (0..number).map(|_| factor(random)).collect())
                .collect()
        });
        let prior = (random.below(3) == 0).then(|| {
            if dictionaries.len() == 1 {
                vec![1.0]
            } else {
                vec![0.25, 0.75]
            }
        });
        World {
            prior,
            base: match random.below(4) {
                0 => None,
                1 => Some(0.0),
                _ => Some(0.125),
            },
            risk: [
                OracleRisk::One,
                OracleRisk::One,
                OracleRisk::Two,
                OracleRisk::Three,
            ][random.below(4)],
            worth: [
                Worth::U3,
                Worth::U3,
                Worth::U1,
                Worth::U2,
                Worth::XiaoTao,
                Worth::Lm,
            ][random.below(6)],
            worst: random.below(2) == 0,
            attributes,
            rows,
            dictionaries,
            fit,
            factors,
        }
    }

    /// How many people of a dictionary fit a row at levels, none counted as one.
    pub fn crowd(&self, dictionary: &OracleDictionary, row: usize, levels: &[usize]) -> usize {
        let fits = |entry: &Vec<Option<String>>| {
            (0..levels.len()).all(|a| {
                entry[a].as_ref().is_none_or(|text| {
                    self.attributes[a].fits(&self.rows[row][a], levels[a], text, self.fit)
                })
            })
        };
        let fitting = (0..dictionary.entries.len()).filter(|&e| fits(&dictionary.entries[e]));
        match &dictionary.persons {
            None => fitting.count(),
            Some(persons) => fitting
                .map(|e| persons[e])
                .collect::<std::collections::BTreeSet<_>>()
                .len(),
        }
    }

    /// A row at levels.
    pub fn show(&self, row: usize, levels: &[usize]) -> OracleShown {
        let mut weight = 0.0;
        let mut utility = 0.0;
        for (a, attribute) in self.attributes.iter().enumerate() {
            let factor = self.factors.as_ref().map_or(1.0, |f| f[row][a]);
            let own = attribute.weight(&self.rows[row][a], levels[a]);
            weight += if factor == 0.0 || own == 0.0 {
                0.0
            } else {
                own * factor
            };
            utility += attribute.worth(&self.rows[row][a], levels[a], self.worth);
        }
        let phi = self.base.map_or_else(|| weight.exp(), |base| base + weight);
        let risks: Vec<f64> = self
            .dictionaries
            .iter()
            .map(|dictionary| {
                let crowd = self.crowd(dictionary, row, levels).max(1) as f64;
                let people = match &dictionary.persons {
                    None => dictionary.entries.len(),
                    Some(p) => p.iter().collect::<std::collections::BTreeSet<_>>().len(),
                } as f64;
                match self.risk {
                    // An infinite weight forbids.
                    _ if weight == f64::INFINITY => f64::INFINITY,
                    OracleRisk::One => phi / crowd,
                    OracleRisk::Two => 1.0 / crowd,
                    OracleRisk::Three => phi * (people / crowd).ln(),
                    OracleRisk::ThreeRaw => phi * (1.0 / crowd).ln(),
                }
            })
            .collect();
        let risk = match &self.prior {
            _ if self.worst => risks.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            Some(prior) => risks.iter().zip(prior).map(|(risk, q)| q * risk).sum(),
            None => risks.iter().sum::<f64>() / risks.len() as f64,
        };
        OracleShown {
            levels: levels.to_vec(),
            risk,
            utility,
        }
    }

    /// Every way to show a row.
    pub fn all(&self, row: usize) -> Vec<OracleShown> {
        let bounds: Vec<(usize, usize)> = self.attributes.iter().map(|a| a.levels).collect();
        let nodes: usize = bounds.iter().map(|(low, high)| high - low + 1).product();
        let levels = |mut index: usize| {
            let mut levels = vec![0; bounds.len()];
            for (level, (low, high)) in levels.iter_mut().zip(&bounds).rev() {
                *level = low + index % (high - low + 1);
                index /= high - low + 1;
            }
            levels
        };
        (0..nodes)
            .map(|index| self.show(row, &levels(index)))
            .collect()
    }

    /// The best way to show a row; none where nothing keeps to what is asked.
    pub fn best(&self, row: usize, asked: OracleForm) -> Option<OracleShown> {
        let near =
            |a: f64, b: f64| a == b || (a - b).abs() <= 1e-12 * a.abs().max(b.abs()).max(1e-300);
        let kept: Vec<OracleShown> = self
            .all(row)
            .into_iter()
            .filter(|s| s.risk < f64::INFINITY)
            .filter(|s| match asked {
                OracleForm::LeastRisk(c) => s.utility >= c || near(s.utility, c),
                OracleForm::MostUtility(c) => s.risk <= c,
                _ => true,
            })
            .collect();
        let value = |s: &OracleShown| match asked {
            OracleForm::LeastRisk(_) => s.risk,
            OracleForm::MostUtility(_) => -s.utility,
            OracleForm::Mix(lambda) => s.risk - lambda * s.utility,
            OracleForm::Aggregate(lambda, kappa) => -(lambda / s.risk + s.utility.powi(kappa)),
        };
        let scale = |s: &OracleShown| match asked {
            OracleForm::Mix(lambda) => s.risk.abs() + lambda * s.utility.abs(),
            _ => value(s).abs(),
        };
        let least = kept.iter().map(value).fold(f64::INFINITY, f64::min);
        let ties: Vec<OracleShown> = kept
            .into_iter()
            .filter(|s| {
                value(s) == least || (value(s) - least).abs() <= 1e-12 * scale(s).max(least.abs())
            })
            .collect();
        // Then by utility, or by risk where that is what is asked; all ways are in the order of
        // their levels.
        let second = |s: &OracleShown| {
            if matches!(asked, OracleForm::MostUtility(_)) {
                s.risk
            } else {
                -s.utility
            }
        };
        let least = ties.iter().map(second).fold(f64::INFINITY, f64::min);
        ties.into_iter()
            .find(|s| second(s) == least || near(second(s), least))
    }
}

impl OracleAttribute {
    fn random(random: &mut Seeded) -> Self {
        let height = 1 + random.below(3);
        let values = 2 + random.below(5);
        // Groups of groups: the label of a level is made of the values below it, so labels repeat
        // where a branch is short.
        let mut label_of: Vec<Vec<usize>> = vec![(0..values).collect()];
        for _ in 1..height {
            let below = label_of.last().expect("there are values");
            let mut next = below.clone();
            for i in 1..values {
                // Join the group of the value before, whole groups only.
                if below[i] != below[i - 1] && random.below(3) == 0 {
                    let (from, to) = (below[i], next[i - 1]);
                    (0..values)
                        .filter(|&v| below[v] == from)
                        .for_each(|v| next[v] = to);
                }
            }
            label_of.push(next);
        }
        let name = |value: usize| {
            ["anna", "annah", "bert", "berta", "carl", "karl", "doro"][value].to_owned()
        };
        let label = |level: usize, value: usize| {
            let group: Vec<String> = (0..values)
                .filter(|&v| label_of[level][v] == label_of[level][value])
                .map(name)
                .collect();
            // Some labels of single values are new words: the same values under another label.
            if level > 0 && group.len() == 1 && value % 3 == 2 {
                format!("only {}", group[0])
            } else {
                group.join("+")
            }
        };
        let mut lines: Vec<Vec<String>> = (0..values)
            .map(|value| {
                (0..height)
                    .map(|level| label(level, value))
                    .chain(["*".to_owned()])
                    .collect()
            })
            .collect();
        // A value that has no place in the hierarchy is sent to the top at once.
        if random.below(4) == 0
            && (1..height).all(|level| {
                label_of[level]
                    .iter()
                    .filter(|&&g| g == label_of[level][values - 1])
                    .count()
                    == 1
            })
        {
            lines[values - 1][1..].fill("*".to_owned());
        }
        lines.push(
            std::iter::repeat_n(MISSING.to_owned(), height)
                .chain(["*".to_owned()])
                .collect(),
        );
        let mut weights = match random.below(3) {
            0 => vec![1.0; values],
            1 => (0..values)
                .map(|_| 0.25 * (1 + random.below(8)) as f64)
                .collect(),
            _ => (0..values)
                .map(|_| [0.0, 1.0, 2.0, f64::INFINITY][random.below(4)])
                .collect(),
        };
        weights.push(1.0);
        let high = if random.below(4) == 0 {
            random.below(height + 1)
        } else {
            height
        };
        let low = if random.below(4) == 0 {
            random.below(high + 1)
        } else {
            0
        };
        OracleAttribute {
            lines,
            weights,
            levels: (low, high),
        }
    }

    fn line(&self, value: &str) -> usize {
        self.lines
            .iter()
            .position(|line| line[0] == value)
            .expect("every value has a line")
    }

    /// The lines below the label of a value at a level.
    fn below(&self, value: &str, level: usize) -> Vec<usize> {
        let label = &self.lines[self.line(value)][level];
        (0..self.lines.len())
            .filter(|&i| &self.lines[i][level] == label)
            .collect()
    }

    fn is_top(&self, level: usize) -> bool {
        level + 1 == self.lines[0].len()
    }

    fn weight(&self, value: &str, level: usize) -> f64 {
        if self.is_top(level) {
            return 0.0;
        }
        let below = self.below(value, level);
        if below.len() == 1 {
            return self.weights[below[0]];
        }
        1.0 / below.iter().map(|&i| 1.0 / self.weights[i]).sum::<f64>()
    }

    fn worth(&self, value: &str, level: usize, worth: Worth) -> f64 {
        // What is missing is one value where it stands alone, and none of those below the top.
        let below = self.below(value, level).len();
        let (n, m) = (
            (if self.is_top(level) { below - 1 } else { below }) as f64,
            (self.lines.len() - 1) as f64,
        );
        let line = &self.lines[self.line(value)];
        match worth {
            Worth::U1 => 1.0 / n,
            Worth::U2 => (m / n).ln(),
            Worth::U3 => line[level..]
                .windows(2)
                .filter(|pair| pair[0] != pair[1])
                .count() as f64,
            Worth::XiaoTao => (m - 1.0) / m - (n - 1.0) / m,
            Worth::Lm => 1.0 - (n - 1.0) / (m - 1.0),
        }
    }

    fn fits(&self, value: &str, level: usize, text: &str, fit: Fit) -> bool {
        if self.is_top(level) {
            return true;
        }
        let shown = self.below(value, level);
        if text == MISSING {
            return fit == Fit::Compatible || shown.contains(&(self.lines.len() - 1));
        }
        if let Fit::Fuzzy(least) = fit {
            return shown
                .iter()
                .any(|&i| jaro(&self.lines[i][0], text) >= least);
        }
        // The label of the top means the top, even where a short branch has it further down.
        let top = self.lines[0].len() - 1;
        let level_of = std::iter::once(top)
            .chain(0..top)
            .find(|&l| self.lines.iter().any(|line| line[l] == text));
        let Some(l) = level_of else { return false };
        let known: Vec<usize> = (0..self.lines.len())
            .filter(|&i| self.lines[i][l] == text)
            .collect();
        let within = |a: &[usize], b: &[usize]| a.iter().all(|i| b.contains(i));
        // What says nothing lies below nothing else.
        (within(&known, &shown) && !self.is_top(l))
            || (fit == Fit::Compatible && within(&shown, &known))
    }
}

/// Jaro similarity, written as the definition reads: pairs of equal characters within the window,
/// taken greedily from the left.
pub fn jaro(one: &str, other: &str) -> f64 {
    let (a, b): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let window = (a.len().max(b.len()) / 2).max(1) as i64 - 1;
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            if x == y && (i as i64 - j as i64).abs() <= window && pairs.iter().all(|p| p.1 != j) {
                pairs.push((i, j));
                break;
            }
        }
    }
    if pairs.is_empty() {
        return 0.0;
    }
    let mut right: Vec<usize> = pairs.iter().map(|p| p.1).collect();
    right.sort_unstable();
    let half = pairs
        .iter()
        .zip(&right)
        .filter(|(p, j)| a[p.0] != b[**j])
        .count() as f64
        / 2.0;
    let m = pairs.len() as f64;
    (m / a.len() as f64 + m / b.len() as f64 + (m - half) / m) / 3.0
}
