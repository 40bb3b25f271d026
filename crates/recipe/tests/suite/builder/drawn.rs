//! Drawn recipes: what is written in code is what is read back.

use super::models::all_models;
use super::rebuilt::rebuilt;
use equipoise_data::ErrorKind;
use equipoise_recipe::build::{
    Builder, CalendarUnit, CodeRange, Dates, Frequency, Group, Groups, Intervals, Mask, Ordered,
    Prefix, Sequence, Side,
};
use equipoise_recipe::*;
use proptest::collection::{btree_set, vec};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use std::time::Duration;

/// Names, paths and cells, with all that TOML must escape.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[a-z]{1,6}",
        "[\"'\\\\.\\[\\]{}=#, \n\r\t\u{0}-\u{8}\u{7f}é漢🙂]{1,8}",
    ]
    .prop_filter("some keys must not be empty", |text| !text.is_empty())
}

/// A number that is not negative.
fn number() -> impl Strategy<Value = Decimal> {
    prop_oneof![
        any::<u64>().prop_map(Decimal::from),
        (any::<u64>(), -40i32..20)
            .prop_map(|(digits, power)| Decimal::parse(&format!("{digits}e{power}")).unwrap()),
    ]
}

/// A number above 0, below 1.
fn share() -> impl Strategy<Value = Decimal> {
    (1u64..1_000_000).prop_map(|n| Decimal::parse(&format!("{n}e-6")).unwrap())
}

fn hierarchy() -> impl Strategy<Value = HierarchySource> {
    prop_oneof![
        text().prop_map(HierarchySource::File),
        (text(), 1u64..9).prop_map(|(path, least)| HierarchySource::Areas {
            path,
            inhabitants: vec![least, least * 10],
        }),
        rule().prop_map(HierarchySource::Builder),
    ]
}

fn rule() -> impl Strategy<Value = Builder> {
    prop_oneof![
        (1u64..100, -50i64..50, option::of(0u64..9), any::<bool>()).prop_map(intervals),
        (any::<bool>(), any::<char>(), option::of(1usize..9)).prop_map(
            |(left, character, levels)| {
                let mask = Mask::new(if left { Side::Left } else { Side::Right });
                Builder::Mask(Mask {
                    character: if character.is_control() {
                        'x'
                    } else {
                        character
                    },
                    levels,
                    ..mask
                })
            }
        ),
        (btree_set(text(), 2..5), any::<bool>())
            .prop_map(|(values, nested)| groups(values.into_iter().collect(), nested)),
        Just(Builder::Dates(Dates::new(vec![
            CalendarUnit::Month,
            CalendarUnit::Year
        ]))),
        Just(Builder::Dates(Dates {
            units: vec![CalendarUnit::Year],
            format: Some("%d/%m \"%Y\"".to_owned()),
        })),
        (2u64..9, sequence()).prop_map(|(size, order)| Builder::Ordered(Ordered {
            sizes: vec![size, size * 3],
            order,
        })),
        (2u64..99, "[a-z]{2,5}").prop_map(|(least, other)| Builder::Frequency(Frequency {
            other,
            ..Frequency::new(vec![least, least + 1])
        })),
        (
            3usize..9,
            any::<bool>(),
            option::of(Just("rest".to_owned()))
        )
            .prop_map(|(length, labels, other)| {
                let range =
                    |text: &str| CodeRange::parse(text, labels.then_some("a \"label\"")).unwrap();
                Builder::Prefix(Prefix {
                    ranges: vec![
                        range("A00-B99"),
                        range("U07"),
                        range("X-1-X-9"),
                        range("Y-2-Y-2"),
                    ],
                    other,
                    ..Prefix::new(vec![length + 1, length])
                })
            }),
    ]
}

fn intervals((width, origin, top, decimal): (u64, i64, Option<u64>, bool)) -> Builder {
    let number = |n: i64| {
        let power = if decimal { -3 } else { 0 };
        Decimal::parse(&format!("{n}e{power}")).unwrap()
    };
    let width = width as i64;
    Builder::Intervals(Intervals {
        origin: number(origin),
        bottom: top.map(|_| number(-60)),
        top: top.map(|top| number(top as i64)),
        decimal,
        ..Intervals::new(vec![number(width), number(width * 4)])
    })
}

fn groups(values: Vec<String>, nested: bool) -> Builder {
    let group = |label: &str, values: &[String]| Group {
        label: label.to_owned(),
        values: values.to_vec(),
    };
    let (first, rest) = values.split_at(1);
    let mut levels = vec![vec![group("\"a\" group", first), group("b.group", rest)]];
    if nested {
        let labels = ["\"a\" group", "b.group"].map(str::to_owned);
        levels.push(vec![group("all of them", &labels)]);
    }
    Builder::Groups(Groups {
        levels,
        other: None,
    })
}

