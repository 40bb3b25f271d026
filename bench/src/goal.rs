//! What a workload must reach.

/// Something that was measured, and the bound it is held against.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Goal {
    /// CPU of the peer over ours.
    Ratio { measured: f64, least: f64 },
    /// CPU time in milliseconds.
    Cpu { measured: f64, below: f64 },
    /// Peak memory in megabytes, where it is known.
    Memory { measured: Option<f64>, below: f64 },
    /// Wall time on one thread over wall time on two.
    SpeedUp { measured: f64, least: f64 },
    /// CPU nanoseconds per class.
    PerClass { measured: f64, most: f64 },
    /// CPU over that of a simpler workload.
    Times { measured: f64, most: f64 },
    /// The size of what was made, in megabytes.
    Size { measured: f64, below: f64 },
    /// The loss of what was found.
    Loss { measured: f64, most: f64 },
    /// How many tries found the best.
    Hits { measured: f64, least: f64 },
    /// Microseconds of one of many pieces of work: the median one, or the worst.
    Micros {
        what: &'static str,
        measured: f64,
        most: f64,
    },
    /// A number of something that there should be little of.
    Count {
        what: &'static str,
        measured: f64,
        most: f64,
    },
}

use Goal::{Count, Cpu, Hits, Loss, Memory, Micros, PerClass, Ratio, Size, SpeedUp, Times};

impl Goal {
    /// At most a twentieth of what the peer needs, or a fifth where it needs no more than a second.
    pub(crate) fn against(arx_cpu_ms: f64, cpu_ms: f64) -> Goal {
        Ratio {
            measured: arx_cpu_ms / cpu_ms,
            least: if arx_cpu_ms > 1_000.0 { 20.0 } else { 5.0 },
        }
    }

    /// Two threads, at least 1.7 times faster.
    pub(crate) fn two_threads(one_wall_ms: f64, two_wall_ms: f64) -> Goal {
        SpeedUp {
            measured: one_wall_ms / two_wall_ms,
            least: 1.7,
        }
    }

    /// Whether the bound is kept; what was not measured is not.
    pub(crate) fn reached(&self) -> bool {
        match *self {
            Ratio { measured, least } | SpeedUp { measured, least } | Hits { measured, least } => {
                measured >= least
            }
            Cpu { measured, below } | Size { measured, below } => measured < below,
            Memory { measured, below } => measured.is_some_and(|m| m < below),
            PerClass { measured, most }
            | Times { measured, most }
            | Loss { measured, most }
            | Micros { measured, most, .. }
            | Count { measured, most, .. } => measured <= most,
        }
    }

    /// The bound, in a few words.
    pub(crate) fn target(&self) -> String {
        match *self {
            Ratio { least, .. } => format!("ratio >= {least}"),
            Cpu { below, .. } => format!("CPU < {below} ms"),
            Memory { below, .. } => format!("memory < {below} MB"),
            SpeedUp { least, .. } => format!("speed-up >= {least}"),
            PerClass { most, .. } => format!("ns per class <= {most}"),
            Times { most, .. } => format!("times <= {most}"),
            Size { below, .. } => format!("size < {below} MB"),
            Loss { most, .. } => format!("loss <= {most}"),
            Hits { least, .. } => format!("best found >= {least}"),
            Micros { what, most, .. } => format!("{what} <= {most} us"),
            Count { what, most, .. } => format!("{what} <= {most}"),
        }
    }

    /// Yes or no, with what was measured if the table has no column for it.
    pub(crate) fn verdict(&self) -> String {
        let word = if self.reached() { "yes" } else { "NO" };
        match *self {
            SpeedUp { measured, .. } | Times { measured, .. } => format!("{word} ({measured:.2})"),
            PerClass { measured, .. } | Micros { measured, .. } => {
                format!("{word} ({measured:.0})")
            }
            Size { measured, .. } => format!("{word} ({measured:.1})"),
            Loss { measured, .. } => format!("{word} ({measured:.4})"),
            Hits { measured, .. } | Count { measured, .. } => format!("{word} ({measured})"),
            Ratio { .. } | Cpu { .. } | Memory { .. } => word.to_owned(),
        }
    }

