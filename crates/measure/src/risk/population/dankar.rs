//! Dankar's rule: which estimator to believe.

use super::sample::{Estimate, Sample, UniquesEstimator};

pub(super) fn estimate(sample: &Sample) -> Estimate {
    if sample.is_small {
        return sample.estimate(UniquesEstimator::Pitman);
    }
    let (zayatz, snb) = (
        sample.estimate(UniquesEstimator::Zayatz),
        sample.estimate(UniquesEstimator::Snb),
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
