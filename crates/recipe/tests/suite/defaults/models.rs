//! What models mean: their defaults, their words, and what is odd about their parameters.

use super::{SMALL, d, parse};
use equipoise_recipe::*;

/// A table with two sensitive columns, of which `s` holds sets; models start at line 15.
fn recipe(model: &str, lines: &str) -> Recipe {
    let columns =
        "[columns.s]\nrole = \"sensitive\"\nitems = \"|\"\n[columns.other]\nrole = \"sensitive\"\n";
    parse(&format!(
        "{SMALL}{columns}[[privacy]]\nmodel = \"{model}\"\n{lines}\n"
    ))
}

fn model(name: &str, lines: &str) -> Model {
    recipe(name, lines).privacy.remove(1)
}

fn s() -> String {
    "s".to_owned()
}

const S: &str = "column = \"s\"";

#[test]
fn distance_follows_the_column() {
    let with = |keys: &str| {
        let text = format!(
            "{SMALL}[[privacy]]\nmodel = \"t-closeness\"\ncolumn = \"s\"\nt = 0.3\n[columns.s]\nrole = \"sensitive\"\n{keys}\n"
        );
        match &parse(&text).privacy[1] {
            Model::TCloseness { distance, .. } => distance.name(),
            other => panic!("{other}"),
        }
    };
    assert_eq!(with(""), "equal");
    assert_eq!(with("type = \"text\""), "equal");
    assert_eq!(with("type = \"integer\""), "ordered");
    assert_eq!(with("type = \"decimal\""), "ordered");
    assert_eq!(with("type = \"date\""), "ordered");
    assert_eq!(with("order = [\"a\", \"b\"]"), "ordered");
    assert_eq!(with("hierarchy = \"s.csv\""), "hierarchical");
    assert_eq!(
        with("hierarchy = \"s.csv\"\ntype = \"integer\""),
        "hierarchical"
    );
}

#[test]
fn every_model_has_its_defaults() {
    let no = false;
    let with = |name: &str, lines: &str| model(name, &format!("{S}\n{lines}"));
    let diverse = |l: &str, variant| Model::LDiversity {
        column: s(),
        l: d(l),
        variant,
        others_as_quasi_identifiers: no,
    };
    assert_eq!(
        with("l-diversity", "l = 3"),
        diverse("3", Variant::Distinct)
    );
    assert_eq!(
        with("l-diversity", "l = 3.5\nvariant = \"probabilistic\""),
        diverse("3.5", Variant::Probabilistic)
    );
    let shannon = Variant::Entropy {
        estimator: EntropyEstimatorChoice::Shannon,
    };
    assert_eq!(
        with("l-diversity", "l = 3\nvariant = \"entropy\""),
        diverse("3", shannon)
    );
    assert_eq!(
        with("alpha-k-anonymity", "alpha = 0.50\nk = 3"),
        Model::AlphaKAnonymity {
            column: s(),
            alpha: d("0.5"),
            k: 3,
            values: None,
            others_as_quasi_identifiers: no
        }
    );
    let smoothed = DistanceChoice::Smoothed {
        bandwidth: d("0.3"),
    };
    assert_eq!(
        with("t-closeness", "t = 0.2\ndistance = \"smoothed\""),
        Model::TCloseness {
            column: s(),
            t: d("0.2"),
            distance: smoothed,
            others_as_quasi_identifiers: no
        }
    );
    assert_eq!(
        with("nt-closeness", "n = 1000\nt = 0.2"),
        Model::NtCloseness {
            column: s(),
            n: 1000,
            t: d("0.2"),
            distance: DistanceChoice::Equal,
            others_as_quasi_identifiers: no
        }
    );
    assert_eq!(
        with("semantic-privacy", "delta = 0"),
        Model::SemanticPrivacy {
            column: s(),
            delta: d("0"),
            log: LogChoice::Natural,
            others_as_quasi_identifiers: no
        }
    );
    assert_eq!(
        with("delta-disclosure", "delta = 1.5"),
        Model::DeltaDisclosure {
            column: s(),
            delta: d("1.5"),
            log: LogChoice::Natural,
            others_as_quasi_identifiers: no
        }
    );
    assert_eq!(
        with("beta-likeness", "beta = 2"),
        Model::BetaLikeness {
            column: s(),
            beta: d("2"),
            variant: LikenessChoice::Basic,
            others_as_quasi_identifiers: no
        }
    );
    let tenth = SamplingChoice::Fraction(d("0.1"));
    assert_eq!(
        model(
            "population-uniqueness",
            "threshold = 0\nsampling-fraction = 0.1"
        ),
        Model::PopulationUniqueness {
            threshold: d("0"),
            estimator: UniquenessEstimator::Dankar,
            sampling: tenth
        }
    );
    let population = MapPopulation::Estimated {
        estimator: MapEstimator::Poisson,
        sampling: tenth,
        significance: d("0.01"),
    };
    assert_eq!(
        model(
            "k-map",
            "k = 3\nestimator = \"poisson\"\nsampling-fraction = 0.1"
        ),
        Model::KMap { k: 3, population }
    );
    let presence = Model::DeltaPresence {
        population: "../p.csv".to_owned(),
        min: d("0"),
        max: d("0.5"),
    };
    assert_eq!(
        model("delta-presence", "population = \"../p.csv\"\nmax = 0.5"),
        presence
    );
    assert_eq!(presence.population(), Some("../p.csv"));
}

