//! The atlas of the Adult table, where the shared data are at hand: the peer's optima, and the
//! figures that the page shows.

use crate::common::{Prepared, with_whole_atlas};
use equipoise_explore::{
    Atlas, By, Explorer, FrontMeasure, Stop, Thresholds, Wishes, by_height, front, ladders,
    one_step, pair_map, pair_maps, without_column,
};
use equipoise_testkit::OracleModel;
use equipoise_testkit::shared::{adult, lattice_k5};

fn wishes(atlas: &Atlas, k: u64, max_units: u64, by: By) -> Wishes {
    let lattice = atlas.chart().lattice();
    Wishes {
        thresholds: Thresholds {
            axes: vec![k],
            tables: vec![],
        },
        low: lattice.bottom().to_vec(),
        high: lattice.top().to_vec(),
        max_units,
        max_loss: None,
        max_height: None,
        by,
    }
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9
}

#[test]
fn the_whole_lattice_and_what_the_page_shows_of_it() {
    let Some(mut case) = adult(&[]) else { return };
    case.models = vec![OracleModel::K { k: 5 }];
    let prepared = Prepared::try_new(&case).unwrap();
    with_whole_atlas(&case, &prepared, |atlas| {
        let explorer = Explorer::new(atlas, None);
        let lattice = atlas.chart().lattice();
        assert!(
            atlas.bytes().len() < 30_000_000,
            "{} bytes",
            atlas.bytes().len()
        );

        // The peer's optima at four limits.
        let optima = [
            (0, 0.573_150_965_559_004_4),
            (603, 0.313_713_035_281_924_2),
            (1_508, 0.241_932_365_066_290_8),
            (30_161, 0.220_411_928_479_842_92),
        ];
        for (limit, loss) in optima {
            let best = explorer
                .ask(&wishes(atlas, 5, limit, By::Loss(0)))
                .unwrap()
                .best
                .unwrap();
            assert!(close(best.losses[0], loss), "{best:?}");
        }
        // An independent evaluation of every node.
        let view = explorer.view(&Thresholds {
            axes: vec![5],
            tables: vec![],
        });
        for node in lattice_k5().unwrap() {
            let levels: Vec<u8> = node.levels.to_vec();
            let shown = explorer
                .show(
                    &wishes(atlas, 5, 0, By::Height).thresholds,
                    lattice.index(&levels),
                )
                .unwrap();
            assert_eq!(shown.rows, node.suppressed, "{levels:?}");
            assert!(
                close(shown.losses[0], node.loss) || shown.kept_classes == 0,
                "{levels:?}"
            );
        }

        // The figures of the page: efficient nodes, price ladders, the knee.
        let wishes = wishes(atlas, 5, 1_508, By::Loss(0));
        let front = front(
            &view,
            &wishes,
            FrontMeasure::Suppression,
            FrontMeasure::Loss(0),
        );
        assert!(front.complete);
        assert_eq!(front.points.len(), 33);
        assert!((front.points[0].y - 0.573).abs() < 5e-4);
        let knee = front
            .points
            .iter()
            .find(|p| p.shown.rows == 44)
            .expect("44 rows instead of 0");
        assert!((knee.y - 0.437).abs() < 5e-4, "{knee:?}");
        let ladders = ladders(&view, &wishes);
        let prices = |attribute: usize| -> Vec<String> {
            let price = |stop: &Stop| {
                stop.found()
                    .map_or_else(|| "-".to_owned(), |(value, _)| format!("{value:.3}"))
            };
            ladders[attribute].stops.iter().map(price).collect()
        };
        assert_eq!(
            prices(1),
            ["0.429", "0.312", "0.272", "0.242", "0.253"],
            "age"
        );
        assert_eq!(prices(4), ["0.297", "0.266", "0.242", "0.262"], "education");
        let map = pair_map(&view, &wishes, 1, 4);
        assert!(
            map.stops
                .iter()
                .filter_map(Stop::found)
                .any(|(value, _)| close(value, 0.241_932_365_066_290_8))
        );
        assert_eq!(pair_maps(&view, &wishes).len(), 36);
        let heights = by_height(&view, &wishes);
        assert_eq!(heights.rows.iter().map(|r| r.nodes).sum::<u64>(), 12_960);
        let best = explorer.ask(&wishes).unwrap().best.unwrap();
        let steps = one_step(&view, &wishes, best.node);
        assert!(steps.complete && steps.steps.len() == 9);

        // No answer: without suppression at fine levels.
        let strict = Wishes {
            high: vec![0, 2, 0, 0, 1, 0, 0, 1, 0],
            max_units: 0,
            ..wishes
        };
        let answer = explorer.ask(&strict).unwrap();
        let suggestions = answer.suggestions.unwrap();
        assert!(answer.best.is_none() && answer.proved);
        assert_eq!(suggestions.suppression.unwrap().levels, strict.high);
        assert_eq!(suggestions.height.unwrap().units, 0);
        assert!(
            suggestions.threshold.is_err(),
            "a class of one row stays, so k of 2 leaves out some"
        );
        assert!(without_column(&view, &strict).met.is_empty());
    });
}
