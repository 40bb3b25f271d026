//! Divergences between distributions, in nats.

/// The Kullback-Leibler divergence of `p` from `q`: infinite where `p` has something that `q`
/// lacks.
///
/// ```
/// use equipoise_privacy::kl;
/// assert!((kl(&[0.5, 0.5], &[0.25, 0.75]) - 0.143_841).abs() < 1e-6);
/// assert_eq!(kl(&[1.0, 0.0], &[0.0, 1.0]), f64::INFINITY);
/// ```
///
/// # Panics
/// When the lengths differ.
pub fn kl(p: &[f64], q: &[f64]) -> f64 {
    assert_eq!(p.len(), q.len(), "both are over the same values");
    p.iter()
        .zip(q)
        .filter(|(p, _)| **p > 0.0)
        .map(|(p, q)| p * (p / q).ln())
        .sum()
}

/// The Jensen-Shannon divergence: the mean divergence of both from their middle; at most ln 2.
///
/// # Source
/// `publishing-thesis` section 4.2.
///
/// ```
/// use equipoise_privacy::js;
/// assert_eq!(js(&[1.0, 0.0], &[0.0, 1.0]), std::f64::consts::LN_2);
/// ```
///
/// # Panics
/// When the lengths differ.
pub fn js(p: &[f64], q: &[f64]) -> f64 {
    assert_eq!(p.len(), q.len(), "both are over the same values");
    let from = |a: f64, middle: f64| if a > 0.0 { a * (a / middle).ln() } else { 0.0 };
    p.iter()
        .zip(q)
        .map(|(&p, &q)| from(p, (p + q) / 2.0) + from(q, (p + q) / 2.0))
        .sum::<f64>()
        / 2.0
}
