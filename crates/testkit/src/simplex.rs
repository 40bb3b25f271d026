//! Linear programs in exact fractions, by the simplex method with a dense table and two phases.
//!
//! It knows nothing of transports: it is the second opinion on [`crate::emd`].

use std::ops::{Add, Div, Mul, Neg, Sub};

/// An exact number with a sign, in lowest terms; the denominator is positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rational {
    /// Numerator.
    pub num: i128,
    /// Denominator.
    pub den: i128,
}

impl Rational {
    const ZERO: Rational = Rational { num: 0, den: 1 };
    const ONE: Rational = Rational { num: 1, den: 1 };

    /// `num / den` in lowest terms.
    ///
    /// # Panics
    /// When `den` is 0.
    pub fn new(num: i128, den: i128) -> Self {
        assert!(den != 0, "a fraction needs a denominator");
        let (mut a, mut b) = (num.abs(), den.abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        Rational {
            num: num / a * den.signum(),
            den: den.abs() / a,
        }
    }

    fn is_negative(self) -> bool {
        self.num < 0
    }
}

impl From<i128> for Rational {
    fn from(number: i128) -> Self {
        Rational {
            num: number,
            den: 1,
        }
    }
}

impl Add for Rational {
    type Output = Rational;

    fn add(self, other: Rational) -> Rational {
        Rational::new(
            self.num * other.den + other.num * self.den,
            self.den * other.den,
        )
    }
}

impl Neg for Rational {
    type Output = Rational;

    fn neg(self) -> Rational {
        Rational {
            num: -self.num,
            den: self.den,
        }
    }
}

impl Sub for Rational {
    type Output = Rational;

    fn sub(self, other: Rational) -> Rational {
        self + -other
    }
}

impl Mul for Rational {
    type Output = Rational;

    fn mul(self, other: Rational) -> Rational {
        Rational::new(self.num * other.num, self.den * other.den)
    }
}

impl Div for Rational {
    type Output = Rational;

    fn div(self, other: Rational) -> Rational {
        Rational::new(self.num * other.den, self.den * other.num)
    }
}

/// What becomes of a linear program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SimplexOutcome {
    /// The least value.
    Least(Rational),
    /// Nothing fulfils the equations.
    Infeasible,
    /// It has no least value.
    Unbounded,
}

/// The least of the sum of `costs` times x, over all x that are not negative and fulfil the
/// equations: each is a line of coefficients and what they must add up to.
///
/// ```
/// use equipoise_testkit::simplex::{SimplexOutcome, Rational, minimize};
/// // x + y = 3, x - z = 1, so x is at least 1: the least of x + 2y + z is at x = 3, z = 2.
/// let line = |numbers: [i128; 3]| numbers.map(Rational::from).to_vec();
/// let equations = [(line([1, 1, 0]), 3.into()), (line([1, 0, -1]), 1.into())];
/// assert_eq!(minimize(&line([1, 2, 1]), &equations), SimplexOutcome::Least(5.into()));
/// ```
pub fn minimize(costs: &[Rational], equations: &[(Vec<Rational>, Rational)]) -> SimplexOutcome {
    let variables = costs.len();
    let mut table = Table::with_helpers(variables, equations);
    // First phase: the helpers have the only costs, and must be worth nothing in the end.
    let helpers: Vec<Rational> = (0..table.width())
        .map(|v| {
            if v < variables {
                Rational::ZERO
            } else {
                Rational::ONE
            }
        })
        .collect();
    table.descend(&helpers, table.width());
    if table.value(&helpers) != Rational::ZERO {
        return SimplexOutcome::Infeasible;
    }
    table.drive_helpers_out(variables);
    let padded: Vec<Rational> = (0..table.width())
        .map(|v| costs.get(v).copied().unwrap_or(Rational::ZERO))
        .collect();
    if table.descend(&padded, variables) {
        SimplexOutcome::Least(table.value(&padded))
    } else {
        SimplexOutcome::Unbounded
    }
}

/// The equations solved for the variables of the basis.
struct Table {
    lines: Vec<(Vec<Rational>, Rational)>,
    /// For each line the variable it is solved for.
    basis: Vec<usize>,
}

impl Table {
    /// One more variable for each equation, which alone fulfils it at the start.
    fn with_helpers(variables: usize, equations: &[(Vec<Rational>, Rational)]) -> Self {
        let line = |(number, (line, sum)): (usize, &(Vec<Rational>, Rational))| {
            let sign = if sum.is_negative() {
                -Rational::ONE
            } else {
                Rational::ONE
            };
            let helpers = (0..equations.len()).map(|h| {
                if h == number {
                    Rational::ONE
                } else {
                    Rational::ZERO
                }
            });
            (
                line.iter().map(|&a| a * sign).chain(helpers).collect(),
                *sum * sign,
            )
        };
        let basis = (variables..variables + equations.len()).collect();
        Table {
            lines: equations.iter().enumerate().map(line).collect(),
            basis,
        }
    }

    fn width(&self) -> usize {
        self.lines[0].0.len()
    }

    /// The costs at the corner where all variables outside the basis are 0.
    fn value(&self, costs: &[Rational]) -> Rational {
        self.basis
            .iter()
            .zip(&self.lines)
            .fold(Rational::ZERO, |sum, (&variable, (_, amount))| {
                sum + costs[variable] * *amount
            })
    }

