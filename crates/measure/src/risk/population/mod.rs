//! Population uniqueness: how many people of the whole population are one of a kind?
//!
//! A record that is unique in the table may have doubles outside it, and then a journalist who
//! finds a matching person cannot be sure. Only people who are unique in the *population* are found
//! for certain. How many there are cannot be read off a sample; these estimators extrapolate it
//! from the sizes of the classes.
//!
//! With n sampled units, F_j classes of size j among u classes, N people and the sampling fraction
//! pi = n / N:
//!
//! | estimator | idea | published as good for |
//! |---|---|---|
//! | [`UniquesEstimator::Zayatz`] | the sizes of classes in the population are distributed as in the sample; Bayes | large pi |
//! | [`UniquesEstimator::Snb`] | sizes of classes minus 1 are negative binomial; fits F_1 and F_2 | pi above 0.1 |
//! | [`UniquesEstimator::Pitman`] | classes arise as in Pitman's sampling formula; maximum likelihood | pi up to 0.1 |
//! | [`UniquesEstimator::Dankar`] | chooses among them by pi and by what they say | any |
//!
//! All of them assume that every person has the same chance to be sampled. They are estimates, not
//! bounds: on tables that their model does not fit they can be wrong by a factor of several, in
//! both directions.
//!
//! Where an estimator has no answer (its equations have no solution for these counts, or cannot be
//! solved reliably), the share of sample uniques is used instead and [`Estimate::fell_back`] says
//! so. Under equal chances that share is not below the share of population uniques in expectation,
//! since a person who is unique in the population and sampled is unique in the sample.

mod dankar;
mod pitman;
mod root;
mod sample;
mod snb;
mod special;
mod zayatz;

pub use pitman::PitmanFit;
pub use sample::{Estimate, FallBack, Sample, Sampling, UniquesEstimator};

use equipoise_data::Result;

impl Sample {
    /// The estimated share of the population that is unique in it. 0 without sample uniques.
    pub fn estimate(&self, estimator: UniquesEstimator) -> Estimate {
        if self.of_size(1) == 0 {
            return Estimate {
                share: 0.0,
                error: 0.0,
                estimator,
                fell_back: None,
            };
        }
        match estimator {
            UniquesEstimator::Zayatz => self.settle(estimator, zayatz::estimate(self)),
            UniquesEstimator::Pitman => self.settle(estimator, pitman::estimate(self)),
            UniquesEstimator::Snb => self.settle(estimator, snb::estimate(self)),
            UniquesEstimator::Dankar => dankar::estimate(self),
        }
    }

    /// The parameters of Pitman's sampling formula that fit the table best.
    ///
    /// # Errors
    /// The reason, where there are none.
    pub fn pitman_fit(&self) -> Result<PitmanFit, FallBack> {
        pitman::fit(self)
    }
}