#[test]
fn every_key_of_a_model_is_understood() {
    let yes = true;
    let others = "others-as-quasi-identifiers = true";
    let with = |name: &str, lines: &str| model(name, &format!("{S}\n{others}\n{lines}"));
    let diverse = |l: &str, variant| Model::LDiversity {
        column: s(),
        l: d(l),
        variant,
        others_as_quasi_identifiers: yes,
    };
    let grassberger = Variant::Entropy {
        estimator: EntropyEstimatorChoice::Grassberger,
    };
    assert_eq!(
        with(
            "l-diversity",
            "l = 1.5\nvariant = \"entropy\"\nestimator = \"grassberger\""
        ),
        diverse("1.5", grassberger)
    );
    let recursive = with("l-diversity", "l = 3\nvariant = \"recursive\"\nc = 0.25");
    assert_eq!(recursive, diverse("3", Variant::Recursive { c: d("0.25") }));
    assert_eq!(recursive.whole_l(), Some(3));
    assert_eq!(
        diverse("18446744073709551615", Variant::Distinct).whole_l(),
        Some(u64::MAX)
    );
    assert_eq!(diverse("3", Variant::Probabilistic).whole_l(), None);
    let values = Some(vec!["HIV".to_owned(), "flu".to_owned()]);
    assert_eq!(
        with(
            "alpha-k-anonymity",
            "alpha = 0.5\nk = 3\nvalues = [\"HIV\", \"flu\"]"
        ),
        Model::AlphaKAnonymity {
            column: s(),
            alpha: d("0.5"),
            k: 3,
            values,
            others_as_quasi_identifiers: yes
        }
    );
    let smoothed = DistanceChoice::Smoothed {
        bandwidth: d("0.25"),
    };
    assert_eq!(
        with(
            "nt-closeness",
            "n = 9\nt = 0.2\ndistance = \"smoothed\"\nbandwidth = 0.25"
        ),
        Model::NtCloseness {
            column: s(),
            n: 9,
            t: d("0.2"),
            distance: smoothed,
            others_as_quasi_identifiers: yes
        }
    );
    assert_eq!(
        with("semantic-privacy", "delta = 1\nlog = \"binary\""),
        Model::SemanticPrivacy {
            column: s(),
            delta: d("1"),
            log: LogChoice::Binary,
            others_as_quasi_identifiers: yes
        }
    );
    assert_eq!(
        with("beta-likeness", "beta = 2\nvariant = \"enhanced\""),
        Model::BetaLikeness {
            column: s(),
            beta: d("2"),
            variant: LikenessChoice::Enhanced,
            others_as_quasi_identifiers: yes
        }
    );
    assert_eq!(
        with("lkc-privacy", "l = 1\nk = 3\nc = 0.5"),
        Model::LkcPrivacy {
            column: s(),
            l: 1,
            k: 3,
            c: d("0.5"),
            others_as_quasi_identifiers: yes
        }
    );
    assert_eq!(
        with("km-anonymity", "k = 3\nm = 2"),
        Model::KmAnonymity {
            column: s(),
            k: 3,
            m: 2,
            others_as_quasi_identifiers: yes
        }
    );
    let size = SamplingChoice::PopulationSize(80_000_000);
    assert_eq!(
        model(
            "population-uniqueness",
            "threshold = 0.1\nestimator = \"snb\"\npopulation-size = 80_000_000"
        ),
        Model::PopulationUniqueness {
            threshold: d("0.1"),
            estimator: UniquenessEstimator::Snb,
            sampling: size
        }
    );
    let estimator = MapEstimator::ZeroTruncatedPoisson;
    let population = MapPopulation::Estimated {
        estimator,
        sampling: size,
        significance: d("0.05"),
    };
    assert_eq!(
        model(
            "k-map",
            "k = 3\nestimator = \"zero-truncated-poisson\"\npopulation-size = 80000000\nsignificance = 0.05"
        ),
        Model::KMap { k: 3, population }
    );
    assert_eq!(
        model("k-map", "k = 3\npopulation = \"p.csv\""),
        Model::KMap {
            k: 3,
            population: MapPopulation::File("p.csv".to_owned())
        }
    );
}

