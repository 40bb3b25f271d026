//! How much of the risks an audience may see: see the text on masking of this crate.

use crate::classes::{BANDS, Banded, When};
use crate::mask::{Count, Totals, is_small};
use crate::number::{finite, share, up_to_thousandths};
use crate::{
    Audit, AuditView, ClassSizes, EstimateView, ExposedClasses, ExposedView, JournalistRisk,
    JournalistView, MarketerView, ProsecutorView, Report, RiskAbove, RiskFacts, RiskView,
    RisksView, SimilarityView, SkewnessView, UniquenessEstimate, UnitsView,
};

/// Units with a risk above these are always counted: one in 5, 10 and 20.
const ABOVE: [f64; 3] = [0.2, 0.1, 0.05];

impl RisksView {
    pub(crate) fn of(report: &Report, totals: &Totals) -> Self {
        RisksView {
            before: report
                .before
                .as_ref()
                .map(|of| RiskView::of(&of.classes, &of.risks, When::Before, totals)),
            after: RiskView::of(&report.after, &report.risks, When::After, totals),
            audits: audits(&report.after, &report.risks.audits, When::After, totals),
        }
    }
}

impl RiskView {
    pub(crate) fn of(classes: &ClassSizes, risks: &RiskFacts, when: When, totals: &Totals) -> Self {
        let table = Table {
            classes,
            banded: Banded::new(classes, when, totals),
            when,
            totals,
        };
        let banded = &table.banded;
        let average = share(banded.all_classes(), banded.all_units()).filter(|_| banded.summed_up);
        let (uniques, unique_share) = banded.counted(banded.units_below(1), banded.masks[0]);
        RiskView {
            prosecutor: ProsecutorView {
                highest: banded.smallest().and_then(|size| share(1, size)),
                average,
                lowest: banded.largest().and_then(|size| share(1, size)),
                above: thresholds(risks.threshold)
                    .into_iter()
                    .map(|threshold| table.above(threshold))
                    .collect(),
            },
            journalist: risks
                .journalist
                .as_ref()
                .map(|journalist| table.journalist(journalist, risks.threshold)),
            marketer: MarketerView {
                expected: banded.summed_up.then_some(banded.all_classes()),
                share: average,
            },
            sample_uniques: UnitsView {
                units: uniques,
                share: unique_share,
            },
            population_uniques: risks
                .estimates
                .iter()
                .map(|estimate| table.estimate(estimate))
                .collect(),
        }
    }
}

/// The thresholds to count by, falling.
fn thresholds(wanted: f64) -> Vec<f64> {
    let mut all = ABOVE.to_vec();
    if finite(wanted).is_some() && !all.contains(&wanted) {
        all.push(wanted);
    }
    all.sort_by(|a, b| b.total_cmp(a));
    all
}

/// The least class size whose risk is not above the threshold; none if every size is.
fn size_at(threshold: f64) -> Option<u64> {
    let risk = |size: u64| 1.0 / size as f64;
    if threshold <= 0.0 || threshold.is_nan() {
        return None;
    }
    // The quotient may be off by a rounding; 1/5 and 0.2 are the same binary number, so comparing
    // them is not.
    let mut size = (1.0 / threshold).floor().max(1.0) as u64;
    while size > 1 && risk(size - 1) <= threshold {
        size -= 1;
    }
    while risk(size) > threshold && size < u64::MAX {
        size += 1;
    }
    Some(size)
}

/// One table, and what may be told of it.
struct Table<'a> {
    classes: &'a ClassSizes,
    banded: Banded<'a>,
    when: When,
    totals: &'a Totals,
}