fn sequence() -> impl Strategy<Value = Sequence> {
    prop_oneof![
        Just(Sequence::Integer),
        Just(Sequence::Decimal),
        option::of(Just("%Y/%m/%d".to_owned())).prop_map(Sequence::Date),
        btree_set(text(), 2..5).prop_map(|list| Sequence::List(list.into_iter().collect())),
    ]
}

fn quasi_identifier() -> impl Strategy<Value = ColumnBuilder> {
    let levels = (option::of(0u8..9), option::of(9u8..=255));
    let facts = (
        option::of(number()),
        option::of(text()),
        option::of(vec(text(), 0..3)),
    );
    (text(), hierarchy(), levels, facts, any::<bool>()).prop_map(
        |(name, hierarchy, (least, most), (weight, reason, missing), unlisted)| {
            let mut column = ColumnRecipe::quasi_identifier(name)
                .hierarchy(hierarchy)
                .weight(1);
            if let Some(level) = least {
                column = column.min_level(level);
            }
            if let Some(level) = most {
                column = column.max_level(level);
            }
            if let Some(weight) = weight {
                column = column.weight(weight);
            }
            if let Some(reason) = reason {
                column = column.reason(reason);
            }
            if let Some(missing) = missing {
                column = column.missing(missing);
            }
            if unlisted {
                column = column.unlisted(Unlisted::Top);
            }
            column
        },
    )
}

fn input() -> impl Strategy<Value = InputBuilder> {
    let bytes = (
        option::of(select(vec![',', ';', '\t', '|'])),
        option::of(select(vec!['"', '\''])),
    );
    (
        vec(text(), 1..4),
        bytes,
        vec(any::<String>(), 1..4),
        option::of(text()),
    )
        .prop_map(|(paths, (delimiter, quote), missing, person)| {
            let mut input = Input::builder().quote(quote).missing(missing);
            input = match paths.as_slice() {
                [path] => input.path(path),
                paths => input.paths(paths),
            };
            if let Some(delimiter) = delimiter {
                input = input.delimiter(delimiter);
            }
            if let Some(person) = person {
                input = input.person(person);
            }
            input
        })
}

fn search() -> impl Strategy<Value = SearchBuilder> {
    let limit = prop_oneof![
        any::<u64>().prop_map(Limit::Units),
        share().prop_map(Limit::Share),
        Just(Limit::Share(Decimal::ONE)),
        Just(Limit::Share(Decimal::ZERO)),
    ];
    let time = (0u64..1 << 33, 1u32..1_000_000_000).prop_map(|(s, n)| Duration::new(s, n));
    let loss = select(vec![
        LossChoice::Loss,
        LossChoice::Nwp,
        LossChoice::Precision,
    ]);
    (limit, any::<u64>(), time, loss, share()).prop_map(|(limit, seed, time, loss, weight)| {
        Search::builder()
            .max_suppression(limit)
            .seed(seed)
            .time_limit(time)
            .loss(loss)
            .aggregation(AggregationChoice::Max)
            .suppression_weight(weight)
    })
}

/// A model with drawn numbers.
fn model(column: &str, at: usize, share: Decimal, whole: u64) -> Model {
    let models = all_models();
    let mut model = models[at % models.len()].clone();
    match &mut model {
        Model::KAnonymity { k } => *k = whole,
        Model::LDiversity { column: c, l, .. } => {
            (*c, *l) = (column.to_owned(), Decimal::from(whole))
        }
        Model::AlphaKAnonymity {
            column: c,
            alpha,
            k,
            ..
        } => (*c, *alpha, *k) = (column.to_owned(), share, whole),
        Model::TCloseness {
            column: c,
            t,
            distance,
            ..
        } => {
            (*c, *t) = (column.to_owned(), share);
            *distance = DistanceChoice::Smoothed { bandwidth: share };
        }
        Model::NtCloseness {
            column: c, n, t, ..
        } => (*c, *n, *t) = (column.to_owned(), whole, share),
        Model::SemanticPrivacy {
            column: c, delta, ..
        }
        | Model::DeltaDisclosure {
            column: c, delta, ..
        } => (*c, *delta) = (column.to_owned(), share),
        Model::BetaLikeness {
            column: c, beta, ..
        } => (*c, *beta) = (column.to_owned(), share),
        Model::LkcPrivacy {
            column: c,
            l,
            k,
            c: share_of_class,
            ..
        } => (*c, *l, *k, *share_of_class) = (column.to_owned(), whole, whole, share),
        Model::KmAnonymity {
            column: c, k, m, ..
        } => (*c, *k, *m) = (column.to_owned(), whole, whole),
        Model::SampleUniqueness { threshold } | Model::AverageRisk { threshold } => {
            *threshold = share
        }
        Model::PopulationUniqueness {
            threshold,
            sampling,
            ..
        } => {
            (*threshold, *sampling) = (share, SamplingChoice::PopulationSize(whole));
        }
        Model::KMap { k, population } => {
            *k = whole;
            *population = MapPopulation::File(column.to_owned());
        }
        Model::DeltaPresence {
            population,
            min,
            max,
        } => {
            (*population, *min, *max) = (column.to_owned(), Decimal::ZERO, share);
        }
    }
    model
}

