//! Nodes in two measures, read from an atlas, against the judge of texts.

use crate::common::{Prepared, with_whole_atlas};
use equipoise_explore::{By, Explorer, Wishes};
use equipoise_measure::{Measure, Metric, Tally};
use equipoise_search::prefer::{Aspiration, RatedRelease, Ties, best};
use equipoise_testkit::ask::random_request;
use equipoise_testkit::{Case, CaseShape, ModelKind, Oracle, Seeded};

/// Every node that may be released is where the texts put it, and the answer is the best of these.
#[test]
fn nodes_are_where_texts_put_them() {
    let mut compared = 0;
    for seed in 0..400u64 {
        let shape = if seed.is_multiple_of(2) {
            CaseShape::default()
        } else {
            CaseShape::all_models()
                .without(ModelKind::KmAnonymity)
                .without(ModelKind::LkcPrivacy)
        };
        let mut case = Case::random(seed, &shape);
        case.models = random_request(&case, &mut Seeded::new(seed)).models(&case);
        case.loss = equipoise_testkit::OracleLoss::Nwp;
        (case.aggregation, case.suppression_weight) = (None, 0.5);
        let Some(prepared) = Prepared::try_new(&case) else {
            continue;
        };
        let mut r = Seeded::new(seed);
        let first = r.pick(&[
            Measure::Necd,
            Measure::HighestRisk,
            Measure::AverageRisk,
            Measure::Uniqueness,
            Measure::Suppression,
        ]);
        let measures = [first, Measure::Loss(Metric::Nwp)];
        with_whole_atlas(&case, &prepared, |atlas| {
            let explorer = Explorer::new(atlas, None);
            let chart = explorer.atlas().chart();
            let lattice = chart.lattice();
            let wishes = Wishes {
                thresholds: chart.thresholds(),
                low: lattice.bottom().to_vec(),
                high: lattice.top().to_vec(),
                max_units: case.allowed(),
                max_loss: None,
                max_height: None,
                by: By::Loss(0),
            };
            let prospect = explorer.prospect(&wishes, measures).unwrap();
            assert!(prospect.is_complete);
            let mut oracle = Oracle::new(&case);
            let mut expected = Vec::new();
            lattice.for_each(|levels| {
                let facts =
                    oracle.evaluate(&levels.iter().map(|&l| usize::from(l)).collect::<Vec<_>>());
                if facts.feasible {
                    let mut tally = Tally {
                        suppressed_units: facts.suppressed_units,
                        ..Tally::new(case.units())
                    };
                    facts
                        .classes
                        .iter()
                        .filter(|c| c.kept)
                        .for_each(|c| tally.add(c.units, 1));
                    expected.push((
                        levels.to_vec(),
                        RatedRelease {
                            point: [first.of_classes(&tally).unwrap(), facts.loss],
                            least: tally.least,
                        },
                    ));
                }
            });
            let mut sites: Vec<_> = prospect.sites().iter().collect();
            sites.sort_by(|a, b| a.levels.cmp(&b.levels));
            expected.sort_by(|a, b| a.0.cmp(&b.0));
            assert_eq!(sites.len(), expected.len(), "seed {seed}");
            for (site, (levels, place)) in sites.iter().zip(&expected) {
                assert_eq!(
                    (&site.levels, site.least),
                    (levels, place.least),
                    "seed {seed}"
                );
                let close = |i: usize| {
                    (site.point[i] - place.point[i]).abs() <= 1e-9 * place.point[i].abs().max(1.0)
                };
                assert!(
                    close(0) && close(1),
                    "seed {seed} {levels:?}: {:?} {:?}",
                    site.point,
                    place.point
                );
            }
            let aspiration =
                Aspiration::new([r.below(100) as f64 / 100.0, r.below(100) as f64 / 100.0])
                    .unwrap();
            let places: Vec<RatedRelease> = prospect
                .sites()
                .iter()
                .map(|s| RatedRelease {
                    point: s.point,
                    least: s.least,
                })
                .collect();
            for ties in [Ties::Deviation, Ties::Privacy] {
                let of_all = best(&places, &aspiration, ties).first().map(|&i| places[i]);
                let found = prospect.best(&aspiration, ties).map(|s| RatedRelease {
                    point: s.point,
                    least: s.least,
                });
                assert_eq!(found, of_all, "seed {seed} {ties:?}");
            }
            compared += expected.len();
        });
    }
    assert!(compared > 1_000, "{compared}");
}