#[test]
fn smoothed_distance_needs_neither_order_nor_hierarchy() {
    let smoothed = model(
        "t-closeness",
        &format!("{S}\nt = 0.2\ndistance = \"smoothed\"\nbandwidth = 0.1"),
    );
    assert_eq!(
        smoothed.distance(),
        Some(DistanceChoice::Smoothed {
            bandwidth: d("0.1")
        })
    );
    assert_eq!(smoothed.distance().unwrap().name(), "smoothed");
    assert_eq!(model("average-risk", "threshold = 0.5").distance(), None);
}

/// Name, lines of the recipe, what people say, what is asked, what else was set.
type Described = (
    &'static str,
    &'static str,
    &'static str,
    &'static [(&'static str, &'static str)],
    &'static [(&'static str, &'static str)],
);

const DESCRIBED: [Described; 22] = [
    ("k-anonymity", "k = 6", "6-anonymity", &[("k", "6")], &[]),
    (
        "l-diversity",
        "column = \"s\"\nl = 3",
        "distinct 3-diversity of `s`",
        &[("l", "3")],
        &[],
    ),
    (
        "l-diversity",
        "column = \"s\"\nl = 3.50\nvariant = \"probabilistic\"",
        "probabilistic 3.5-diversity of `s`",
        &[("l", "3.5")],
        &[],
    ),
    (
        "l-diversity",
        "column = \"s\"\nl = 3\nvariant = \"entropy\"",
        "entropy 3-diversity of `s`",
        &[("l", "3")],
        &[("estimator", "shannon")],
    ),
    (
        "l-diversity",
        "column = \"s\"\nl = 3\nvariant = \"entropy\"\nestimator = \"grassberger\"",
        "entropy 3-diversity of `s` with Grassberger's estimator",
        &[("l", "3")],
        &[("estimator", "grassberger")],
    ),
    (
        "l-diversity",
        "column = \"s\"\nl = 3\nvariant = \"recursive\"\nc = 2",
        "recursive (2, 3)-diversity of `s`",
        &[("c", "2"), ("l", "3")],
        &[],
    ),
    (
        "alpha-k-anonymity",
        "column = \"s\"\nalpha = 0.5\nk = 3",
        "(0.5, 3)-anonymity of `s`",
        &[("alpha", "0.5"), ("k", "3")],
        &[],
    ),
    (
        "alpha-k-anonymity",
        "column = \"s\"\nalpha = 0.5\nk = 3\nvalues = [\"a\", \"b\"]",
        "(0.5, 3)-anonymity of `s` for 2 of its values",
        &[("alpha", "0.5"), ("k", "3")],
        &[("values", "2")],
    ),
    (
        "t-closeness",
        "column = \"s\"\nt = 0.20",
        "0.2-closeness of `s` with equal distance",
        &[("t", "0.2")],
        &[],
    ),
    (
        "t-closeness",
        "column = \"s\"\nt = 0.2\ndistance = \"smoothed\"",
        "0.2-closeness of `s` with smoothed distance of bandwidth 0.3",
        &[("t", "0.2")],
        &[("bandwidth", "0.3")],
    ),
    (
        "nt-closeness",
        "column = \"s\"\nn = 1000\nt = 0.2",
        "(1000, 0.2)-closeness of `s` with equal distance",
        &[("n", "1000"), ("t", "0.2")],
        &[],
    ),
    (
        "semantic-privacy",
        "column = \"s\"\ndelta = 1.5",
        "1.5-semantic privacy of `s`",
        &[("delta", "1.5")],
        &[("log", "natural")],
    ),
    (
        "delta-disclosure",
        "column = \"s\"\ndelta = 1.5\nlog = \"binary\"",
        "1.5-disclosure privacy of `s` in binary logarithms",
        &[("delta", "1.5")],
        &[("log", "binary")],
    ),
    (
        "beta-likeness",
        "column = \"s\"\nbeta = 2",
        "basic 2-likeness of `s`",
        &[("beta", "2")],
        &[],
    ),
    (
        "beta-likeness",
        "column = \"s\"\nbeta = 2\nvariant = \"enhanced\"\nothers-as-quasi-identifiers = true",
        "enhanced 2-likeness of `s`, with other sensitive columns as quasi-identifiers",
        &[("beta", "2")],
        &[("others-as-quasi-identifiers", "true")],
    ),
    (
        "lkc-privacy",
        "column = \"s\"\nl = 1\nk = 3\nc = 0.5",
        "LKC-privacy of `s` with l = 1, k = 3, c = 0.5",
        &[("l", "1"), ("k", "3"), ("c", "0.5")],
        &[],
    ),
    (
        "km-anonymity",
        "column = \"s\"\nk = 3\nm = 2",
        "3^2-anonymity of `s`",
        &[("k", "3"), ("m", "2")],
        &[],
    ),
    (
        "sample-uniqueness",
        "threshold = 0.05",
        "sample uniqueness of at most 0.05",
        &[("threshold", "0.05")],
        &[],
    ),
    (
        "average-risk",
        "threshold = 0.05",
        "average risk of at most 0.05",
        &[("threshold", "0.05")],
        &[],
    ),
    (
        "population-uniqueness",
        "threshold = 0.05\nsampling-fraction = 0.1",
        "population uniqueness of at most 0.05 (dankar, a sample of 0.1)",
        &[("threshold", "0.05")],
        &[("estimator", "dankar"), ("sampling-fraction", "0.1")],
    ),
    (
        "k-map",
        "k = 3\nestimator = \"poisson\"\npopulation-size = 1000",
        "3-map (poisson, a population of 1000, significance 0.01)",
        &[("k", "3")],
        &[
            ("estimator", "poisson"),
            ("population-size", "1000"),
            ("significance", "0.01"),
        ],
    ),
    (
        "delta-presence",
        "population = \"p.csv\"\nmax = 0.5",
        "(0, 0.5)-presence in `p.csv`",
        &[("min", "0"), ("max", "0.5")],
        &[("population", "p.csv")],
    ),
];