    /// Goes from corner to corner downhill, using the first `usable` variables; false when the way
    /// down has no end.
    ///
    /// Of several choices the variable with the lowest number is taken (Bland), so no corner comes
    /// twice.
    fn descend(&mut self, costs: &[Rational], usable: usize) -> bool {
        loop {
            let gain = |v: usize| {
                let through_basis = self
                    .basis
                    .iter()
                    .zip(&self.lines)
                    .map(|(&b, (line, _))| costs[b] * line[v]);
                through_basis.fold(costs[v], |rest, part| rest - part)
            };
            let Some(enters) = (0..usable).find(|&v| gain(v).is_negative()) else {
                return true;
            };
            let mut leaves: Option<(Rational, usize)> = None;
            for (row, (line, amount)) in self
                .lines
                .iter()
                .enumerate()
                .filter(|(_, (line, _))| line[enters].num > 0)
            {
                let ratio = *amount / line[enters];
                let better = leaves.is_none_or(|(least, best)| {
                    (ratio - least).is_negative()
                        || ratio == least && self.basis[row] < self.basis[best]
                });
                if better {
                    leaves = Some((ratio, row));
                }
            }
            let Some((_, row)) = leaves else { return false };
            self.solve_for(row, enters);
        }
    }

    fn solve_for(&mut self, row: usize, variable: usize) {
        let pivot = self.lines[row].0[variable];
        let scaled: Vec<Rational> = self.lines[row].0.iter().map(|&a| a / pivot).collect();
        let amount = self.lines[row].1 / pivot;
        for (other, (line, sum)) in self.lines.iter_mut().enumerate() {
            let factor = line[variable];
            if other != row && factor != Rational::ZERO {
                line.iter_mut()
                    .zip(&scaled)
                    .for_each(|(a, &b)| *a = *a - factor * b);
                *sum = *sum - factor * amount;
            }
        }
        self.lines[row] = (scaled, amount);
        self.basis[row] = variable;
    }

    /// A helper that is left in the basis is 0 there: it gives its line to a variable, or the line
    /// says nothing and goes.
    fn drive_helpers_out(&mut self, variables: usize) {
        for row in (0..self.lines.len()).rev() {
            if self.basis[row] < variables {
                continue;
            }
            match (0..variables).find(|&v| self.lines[row].0[v] != Rational::ZERO) {
                Some(variable) => self.solve_for(row, variable),
                None => {
                    self.lines.remove(row);
                    self.basis.remove(row);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line<const N: usize>(numbers: [i128; N]) -> Vec<Rational> {
        numbers.map(Rational::from).to_vec()
    }

    /// 2x + y + s = 4, x + 2y + t = 4: the most of x + y is at x = y = 4/3.
    #[test]
    fn a_corner_that_is_no_whole_number() {
        let equations = [
            (line([2, 1, 1, 0]), 4.into()),
            (line([1, 2, 0, 1]), 4.into()),
        ];
        assert_eq!(
            minimize(&line([-1, -1, 0, 0]), &equations),
            SimplexOutcome::Least(Rational::new(-8, 3))
        );
    }

    #[test]
    fn nothing_and_no_end() {
        assert_eq!(
            minimize(&line([1]), &[(line([1]), (-1).into())]),
            SimplexOutcome::Infeasible
        );
        assert_eq!(
            minimize(
                &line([1, 1]),
                &[(line([1, 1]), 1.into()), (line([1, 1]), 2.into())]
            ),
            SimplexOutcome::Infeasible
        );
        assert_eq!(
            minimize(&line([-1, 0]), &[(line([1, -1]), 0.into())]),
            SimplexOutcome::Unbounded
        );
    }

    /// The second equation repeats the first, and -x = -2 has a negative sum.
    #[test]
    fn an_equation_too_many() {
        let equations = [
            (line([1, 1]), 5.into()),
            (line([2, 2]), 10.into()),
            (line([-1, 0]), (-2).into()),
        ];
        assert_eq!(
            minimize(&line([1, 3]), &equations),
            SimplexOutcome::Least(11.into())
        );
    }

    /// Beale's example, on which the steepest choice goes round in circles for ever.
    #[test]
    fn does_not_go_round_in_circles() {
        let f = Rational::new;
        let costs = [
            f(-3, 4),
            f(150, 1),
            f(-1, 50),
            f(6, 1),
            f(0, 1),
            f(0, 1),
            f(0, 1),
        ];
        let first = vec![
            f(1, 4),
            f(-60, 1),
            f(-1, 25),
            f(9, 1),
            f(1, 1),
            f(0, 1),
            f(0, 1),
        ];
        let second = vec![
            f(1, 2),
            f(-90, 1),
            f(-1, 50),
            f(3, 1),
            f(0, 1),
            f(1, 1),
            f(0, 1),
        ];
        let third = vec![
            f(0, 1),
            f(0, 1),
            f(1, 1),
            f(0, 1),
            f(0, 1),
            f(0, 1),
            f(1, 1),
        ];
        let equations = [(first, 0.into()), (second, 0.into()), (third, 1.into())];
        assert_eq!(
            minimize(&costs, &equations),
            SimplexOutcome::Least(f(-1, 20))
        );
    }
}
