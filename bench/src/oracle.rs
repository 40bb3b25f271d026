//! What a peer found and what it cost: numbers only.
//!
//! Source: `shared/oracles.md`. ARX 3.9.2 on Adult with the hierarchies beside it, CPU time of its
//! search alone in a warm JVM, the least of five. The four rows of `loss` were measured on an idle
//! machine, the others beside other load, 10 to 20 percent high.

use equipoise_measure::Metric;

/// The right answer of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answer {
    pub(crate) loss: f64,
    pub(crate) suppressed_rows: u64,
}

/// Which models are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// k = 5 on all nine columns.
    K5,
    /// Three different occupations; the other eight columns are quasi-identifiers.
    Distinct3,
    /// k = 5 and t = 0.2 with equal distances for occupation; the other eight columns are
    /// quasi-identifiers.
    K5Close20,
}

/// A search on Adult.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Search {
    pub(crate) name: &'static str,
    pub(crate) asked: Asked,
    pub(crate) metric: Metric,
    /// The share that may be suppressed, as in a recipe.
    pub(crate) limit: &'static str,
    pub(crate) answer: Answer,
    pub(crate) arx_cpu_ms: Option<f64>,
}

const fn k5(
    name: &'static str,
    metric: Metric,
    limit: &'static str,
    loss: f64,
    suppressed_rows: u64,
    arx_cpu_ms: f64,
) -> Search {
    Search {
        name,
        asked: Asked::K5,
        metric,
        limit,
        answer: Answer {
            loss,
            suppressed_rows,
        },
        arx_cpu_ms: Some(arx_cpu_ms),
    }
}

const fn sensitive(name: &'static str, asked: Asked, loss: f64, suppressed_rows: u64) -> Search {
    Search {
        name,
        asked,
        metric: Metric::Loss,
        limit: "0.05",
        answer: Answer {
            loss,
            suppressed_rows,
        },
        arx_cpu_ms: None,
    }
}

/// All searches on Adult; for those with a sensitive column no time of the peer is known.
pub(crate) const SEARCHES: [Search; 14] = [
    k5(
        "adult search, loss, limit 0",
        Metric::Loss,
        "0.0",
        0.573_150_965_559_004_4,
        0,
        40.0,
    ),
    k5(
        "adult search, loss, limit 0.02",
        Metric::Loss,
        "0.02",
        0.313_713_035_281_924_2,
        506,
        1_100.0,
    ),
    k5(
        "adult search, loss, limit 0.05",
        Metric::Loss,
        "0.05",
        0.241_932_365_066_290_8,
        1_346,
        1_292.0,
    ),
    k5(
        "adult search, loss, limit 1.0",
        Metric::Loss,
        "1.0",
        0.220_411_928_479_842_92,
        2_553,
        4_369.0,
    ),
    k5(
        "adult search, precision, limit 0",
        Metric::Precision,
        "0.0",
        0.666_666_666_666_666_7,
        0,
        39.0,
    ),
    k5(
        "adult search, precision, limit 0.02",
        Metric::Precision,
        "0.02",
        0.435_651_801_260_845_74,
        511,
        1_312.0,
    ),
    k5(
        "adult search, precision, limit 0.05",
        Metric::Precision,
        "0.05",
        0.365_625_621_643_127_06,
        1_461,
        1_254.0,
    ),
    k5(
        "adult search, precision, limit 1.0",
        Metric::Precision,
        "1.0",
        0.311_946_353_886_543_5,
        4_100,
        1_783.0,
    ),
    k5(
        "adult search, aecs, limit 0",
        Metric::Aecs,
        "0.0",
        628.375,
        0,
        36.0,
    ),
    k5(
        "adult search, aecs, limit 0.02",
        Metric::Aecs,
        "0.02",
        47.350_078_492_935_64,
        419,
        919.0,
    ),
    k5(
        "adult search, aecs, limit 0.05",
        Metric::Aecs,
        "0.05",
        28.808_022_922_636_102,
        906,
        1_656.0,
    ),
    k5(
        "adult search, aecs, limit 1.0",
        Metric::Aecs,
        "1.0",
        16.321_428_571_428_573,
        7_185,
        7_359.0,
    ),
    sensitive(
        "adult search, 3-diversity",
        Asked::Distinct3,
        0.162_929_126_646_316_2,
        1_102,
    ),
    sensitive(
        "adult search, k = 5 and t = 0.2",
        Asked::K5Close20,
        0.815_003_186_212_389_7,
        235,
    ),
];

/// A whole run of the program: k = 5, `loss`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Whole {
    pub(crate) limit: &'static str,
    pub(crate) answer: Answer,
    /// CPU time of the peer's search alone.
    pub(crate) arx_search_cpu_ms: f64,
}

/// Adult from start to report. A cold process of the peer takes [`ARX_COLD_CPU_MS`].
pub(crate) const COLD: Whole = Whole {
    limit: "0.05",
    answer: Answer {
        loss: 0.241_932_365_066_290_8,
        suppressed_rows: 1_346,
    },
    arx_search_cpu_ms: 1_292.0,
};

/// CPU time of a cold process of the peer on Adult with limit 0.05.
pub(crate) const ARX_COLD_CPU_MS: f64 = 8_000.0;

/// The million rows of `synth1m`.
pub(crate) const SYNTH: [Whole; 2] = [
    Whole {
        limit: "0.05",
        answer: Answer {
            loss: 0.095_973_978_191_949_53,
            suppressed_rows: 49_352,
        },
        arx_search_cpu_ms: 17_500.0,
    },
    Whole {
        limit: "0.0",
        answer: Answer {
            loss: 0.456_579_576_632_513_6,
            suppressed_rows: 0,
        },
        arx_search_cpu_ms: 1_700.0,
    },
];

/// The table of a million rows, when it is made right.
pub(crate) const SYNTH_SHA256: &str =
    "be6c196a4920b4b5caefa7c40cf468479748721e60f3b0b6784be787e2143ee7";

impl Answer {
    /// What differs from the right answer. The peer floors values to ten decimals, so they are
    /// compared to 1e-9.
    pub(crate) fn differences(&self, loss: f64, suppressed_rows: u64) -> Vec<String> {
        let mut found = Vec::new();
        // A value that is not a number is not close either.
        let close = (loss - self.loss).abs() <= 1e-9 * self.loss.abs().max(1.0);
        if !close {
            found.push(format!("loss is {loss}, should be {}", self.loss));
        }
        if suppressed_rows != self.suppressed_rows {
            found.push(format!(
                "{suppressed_rows} rows are suppressed, should be {}",
                self.suppressed_rows
            ));
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_answer_is_told() {
        let answer = Answer {
            loss: 0.5,
            suppressed_rows: 7,
        };
        assert!(answer.differences(0.5 + 9e-10, 7).is_empty());
        assert_eq!(answer.differences(0.5 + 2e-9, 7).len(), 1);
        assert_eq!(answer.differences(f64::NAN, 7).len(), 1);
        assert_eq!(answer.differences(0.5, 8).len(), 1);
        assert_eq!(answer.differences(0.4, 6).len(), 2);
    }

    #[test]
    fn names_are_distinct() {
        for (i, search) in SEARCHES.iter().enumerate() {
            assert!(
                SEARCHES[..i].iter().all(|s| s.name != search.name),
                "{}",
                search.name
            );
        }
    }
}