    /// What was measured.
    pub(crate) fn measured(&self) -> Option<f64> {
        match *self {
            Ratio { measured, .. }
            | SpeedUp { measured, .. }
            | Cpu { measured, .. }
            | PerClass { measured, .. }
            | Times { measured, .. }
            | Size { measured, .. }
            | Loss { measured, .. }
            | Hits { measured, .. }
            | Micros { measured, .. }
            | Count { measured, .. } => Some(measured),
            Memory { measured, .. } => measured,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_twentieth_where_the_peer_needs_over_a_second_else_a_fifth() {
        assert!(Goal::against(1_100.0, 55.0).reached() && !Goal::against(1_100.0, 55.1).reached());
        assert!(
            Goal::against(1_000.0, 200.0).reached() && !Goal::against(1_000.0, 200.1).reached()
        );
    }

    #[test]
    fn bounds_from_below_and_from_above() {
        assert!(
            Cpu {
                measured: 499.9,
                below: 500.0
            }
            .reached()
                && !Cpu {
                    measured: 500.0,
                    below: 500.0
                }
                .reached()
        );
        assert!(
            Memory {
                measured: Some(299.0),
                below: 300.0
            }
            .reached()
                && !Memory {
                    measured: Some(300.0),
                    below: 300.0
                }
                .reached()
        );
        assert!(
            !Memory {
                measured: None,
                below: 300.0
            }
            .reached(),
            "what is not known is not reached"
        );
        assert!(
            Goal::two_threads(170.0, 100.0).reached() && !Goal::two_threads(169.0, 100.0).reached()
        );
        assert!(!Goal::two_threads(f64::NAN, 100.0).reached());
        assert!(
            PerClass {
                measured: 36.0,
                most: 36.0
            }
            .reached()
                && !PerClass {
                    measured: 36.1,
                    most: 36.0
                }
                .reached()
        );
        assert!(
            !Times {
                measured: f64::NAN,
                most: 2.0
            }
            .reached()
        );
        assert!(
            Size {
                measured: 29.9,
                below: 30.0
            }
            .reached()
                && !Size {
                    measured: 30.0,
                    below: 30.0
                }
                .reached()
        );
        let worst = |measured| Micros {
            what: "worst",
            measured,
            most: 50.0,
        };
        assert!(worst(50.0).reached() && !worst(50.1).reached() && !worst(f64::NAN).reached());
    }

    #[test]
    fn words() {
        assert_eq!(Goal::against(40.0, 4.0).target(), "ratio >= 5");
        assert_eq!(Goal::two_threads(3.0, 2.0).verdict(), "NO (1.50)");
        assert_eq!(
            Cpu {
                measured: 1.0,
                below: 500.0
            }
            .verdict(),
            "yes"
        );
        assert_eq!(
            PerClass {
                measured: 40.0,
                most: 36.0
            }
            .verdict(),
            "NO (40)"
        );
        let median = Micros {
            what: "median",
            measured: 12.4,
            most: 50.0,
        };
        assert_eq!(
            (median.target().as_str(), median.verdict().as_str()),
            ("median <= 50 us", "yes (12)")
        );
        assert_eq!(
            Size {
                measured: 31.25,
                below: 30.0
            }
            .verdict(),
            "NO (31.2)"
        );
        assert_eq!(
            Loss {
                measured: 0.58561,
                most: 0.6199
            }
            .verdict(),
            "yes (0.5856)"
        );
        assert_eq!(
            Hits {
                measured: 18.0,
                least: 19.0
            }
            .verdict(),
            "NO (18)"
        );
        let cells = Count {
            what: "cells",
            measured: 18_680.0,
            most: 18_679.0,
        };
        assert_eq!(
            (cells.target().as_str(), cells.verdict().as_str()),
            ("cells <= 18679", "NO (18680)")
        );
    }
}