prop_compose! {
    fn recipe()(
        input in input(),
        quasi in vec(quasi_identifier(), 1..4),
        sensitive in text(),
        separator in text(),
        identifying in text(),
        models in vec((any::<usize>(), share(), 1..u64::MAX), 1..4),
        search in search(),
        label in "[a-z*é\"\\\\]{1,5}",
        path in text(),
        usefulness in option::of((0u64..1000, any::<u64>(), share())),
    ) -> (RecipeBuilder, Vec<Model>) {
        let column = ColumnRecipe::sensitive(sensitive.clone()).items(separator).hierarchy_file(path.clone());
        let mut asked: Vec<Model> = Vec::new();
        for (at, share, whole) in models {
            let model = model(&sensitive, at, share, whole);
            if !asked.contains(&model) {
                asked.push(model);
            }
        }
        let weighed = quasi[0].clone().weight(1);
        let mut builder = Recipe::builder().input(input).column(weighed).column(column);
        builder = quasi.into_iter().skip(1).fold(builder, RecipeBuilder::column);
        builder = asked.iter().cloned().fold(builder, RecipeBuilder::require)
            .column(ColumnRecipe::identifying(identifying))
            .search(search)
            .output(Output::builder().label(label).path(path).report([ReportFormat::Html, ReportFormat::Json]))
            .analysis(Analysis::count_by([&sensitive]));
        if let Some((queries, seed, selectivity)) = usefulness {
            builder = builder.usefulness(Usefulness::builder().queries(queries).seed(seed).selectivity(selectivity));
        }
        (builder, asked)
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_drawn_recipe_is_read_back(drawn in recipe()) {
        let (builder, asked) = drawn;
        let written = match builder.build() {
            Ok(written) => written,
            Err(e) => {
                // Names are drawn, and two columns may have the same one.
                prop_assert!(e.message().contains("is added twice"), "{e}\n{}", builder.text());
                return Ok(());
            }
        };
        prop_assert_eq!(&written.recipe().privacy, &asked);
        let read = WrittenRecipe::parse(written.text(), "the recipe").unwrap();
        prop_assert_eq!(&read, &written);
        // Written again from what was read, it is the same recipe.
        let again = rebuilt(written.recipe()).build();
        let mut again = again.unwrap_or_else(|e| panic!("{e}\n{}", written.text())).into_recipe();
        let mut recipe = written.into_recipe();
        again.warnings.clear();
        recipe.warnings.clear();
        prop_assert_eq!(again, recipe);
    }

    #[test]
    fn a_hierarchy_is_read_back(hierarchy in hierarchy(), name in text()) {
        let column = ColumnRecipe::quasi_identifier(name).hierarchy(hierarchy.clone());
        let recipe = Recipe::builder().column(column).require(Model::k_anonymity(2)).build();
        let recipe = recipe.unwrap_or_else(|e| panic!("{e}\n{hierarchy:?}")).into_recipe();
        prop_assert_eq!(recipe.columns[0].hierarchy.as_ref(), Some(&hierarchy));
    }

    #[test]
    fn any_number_is_read_or_refused(number in any::<f64>(), text in any::<String>()) {
        let column = ColumnRecipe::quasi_identifier("x").hierarchy_file("x.csv").weight(number).reason(&text);
        let built = Recipe::builder().column(column).require(Model::k_anonymity(2)).build();
        match built {
            Ok(written) => {
                let column = &written.recipe().columns[0];
                prop_assert_eq!(column.weight.to_f64(), number);
                prop_assert_eq!(column.reason.as_ref(), Some(&text));
            }
            Err(e) => {
                prop_assert!(number <= 0.0 || number.is_nan() || number.is_infinite() || number > 1e300, "{number}: {e}");
                prop_assert_eq!(e.kind(), ErrorKind::Usage);
            }
        }
    }
}
