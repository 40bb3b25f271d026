//! `[preference]`, and what it needs of the rest.

use super::{BASE, added, failure};
use equipoise_recipe::{
    LossChoice, MeasureChoice, Method, Over, Preference, PreferenceTies, Recipe,
};

const LATTICE: &str = "[search]\nmethod = \"preference\"\n";
const PARTITIONS: &str = "[search]\nmethod = \"preference\"\nover = \"partitions\"\n";

fn lattice(lines: &str) -> String {
    added(&format!("{LATTICE}[preference]\n{lines}"))
}

fn partitions(lines: &str) -> String {
    added(&format!(
        "{PARTITIONS}[preference]\naspire = {{ necd = 1, nwp = 0.2 }}\n{lines}"
    ))
}

#[test]
fn two_measures_are_aspired_to() {
    let must = "it must be two measures with a number each, such as `{ necd = 1.0, nwp = 0.2 }`";
    assert_eq!(
        lattice("aspire = 3"),
        format!("15: `aspire` in `[preference]` is 3; {must}")
    );
    assert_eq!(
        lattice("aspire = { nwp = 0.2 }"),
        format!("15: `aspire` in `[preference]` has 1 measures; {must}")
    );
    assert_eq!(
        lattice("aspire = { nwp = 0.2, necd = \"small\" }"),
        "15: `necd` in `aspire` in `[preference]` is `small`; it must be a number"
    );
    let (message, hint) = failure(&format!(
        "{BASE}{LATTICE}[preference]\naspire = {{ nwp = 0.2, necs = 1 }}"
    ));
    assert_eq!(
        message,
        "15: `necs` in `aspire` in `[preference]` is no measure; measures: `necd`, `highest-risk`, `average-risk`, `uniqueness`, `suppression`, \
         `loss`, `nwp`, `precision`, `aecs`, `discernibility`, `entropy`, `height`"
    );
    assert_eq!(hint, "did you mean `necd`?");
}

#[test]
fn nothing_is_better_than_utopia() {
    for number in ["-0.000001", "-1", "-0.5"] {
        let (message, hint) = failure(&format!(
            "{BASE}{LATTICE}[preference]\naspire = {{ nwp = {number}, necd = 1 }}"
        ));
        assert!(
            message.contains("it is at or below the utopian point, which is -0.000001"),
            "{message}"
        );
        assert_eq!(hint, "aspire to 0 or more");
    }
    let read = Recipe::parse(
        &format!("{BASE}{LATTICE}[preference]\naspire = {{ nwp = -0.0000009, necd = 0 }}"),
        "recipe.toml",
    );
    assert_eq!(read.unwrap().preference.aspire.len(), 2);
}

#[test]
fn keys_of_partitions_are_for_partitions() {
    for key in [
        "population = 10",
        "evaluations = 5",
        "crossover = 0.5",
        "mutation = 0.1",
        "polish = false",
        "taxonomy = true",
        "granulate = { age = 5 }",
    ] {
        let name = key.split(' ').next().unwrap();
        assert_eq!(
            lattice(&format!("aspire = {{ necd = 1, nwp = 0.2 }}\n{key}")),
            format!("16: `{name}` in `[preference]` is for `over = \"partitions\"` in `[search]`")
        );
    }
    assert_eq!(
        added("[search]\nover = \"partitions\""),
        "13: `over` in `[search]` is for `method = \"preference\"`; the method is `optimal`"
    );
}

#[test]
fn numbers_of_partitions() {
    let within = "it must be at least 0 and at most 1";
    assert_eq!(
        partitions("crossover = 1.5"),
        format!("17: `crossover` in `[preference]` is 1.5; {within}")
    );
    assert_eq!(
        partitions("mutation = -0.1"),
        format!("17: `mutation` in `[preference]` is -0.1; {within}")
    );
    assert_eq!(
        partitions("population = 1"),
        "17: `population` in `[preference]` is 1; it must be a whole number, 2 to 100000"
    );
    assert!(
        partitions("evaluations = 0")
            .contains("`evaluations` in `[preference]` is 0; it must be a whole number")
    );
    assert_eq!(
        partitions("granulate = { age = 0 }"),
        "17: `age` in `granulate` in `[preference]` is 0; it must be greater than 0"
    );
    assert_eq!(
        partitions("granulate = 5"),
        "17: `granulate` in `[preference]` is 5; it must be columns with a width each, such as `{ age = 5 }`"
    );
    assert_eq!(
        partitions("granulate = { wage = 5 }"),
        "15: `granulate` in `[preference]` names `wage`, which is no quasi-identifier of the recipe"
    );
    assert_eq!(
        added(&format!(
            "{PARTITIONS}[preference]\naspire = {{ necd = 1, entropy = 2 }}"
        )),
        "16: `entropy` in `aspire` in `[preference]` is a measure of levels, and partitions have none"
    );
}

#[test]
fn weights_matter_to_measures_that_weigh() {
    let two = format!(
        "[columns.town]\nrole = \"quasi-identifier\"\nhierarchy = \"town.csv\"\nweight = 2\n{LATTICE}[preference]\n"
    );
    let read = |aspire: &str| Recipe::parse(&format!("{BASE}{two}{aspire}"), "recipe.toml");
    let error = read("aspire = { necd = 1, nwp = 0.2 }")
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("sum to 3; for preferences they must sum to 1")
            && error.contains("`age` 0.333333, `town` 0.666667"),
        "{error}"
    );
    assert!(read("aspire = { necd = 1, nwp = 0.2 }\nnormalize = true").is_ok());
    assert!(read("aspire = { necd = 1, suppression = 0.2 }").is_ok());
}

#[test]
fn what_is_accepted_is_read() {
    let read = |lines: &str| Recipe::parse(&format!("{BASE}{lines}"), "recipe.toml").unwrap();
    assert_eq!(read("").preference, Preference::default());
    let all = read(&format!(
        "{PARTITIONS}loss = \"nwp\"\n[preference]\naspire = {{ nwp = 0.2, necd = 1 }}\nties = \"privacy\"\npopulation = 7\nevaluations = 9\n\
         crossover = 0.5\nmutation = 0.25\npolish = false\ntaxonomy = true\ngranulate = {{ age = 5 }}"
    ));
    assert_eq!(
        (all.search.method, all.search.over, all.search.loss),
        (Method::Preference, Over::Partitions, LossChoice::Nwp)
    );
    let p = &all.preference;
    // In the order in which measures are listed, whatever the order in the file.
    assert_eq!(
        p.aspire
            .iter()
            .map(|a| (a.measure, a.value.to_f64()))
            .collect::<Vec<_>>(),
        [(MeasureChoice::Necd, 1.0), (MeasureChoice::Nwp, 0.2)]
    );
    assert_eq!(
        (p.ties, p.population, p.evaluations, p.polish, p.taxonomy),
        (PreferenceTies::Privacy, 7, 9, false, true)
    );
    assert_eq!(
        (
            p.crossover.to_f64(),
            p.mutation.to_f64(),
            p.granulate[0].width.to_f64()
        ),
        (0.5, 0.25, 5.0)
    );
}