impl Table<'_> {
    /// Whether numbers that are no counts, but follow from all units, may be told.
    fn told(&self) -> bool {
        self.totals.told || self.when == When::After
    }

    /// Units in classes below a size.
    fn units_below(&self, size: u64) -> u64 {
        let sizes = self.classes.sizes().iter().take_while(|&&(s, _)| s < size);
        sizes.fold(0u64, |sum, &(size, number)| {
            sum.saturating_add(size.saturating_mul(number))
        })
    }

    fn above(&self, threshold: f64) -> RiskAbove {
        let size = size_at(threshold);
        let units = self.units_below(size.unwrap_or(u64::MAX));
        let bands = match size {
            Some(size) => BANDS.iter().position(|&(from, _)| from == size),
            None => Some(BANDS.len()),
        };
        let masks = &self.banded.masks;
        // The sum of all masked bands is known from the total; a part of them is not, and neither
        // is a part of a band.
        let cut = match bands {
            Some(bands) => masks[..bands].contains(&true) && masks[bands..].contains(&true),
            None => !self.totals.internal(),
        };
        let (units, share) = self.banded.counted(units, cut);
        RiskAbove {
            threshold,
            counted: UnitsView { units, share },
        }
    }

    fn journalist(&self, journalist: &JournalistRisk, threshold: f64) -> JournalistView {
        let banded = &self.banded;
        let (all, above, uniques) = (
            banded.all_units(),
            journalist.units_above,
            journalist.population_uniques,
        );
        let prosecuted = self.units_below(size_at(threshold).unwrap_or(u64::MAX));
        JournalistView {
            highest: self.fraction(journalist.highest),
            average: self.fraction(journalist.average),
            above: RiskAbove {
                threshold,
                counted: self.part(above, &[all, prosecuted]),
            },
            population_uniques: self.part(uniques, &[all, above, banded.units_below(1)]),
        }
    }

    fn estimate(&self, estimate: &UniquenessEstimate) -> EstimateView {
        // It follows from the number of uniques, and goes where that goes.
        let masked = self.when == When::Before && self.banded.masks[0];
        EstimateView {
            estimator: estimate.estimator,
            share: self.fraction(estimate.share).filter(|_| !masked),
            fell_back: estimate.fell_back.clone(),
        }
    }

    /// A fraction of all units: exact for the owner, rounded up for the public.
    fn fraction(&self, value: f64) -> Option<f64> {
        if self.totals.internal() {
            finite(value)
        } else {
            up_to_thousandths(value).filter(|_| self.told())
        }
    }

    /// Units that are a part of each of these numbers of units: masked where it or what it leaves
    /// of one of them is small.
    fn part(&self, units: u64, of: &[u64]) -> UnitsView {
        // Nothing taken away leaves what is told or masked for itself.
        let leaves_few = units > 0
            && of
                .iter()
                .any(|&whole| is_small(whole.saturating_sub(units)));
        let (units, share) = match units {
            _ if self.totals.internal() => self.banded.counted(units, false),
            units if is_small(units) => (Count::Small, None),
            units => self.banded.counted(units, leaves_few),
        };
        UnitsView { units, share }
    }

    fn exposed(&self, exposed: ExposedClasses, of: &[u64]) -> ExposedView {
        let counted = self.part(exposed.units, of);
        ExposedView {
            classes: counted.units.exact().map(|_| exposed.classes),
            counted,
        }
    }

    fn audit(&self, audit: &Audit) -> AuditView {
        let (all, skewness) = (self.banded.all_units(), &audit.skewness);
        let similar = audit
            .similarity
            .map_or(all, |similarity| similarity.exposed.units);
        let worst = skewness.worst.filter(|worst| !worst.is_nan());
        AuditView {
            column: audit.column.clone(),
            // Whoever shares one value shares its label.
            homogeneity: self.exposed(audit.homogeneity, &[all, similar]),
            skewness: SkewnessView {
                reference: skewness.reference,
                factor: skewness.factor,
                least_share: skewness.least_share,
                worst,
                exposed: self.exposed(skewness.exposed, &[all]),
            },
            similarity: audit.similarity.map(|similarity| SimilarityView {
                level: similarity.level,
                exposed: self.exposed(similarity.exposed, &[all]),
            }),
        }
    }
}

