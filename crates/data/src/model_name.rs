//! Names of privacy models and of their thresholds, as recipes, models, atlases and reports share
//! them.

use std::fmt;

/// Declares an enum whose variants have a word each.
macro_rules! named {
    ($(#[$about:meta])* pub enum $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$doc])* $variant),+
        }

        impl $name {
            /// All of them, in the order in which messages list them.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// The word in recipes and in JSON.
            pub fn as_str(self) -> &'static str {
                match self {
                    $($name::$variant => $word),+
                }
            }

            /// The one with this word.
            pub fn from_word(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.as_str() == word)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}

named! {
    /// A privacy model.
    ///
    /// ```
    /// # use equipoise_data::ModelName;
    /// assert_eq!(ModelName::from_word("k-map"), Some(ModelName::KMap));
    /// assert_eq!(ModelName::TCloseness.to_string(), "t-closeness");
    /// ```
    #[non_exhaustive]
    pub enum ModelName {
        /// k-anonymity.
        KAnonymity = "k-anonymity",
        /// l-diversity in all its variants.
        LDiversity = "l-diversity",
        /// (alpha,k)-anonymity.
        AlphaKAnonymity = "alpha-k-anonymity",
        /// t-closeness with all distances.
        TCloseness = "t-closeness",
        /// (n,t)-closeness.
        NtCloseness = "nt-closeness",
        /// Semantic privacy.
        SemanticPrivacy = "semantic-privacy",
        /// delta-disclosure.
        DeltaDisclosure = "delta-disclosure",
        /// beta-likeness.
        BetaLikeness = "beta-likeness",
        /// LKC-privacy.
        LkcPrivacy = "lkc-privacy",
        /// k^m-anonymity.
        KmAnonymity = "km-anonymity",
        /// The share of rows that are unique in the release.
        SampleUniqueness = "sample-uniqueness",
        /// The average risk of re-identification.
        AverageRisk = "average-risk",
        /// The estimated share of rows that are unique in the population.
        PopulationUniqueness = "population-uniqueness",
        /// k-map.
        KMap = "k-map",
        /// delta-presence.
        DeltaPresence = "delta-presence",
    }
}

named! {
    /// The key in recipes of the threshold that a model compares scores with.
    #[non_exhaustive]
    pub enum ThresholdKey {
        /// Members of a class.
        K = "k",
        /// Values, or effective values, of a class.
        L = "l",
        /// The factor of recursive l-diversity.
        C = "c",
        /// A distance between distributions.
        T = "t",
        /// A share of one value.
        Alpha = "alpha",
        /// A relative gain.
        Beta = "beta",
        /// A logarithm of a gain.
        Delta = "delta",
        /// The upper bound of a share.
        Max = "max",
        /// A risk.
        Threshold = "threshold",
    }
}
