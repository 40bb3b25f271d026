//! Requests with typed values: what they refuse.

use equipoise::recipe::OptimizerChoice;
use equipoise::{
    Decimal, ErrorKind, FrontierRequest, InspectRequest, SampleKind, Unwatched, inspect,
    make_sample,
};

#[test]
fn samples_have_names() {
    for &kind in SampleKind::ALL {
        assert_eq!(kind.name().parse::<SampleKind>().unwrap(), kind);
    }
    let error = "cencus".parse::<SampleKind>().unwrap_err();
    assert_eq!(
        error.message(),
        "there is no sample `cencus`; known samples: `census`, `hospital`"
    );
}

#[test]
fn optimizers_that_do_not_solve_for_the_least_risk_are_refused() {
    let optimizer = FrontierRequest::optimizer("best-first").unwrap();
    assert_eq!(optimizer, OptimizerChoice::BestFirst);
    for word in ["min-risk", "magic"] {
        let error = FrontierRequest::optimizer(word).unwrap_err();
        let start = format!("`{word}` is no optimizer for the least risk; accepted: `auto`,");
        assert!(error.message().starts_with(&start), "{error}");
    }
}

#[test]
fn shares_out_of_range_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let sample = make_sample(SampleKind::Census, 50, 1, folder.path(), false, &Unwatched).unwrap();
    let refused = |request: &InspectRequest| {
        let error = inspect(&sample.table, request, &Unwatched).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Usage);
        error.message()
    };
    let number = |text: &str| Decimal::parse(text);
    for text in ["-0.1", "1.5"] {
        let request = InspectRequest {
            threshold: number(text),
            ..InspectRequest::default()
        };
        assert_eq!(
            refused(&request),
            format!("the threshold is {text}; it must be a number from 0 to 1")
        );
    }
    for text in ["0", "1"] {
        let request = InspectRequest {
            sampling_fraction: number(text),
            ..InspectRequest::default()
        };
        assert_eq!(
            refused(&request),
            format!("the sampling fraction is {text}; it must be above 0 and below 1")
        );
    }
}