/// What classes give away about each sensitive column.
pub(crate) fn audits(
    classes: &ClassSizes,
    audits: &[Audit],
    when: When,
    totals: &Totals,
) -> Vec<AuditView> {
    let table = Table {
        classes,
        banded: Banded::new(classes, when, totals),
        when,
        totals,
    };
    audits.iter().map(|audit| table.audit(audit)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mask::tests::totals;

    fn view(classes: &ClassSizes, risks: &RiskFacts, when: When, told: bool) -> RiskView {
        RiskView::of(classes, risks, when, &totals(told))
    }

    #[test]
    fn the_size_at_a_threshold_is_exact_where_floats_are_not() {
        let sizes = [
            1.0,
            0.5,
            0.2,
            0.1,
            0.05,
            0.3,
            0.199,
            1.0 / 3.0,
            1.0 / 49.0,
            7.0,
        ]
        .map(size_at);
        assert_eq!(sizes, [1, 2, 5, 10, 20, 4, 6, 3, 49, 1].map(Some));
        assert_eq!([size_at(0.0), size_at(-1.0), size_at(f64::NAN)], [None; 3]);
        assert_eq!(
            (1..3000).find(|&n| size_at(1.0 / n as f64) != Some(n)),
            None
        );
    }

    #[test]
    fn risk_is_above_one_in_five_for_classes_below_five() {
        let classes = ClassSizes::new([(1, 20), (4, 10), (5, 10), (19, 3), (20, 5)]);
        let risk = view(&classes, &RiskFacts::default(), When::Before, true).prosecutor;
        let above: Vec<_> = risk
            .above
            .iter()
            .map(|a| (a.threshold, a.counted.units))
            .collect();
        assert_eq!(
            above,
            [
                (0.2, Count::Exact(60)),
                (0.1, Count::Exact(110)),
                (0.05, Count::Exact(167))
            ]
        );
        assert_eq!(
            (risk.highest, risk.average, risk.lowest),
            (Some(1.0), Some(48.0 / 267.0), Some(0.05))
        );
    }

    #[test]
    fn a_threshold_within_a_band_is_for_the_owner() {
        let classes = ClassSizes::new([(5, 20), (7, 20)]);
        let risks = RiskFacts {
            threshold: 0.15,
            ..RiskFacts::default()
        };
        let public = view(&classes, &risks, When::After, true);
        assert_eq!(public.prosecutor.above[1].counted.units, Count::Withheld);
        let own = RiskView::of(
            &classes,
            &risks,
            When::Before,
            &Totals::of_own_table(240, 240),
        );
        assert_eq!(
            (
                own.prosecutor.above[1].threshold,
                own.prosecutor.above[1].counted.units
            ),
            (0.15, Count::Exact(100))
        );
    }

    #[test]
    fn a_masked_band_hides_the_sums_that_would_undo_it() {
        let classes = ClassSizes::new([(1, 3), (6, 10), (30, 10)]);
        let risk = view(&classes, &RiskFacts::default(), When::Before, true);
        let above: Vec<_> = risk
            .prosecutor
            .above
            .iter()
            .map(|a| a.counted.units.exact())
            .collect();
        assert_eq!(
            above,
            [None, Some(63), Some(63)],
            "63 is the total less what is shown"
        );
        assert_eq!(
            (
                risk.marketer.expected,
                risk.marketer.share,
                risk.sample_uniques.units
            ),
            (None, None, Count::Withheld)
        );
    }

    #[test]
    fn estimates_go_where_the_uniques_go() {
        let estimates = vec![UniquenessEstimate {
            estimator: equipoise_recipe::UniquenessEstimator::Pitman,
            share: 0.01234,
            fell_back: None,
        }];
        let risks = RiskFacts {
            estimates,
            ..RiskFacts::default()
        };
        let share = |classes: &ClassSizes, when, told| {
            view(classes, &risks, when, told).population_uniques[0].share
        };
        let (many, few) = (
            ClassSizes::new([(1, 300), (4, 10)]),
            ClassSizes::new([(1, 3), (4, 100)]),
        );
        assert_eq!(
            [
                share(&many, When::Before, true),
                share(&few, When::After, true)
            ],
            [Some(0.013); 2]
        );
        assert_eq!(
            [
                share(&few, When::Before, true),
                share(&many, When::Before, false)
            ],
            [None; 2]
        );
    }

    #[test]
    fn parts_are_masked_with_what_they_leave() {
        let classes = ClassSizes::new([(1, 60), (4, 10), (30, 10)]);
        let of = |units_above, population_uniques| {
            let journalist = Some(JournalistRisk {
                highest: 1.0 / 3.0,
                average: 0.0123,
                units_above,
                population_uniques,
            });
            view(
                &classes,
                &RiskFacts {
                    journalist,
                    ..RiskFacts::default()
                },
                When::After,
                true,
            )
            .journalist
            .unwrap()
        };
        let counts =
            |view: JournalistView| (view.above.counted.units, view.population_uniques.units);
        assert_eq!(counts(of(80, 40)), (Count::Exact(80), Count::Exact(40)));
        assert_eq!(counts(of(4, 0)), (Count::Small, Count::Exact(0)));
        assert_eq!(
            counts(of(95, 55)),
            (Count::Withheld, Count::Withheld),
            "100 and 60 less these are small"
        );
        assert_eq!(
            counts(of(45, 40)),
            (Count::Exact(45), Count::Withheld),
            "5 between the two"
        );
        assert_eq!(
            (of(80, 40).highest, of(80, 40).average),
            (Some(0.334), Some(0.013))
        );
    }
}
