//! Dankar's rule: which estimator to believe.

use super::sample::{Estimate, Estimator, Sample};

pub(super) fn estimate(sample: &Sample) -> Estimate {
    if sample.is_small {
        return sample.estimate(Estimator::Pitman);
    }
    let (zayatz, snb) = (
        sample.estimate(Estimator::Zayatz),
        sample.estimate(Estimator::Snb),
    );
    // Where the negative binomial has no answer, its share is that of sample uniques, and Zayatz is
    // never above that.
    let fell_back = zayatz.fell_back.or(snb.fell_back);
    Estimate {
        fell_back,
        ..if snb.share < zayatz.share {
            snb
        } else {
            zayatz
        }
    }
}
