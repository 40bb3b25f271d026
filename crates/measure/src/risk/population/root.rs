//! Roots of functions that change their sign between two places.

/// A place between `low` and `high` at which a function changes its sign.
#[derive(Clone, Copy, Debug)]
pub(super) struct Root {
    pub(super) at: f64,
    /// The function has different signs, or is 0, at the ends of an interval of this width around
    /// the place.
    pub(super) width: f64,
}

/// Finds a change of sign: regula falsi in the Illinois variant, with a bisection wherever that is
/// slow, so that the interval shrinks to neighbouring numbers in any case. `None` when the ends do
/// not have different signs or the function is not a number somewhere.
pub(super) fn root(mut f: impl FnMut(f64) -> f64, mut low: f64, mut high: f64) -> Option<Root> {
    let (mut f_low, mut f_high) = (f(low), f(high));
    if f_low.is_nan() || f_high.is_nan() || f_low * f_high > 0.0 {
        return None;
    }
    let mut halved = high - low;
    for step in 0..400 {
        if f_low == 0.0 || f_high == 0.0 {
            let at = if f_low == 0.0 { low } else { high };
            return Some(Root {
                at,
                width: spacing(at),
            });
        }
        let width = high - low;
        if width <= spacing(low).max(spacing(high)) {
            break;
        }
        let mut at = high - f_high * ((high - low) / (f_high - f_low));
        if step % 3 == 2 && width > halved / 2.0 || !(at > low && at < high) {
            at = low + width / 2.0;
        }
        if step % 3 == 2 {
            halved = width;
        }
        let value = f(at);
        if value.is_nan() {
            return None;
        }
        if value == 0.0 {
            return Some(Root {
                at,
                width: spacing(at),
            });
        }
        if (value > 0.0) == (f_high > 0.0) {
            (high, f_high) = (at, value);
            f_low /= 2.0;
        } else {
            (low, f_low) = (at, value);
            f_high /= 2.0;
        }
    }
    Some(Root {
        at: low + (high - low) / 2.0,
        width: high - low,
    })
}

/// A little more than the distance between neighbouring numbers.
fn spacing(x: f64) -> f64 {
    (x.abs() * 4.0 * f64::EPSILON).max(1e-300)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_of_known_functions() {
        let close = |f: fn(f64) -> f64, low, high, at: f64| {
            let found = root(f, low, high).unwrap();
            assert!(
                (found.at - at).abs() <= 1e-14 * at.abs().max(1e-3),
                "{found:?} {at}"
            );
            assert!(found.width <= 1e-14 * at.abs().max(1e-3));
        };
        close(|x| x * x - 2.0, 0.0, 9.0, std::f64::consts::SQRT_2);
        close(|x| -x.exp_m1(), -3.0, 700.0, 0.0);
        close(|x| (x - 0.1).powi(3), 0.0, 1.0, 0.1);
        close(|x| if x < 1e-5 { -1.0 } else { 1e9 }, 0.0, 1e9, 1e-5);
        assert!(root(|x| x, 1.0, 2.0).is_none());
        assert!(root(|x| if x == 0.5 { f64::NAN } else { x - 0.5 }, 0.0, 1.0).is_none());
    }
}
