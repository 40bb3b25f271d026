//! The Jensen-Shannon distance of distributions that are smoothed over near values.

/// The kernel weights of each value on each, every line of sum 1: K(x) = 1 - (x/B)^2 below B and 0
/// from there on.
pub(crate) fn weights(distances: &[Vec<f64>], bandwidth: f64) -> Vec<Vec<f64>> {
    let kernel = |x: f64| {
        if x < bandwidth {
            1.0 - (x / bandwidth).powi(2)
        } else {
            0.0
        }
    };
    let line = |line: &Vec<f64>| {
        let sum: f64 = line.iter().map(|&d| kernel(d)).sum();
        line.iter().map(|&d| kernel(d) / sum).collect()
    };
    distances.iter().map(line).collect()
}

/// The distribution of the counts, smoothed and brought back to sum 1.
fn smoothed(counts: &[u64], weights: &[Vec<f64>]) -> Vec<f64> {
    let n = counts.iter().sum::<u64>() as f64;
    let line = |line: &Vec<f64>| {
        line.iter()
            .zip(counts)
            .map(|(w, &c)| w * (c as f64 / n))
            .sum::<f64>()
    };
    let raw: Vec<f64> = weights.iter().map(line).collect();
    let sum: f64 = raw.iter().sum();
    raw.into_iter().map(|p| p / sum).collect()
}

/// Half of KL(P, M) + KL(Q, M), M = (P + Q) / 2, in nats.
pub(crate) fn jensen_shannon(p: &[f64], q: &[f64]) -> f64 {
    let term = |p: f64, m: f64| if p > 0.0 { p * (p / m).ln() } else { 0.0 };
    let both = |(&p, &q): (&f64, &f64)| term(p, (p + q) / 2.0) + term(q, (p + q) / 2.0);
    p.iter().zip(q).map(both).sum::<f64>() / 2.0
}

/// The distance of the distributions of two counts; exactly 0 where the smoothed ones differ by
/// rounding alone.
pub(crate) fn distance(p: &[u64], q: &[u64], weights: &[Vec<f64>]) -> f64 {
    let (p, q) = (smoothed(p, weights), smoothed(q, weights));
    let alike = p.iter().zip(&q).all(|(p, q)| (p - q).abs() < 1e-14);
    if alike { 0.0 } else { jensen_shannon(&p, &q) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() < 0.00005, "{a} is not {b}");
    }

    fn line_of(values: usize) -> Vec<Vec<f64>> {
        (0..values)
            .map(|i| {
                (0..values)
                    .map(|j| i.abs_diff(j) as f64 / (values - 1) as f64)
                    .collect()
            })
            .collect()
    }

    /// The numbers of the thesis' nine salaries, computed anew with renormalization, and the sums
    /// before it.
    #[test]
    fn nine_salaries() {
        let (low, spread, all) = (
            [1, 1, 1, 0, 0, 0, 0, 0, 0],
            [0, 0, 0, 1, 0, 1, 0, 0, 1],
            [1; 9],
        );
        for (bandwidth, first, second) in [
            (0.3, 0.2266, 0.0578),
            (0.2, 0.2635, 0.0953),
            (0.5, 0.1731, 0.0151),
        ] {
            let weights = weights(&line_of(9), bandwidth);
            close(distance(&low, &all, &weights), first);
            close(distance(&spread, &all, &weights), second);
        }
        let weights = weights(&line_of(9), 0.3);
        let sum = |counts: &[u64]| {
            weights
                .iter()
                .map(|line| {
                    line.iter()
                        .zip(counts)
                        .map(|(w, &c)| w * c as f64 / 3.0)
                        .sum::<f64>()
                })
                .sum()
        };
        close(sum(&low), 0.99678);
        close(sum(&spread), 0.95378);
    }

    /// 30 to 90 in steps of 10: near values are near, which plain Jensen-Shannon does not see (ln 2
    /// for both).
    #[test]
    fn near_is_near() {
        let wide = weights(&line_of(7), 0.5);
        close(
            distance(&[1, 1, 0, 0, 0, 0, 0], &[0, 0, 1, 1, 0, 0, 0], &wide),
            0.1605,
        );
        close(
            distance(&[1, 1, 0, 0, 0, 0, 0], &[0, 0, 0, 0, 0, 1, 1], &wide),
            0.6397,
        );
        let narrow = weights(&line_of(7), 0.1);
        close(
            distance(&[1, 1, 0, 0, 0, 0, 0], &[0, 0, 1, 1, 0, 0, 0], &narrow),
            2f64.ln(),
        );
    }

    #[test]
    fn plain_jensen_shannon() {
        close(jensen_shannon(&[0.01, 0.99], &[0.11, 0.89]), 0.02571);
        close(jensen_shannon(&[0.4, 0.6], &[0.5, 0.5]), 0.00506);
    }
}
