//! When the exponential of an entropy is a fraction.

/// Whether the product of count^count over all counts equals `mean` to the power of their sum.
///
/// exp(H) of a class with N units is N / g, where g is the geometric mean of the counts, each
/// weighted by itself. If exp(H) is rational, so is g, and since a power of g is an integer, g is
/// one. So the only candidate is the integer nearest to N / exp(H), and this is the exact test:
/// unique factorization, but over a base of coprime factors, which needs no primes.
pub(super) fn is_geometric_mean(mean: u64, counts: impl Iterator<Item = u64>) -> bool {
    let mut powers: Vec<(u64, i128)> = Vec::new();
    let mut sum = 0;
    for count in counts {
        sum += i128::from(count);
        insert(&mut powers, count, count.into());
    }
    insert(&mut powers, mean, -sum);
    powers.iter().all(|p| p.1 == 0)
}

/// Multiplies by `base^exponent`, keeping all bases coprime and above 1.
fn insert(powers: &mut Vec<(u64, i128)>, base: u64, exponent: i128) {
    let mut todo = vec![(base, exponent)];
    'next: while let Some((base, exponent)) = todo.pop() {
        if base == 1 {
            continue;
        }
        for i in 0..powers.len() {
            let (other, power) = powers[i];
            if other == base {
                powers[i].1 += exponent;
                continue 'next;
            }
            let common = gcd(other, base);
            if common > 1 {
                // Both fall apart: what they share, and the rest of each. The parts are smaller, so
                // this ends.
                powers.swap_remove(i);
                todo.extend([
                    (common, power + exponent),
                    (other / common, power),
                    (base / common, exponent),
                ]);
                continue 'next;
            }
        }
        powers.push((base, exponent));
    }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_integers_and_nothing_else() {
        // 1/2 and four times 1/8: exp(H) = 4 of 8 units.
        assert!(is_geometric_mean(2, [4, 1, 1, 1, 1].into_iter()));
        assert!(is_geometric_mean(12, [24, 6, 6, 6, 6].into_iter()));
        assert!(is_geometric_mean(7, [7, 7, 7].into_iter()));
        assert!(!is_geometric_mean(2, [4, 1, 1, 1].into_iter()));
        assert!(!is_geometric_mean(2, [3, 1].into_iter()));
        // 1, 2, 4 and 8 with weights 1/15, 2/15, 4/15, 8/15 have the mean exponent 34/15.
        assert!(!is_geometric_mean(5, [1, 2, 4, 8].into_iter()));
        assert!(is_geometric_mean(1 << 40, [1 << 40; 3].into_iter()));
    }
}