#[test]
fn models_speak_as_people_do_and_list_what_was_asked() {
    let owned = |pairs: &[(&'static str, &str)]| {
        pairs
            .iter()
            .map(|(key, value)| ModelParameter::new(key, *value))
            .collect::<Vec<_>>()
    };
    for (name, lines, shown, asked, settings) in DESCRIBED {
        let model = model(name, lines);
        assert_eq!(model.name().as_str(), name);
        assert_eq!(model.to_string(), shown);
        assert_eq!(model.asked(), owned(asked), "{shown}");
        assert_eq!(model.settings(), owned(settings), "{shown}");
        assert_eq!(
            model.column(),
            lines.starts_with("column").then_some("s"),
            "{shown}"
        );
        assert_eq!(
            model.others_as_quasi_identifiers(),
            lines.contains("others"),
            "{shown}"
        );
        let variant = match name {
            "l-diversity" | "beta-likeness" => shown.split(' ').next(),
            _ => None,
        };
        assert_eq!(model.variant(), variant, "{shown}");
    }
    let map = model("k-map", "k = 3\npopulation = \"p.csv\"");
    assert_eq!(
        (map.to_string(), map.population()),
        ("3-map in `p.csv`".to_owned(), Some("p.csv"))
    );
}

#[test]
fn parameters_that_protect_nothing_are_a_warning() {
    let warning = |name: &str, lines: &str, line: usize, text: &str| {
        assert_eq!(
            recipe(name, lines).warnings,
            [format!("recipe.toml line {line}: {text}")],
            "{name}"
        );
    };
    let with = |name: &str, lines: &str, line: usize, text: &str| {
        warning(name, &format!("{S}\n{lines}"), line, text)
    };
    for variant in ["distinct", "probabilistic", "entropy"] {
        let text = "l = 1 protects nothing: every class with a known value meets it";
        with(
            "l-diversity",
            &format!("l = 1\nvariant = \"{variant}\""),
            17,
            text,
        );
    }
    let entropy = "variant = \"entropy\"\nestimator = \"grassberger\"";
    let text = "l = 3 with `grassberger` is met by a class of one row, which counts as 3.56 values: ask for k-anonymity too";
    with("l-diversity", &format!("l = 3\n{entropy}"), 17, text);
    assert!(
        recipe("l-diversity", &format!("{S}\nl = 3.6\n{entropy}"))
            .warnings
            .is_empty()
    );
    let far = "t = 1 protects nothing: no class can be further from the table";
    with("t-closeness", "t = 1", 17, far);
    with("nt-closeness", "t = 1.0\nn = 9", 17, far);
    with(
        "nt-closeness",
        "t = 0.1\nn = 1",
        18,
        "n = 1 protects nothing: every class is large enough",
    );
    let smoothed = "distance = \"smoothed\"";
    let text = "t = 0.7 protects nothing: a smoothed distance is at most ln 2, about 0.693";
    with("t-closeness", &format!("t = 0.7\n{smoothed}"), 17, text);
    assert!(
        recipe(
            "t-closeness",
            &format!("{S}\nt = 0.693147180559945\n{smoothed}")
        )
        .warnings
        .is_empty()
    );
    let text = "bandwidth = 1.5 blends every value with all others, so that classes look closer than they are";
    with(
        "t-closeness",
        &format!("t = 0.1\n{smoothed}\nbandwidth = 1.5"),
        19,
        text,
    );
    for (name, share, more) in [
        ("alpha-k-anonymity", "alpha", ""),
        ("lkc-privacy", "c", "\nl = 1"),
    ] {
        let both = format!("k = 1 with {share} = 1 protects nothing: every table meets it");
        with(name, &format!("k = 1\n{share} = 1{more}"), 17, &both);
        with(
            name,
            &format!("k = 1\n{share} = 0.5{more}"),
            17,
            &format!("k = 1 protects nothing by itself: here only {share} does"),
        );
        with(
            name,
            &format!("k = 2\n{share} = 1{more}"),
            18,
            &format!("{share} = 1 protects nothing by itself: here only k does"),
        );
    }
    with(
        "lkc-privacy",
        "l = 2\nk = 3\nc = 0.5",
        17,
        "l = 2 is read as 1: there are no more quasi-identifiers to know",
    );
    with(
        "km-anonymity",
        "k = 1\nm = 2",
        17,
        "k = 1 protects nothing: every table meets it",
    );
    for name in ["sample-uniqueness", "average-risk"] {
        warning(
            name,
            "threshold = 1",
            16,
            "threshold = 1 protects nothing: every table meets it",
        );
    }
    let all = "threshold = 1 protects nothing: every table meets it";
    warning(
        "population-uniqueness",
        "threshold = 1\npopulation-size = 9",
        16,
        all,
    );
    let text = "k = 1 protects nothing: whoever is in the table is in the population";
    warning("k-map", "k = 1\npopulation = \"p.csv\"", 16, text);
    let text = "min = 0 with max = 1 protects nothing: every table meets it";
    warning(
        "delta-presence",
        "population = \"p.csv\"\nmax = 1",
        17,
        text,
    );
}

#[test]
fn columns_protected_one_by_one_are_a_warning() {
    let second = |key: &str| {
        format!("[[privacy]]\nmodel = \"t-closeness\"\ncolumn = \"other\"\nt = 0.2\n{key}")
    };
    let both = |first: &str, key: &str| {
        recipe(
            "l-diversity",
            &format!("{S}\nl = 3\n{first}\n{}", second(key)),
        )
        .warnings
    };
    let trap = |line: usize| {
        [format!(
            "recipe.toml line {line}: columns `s`, `other` are each protected and their combination is not: somebody who knows a \
             person's value in one of them may learn another; `others-as-quasi-identifiers = true` in their models closes this gap"
        )]
    };
    let (yes, no) = (
        "others-as-quasi-identifiers = true",
        "others-as-quasi-identifiers = false",
    );
    assert_eq!(both("", ""), trap(14));
    assert_eq!(both(yes, ""), trap(19), "one way is still open");
    assert_eq!(both("", yes), trap(14));
    assert!(both(yes, yes).is_empty());
    assert!(both(no, no).is_empty(), "that was decided");
    let same = recipe(
        "l-diversity",
        &format!("{S}\nl = 3\n[[privacy]]\nmodel = \"t-closeness\"\n{S}\nt = 0.2"),
    );
    assert!(same.warnings.is_empty(), "there is one column");
}
