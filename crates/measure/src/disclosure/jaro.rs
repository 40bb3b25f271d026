//! Similarity of two texts.

/// Jaro similarity of two texts, 0 to 1.
///
/// Characters match when they are equal and not further apart than half the longer text, less one;
/// each is used once. Half of the matches that come in another order are transpositions.
///
/// # Source
/// §3.1 names it without a formula; this is Jaro's (1989).
///
/// ```
/// use equipoise_measure::disclosure::jaro;
/// assert!((jaro("MARTHA", "MARHTA") - 0.944444).abs() < 1e-6);
/// assert!((jaro("DIXON", "DICKSONX") - 0.766667).abs() < 1e-6);
/// assert_eq!((jaro("abc", "xyz"), jaro("abc", "abc"), jaro("", "abc")), (0.0, 1.0, 0.0));
/// ```
pub fn jaro(one: &str, other: &str) -> f64 {
    let (a, b): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    if a == b {
        return 1.0;
    }
    let window = (a.len().max(b.len()) / 2).saturating_sub(1);
    let mut used = vec![false; b.len()];
    let mut matched_a = Vec::new();
    for (i, letter) in a.iter().enumerate() {
        let (from, to) = (i.saturating_sub(window), (i + window + 1).min(b.len()));
        if let Some(j) = (from..to).find(|&j| !used[j] && b[j] == *letter) {
            used[j] = true;
            matched_a.push(*letter);
        }
    }
    if matched_a.is_empty() {
        return 0.0;
    }
    let matched_b = b
        .iter()
        .zip(&used)
        .filter(|(_, used)| **used)
        .map(|(letter, _)| letter);
    let out_of_order = matched_a
        .iter()
        .zip(matched_b)
        .filter(|(x, y)| x != y)
        .count();
    let matches = matched_a.len() as f64;
    (matches / a.len() as f64
        + matches / b.len() as f64
        + (matches - out_of_order as f64 / 2.0) / matches)
        / 3.0
}
