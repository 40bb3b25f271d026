//! Any table gives a draft that fits it.

use crate::fit::drafted_with;
use equipoise_data::Table;
use equipoise_draft::DraftOptions;
use proptest::prelude::*;

/// Values that look like something, and values that look like nothing.
fn cell() -> impl Strategy<Value = BoxedStrategy<String>> {
    let kinds: Vec<BoxedStrategy<String>> = vec![
        Just(String::new()).boxed(),
        Just("NA".to_owned()).boxed(),
        "[0-9]{5}".boxed(),
        "[1-5]|9".boxed(),
        "-?[0-9]{1,4}".boxed(),
        "-?[0-9]{1,4}\\.[0-9]{0,2}".boxed(),
        "[1-9][0-9]{14,20}".boxed(),
        "(19[0-9]{2}|2000)-0[1-9]-[012][1-8]|1900-01-01|9999-12-31|0000-00-00".boxed(),
        "[0-3]?[0-9]/[01]?[0-9]/20[0-2][0-9]".boxed(),
        "[0-2][1-8]\\.0[1-9]\\.20[0-2][0-9]".boxed(),
        "20[0-2][0-9]-0[1-9]-[012][1-8] [01][0-9]:[0-5][0-9]".boxed(),
        "[A-E][0-9]{2}(\\.[0-9])?".boxed(),
        "Monday|tuesday|Friday|SUNDAY|unknown".boxed(),
        "low|medium|high|-".boxed(),
        "other|\\*|\\?\\?\\?|[a-z]{1,12}".boxed(),
        "\\PC{0,9}".boxed(),
        "[\\x00-\\x20\"\\\\;,|#='\\[\\]é]{0,5}".boxed(),
    ];
    proptest::sample::select(kinds.into_iter().map(Shown).collect::<Vec<_>>())
        .prop_map(|shown| shown.0)
}

/// What proptest asks of a choice.
#[derive(Clone)]
struct Shown(BoxedStrategy<String>);

impl std::fmt::Debug for Shown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a kind of cells")
    }
}

fn name() -> impl Strategy<Value = String> {
    let telling = [
        "birth-date",
        "age",
        "patient id",
        "name",
        "income",
        "diagnosis.1",
        "zip",
        "2020-01-01",
        "year",
        "code",
        "",
    ];
    prop_oneof![
        proptest::sample::select(telling.to_vec()).prop_map(str::to_owned),
        "[\\x00-\\x7f\u{2028}\u{202e}é]{0,6}",
        "[a-c]{1,2}",
    ]
}

fn table() -> impl Strategy<Value = Table> {
    (1usize..7, 1usize..60).prop_flat_map(|(columns, rows)| {
        let column = (name(), cell(), cell()).prop_flat_map(move |(name, usual, rare)| {
            let cells = proptest::collection::vec(prop_oneof![8 => usual, 1 => rare], rows);
            // Few distinct values now and then, so that classes, persons and codes come up.
            (Just(name), cells, prop_oneof![Just(rows), 1usize..=8]).prop_map(
                |(name, cells, distinct)| {
                    let cells: Vec<String> = (0..cells.len())
                        .map(|i| cells[i % distinct].clone())
                        .collect();
                    (name, cells)
                },
            )
        });
        proptest::collection::vec(column, columns).prop_map(|mut columns| {
            let mut seen = std::collections::BTreeSet::new();
            columns.retain(|(name, _)| seen.insert(name.clone()));
            let names: Vec<&str> = columns.iter().map(|c| c.0.as_str()).collect();
            let rows: Vec<Vec<&str>> = (0..columns[0].1.len())
                .map(|i| columns.iter().map(|c| c.1[i].as_str()).collect())
                .collect();
            Table::from_rows(&names, &rows)
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn every_table_gets_a_recipe_that_fits(table in table(), k in 2u64..20) {
        let options = DraftOptions { k, ..DraftOptions::new("in \"put\".csv", "release/\u{7}.csv") };
        let (_, recipe) = drafted_with(&table, &options);
        prop_assert_eq!(recipe.output.path.as_deref(), Some("release/\u{7}.csv"));
    }
}
