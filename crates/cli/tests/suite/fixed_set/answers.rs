//! Commands that answer questions about a table: profiles, drafts, atlases, wishes and sessions.

use super::scenario::Scenario;

const MORE: &str = "[[privacy]]\nmodel = \"k-anonymity\"\nk = 5\n[[privacy]]\nmodel = \"l-diversity\"\ncolumn = \"diagnosis\"\nl = 2\n[search]\nmax-suppression = 0.02\n[output]\npath = \"out/table.csv\"\n";

pub(crate) fn scenarios() -> Vec<Scenario> {
    vec![samples(), profiles(), questions(), session(), preference()]
}

/// Samples and the recipes that are drafted from them.
fn samples() -> Scenario {
    Scenario::new("samples")
        .step("sample census --rows 300 --seed 11")
        .step("sample hospital --rows 300 --seed 12 --json")
        .step("init census/census.csv --recipe first/recipe.toml")
        .step("init hospital/hospital.csv --recipe second/recipe.toml --k 3 --json")
}

fn profiles() -> Scenario {
    Scenario::census("profiles", 500, MORE)
        .prepare("sample hospital --rows 300 --seed 4")
        .step("inspect recipe.toml")
        .step("inspect recipe.toml --json --sampling-fraction 0.1 --wildcard")
        .step("inspect census/census.csv --quasi-identifiers sex,age,postcode --missing NA --threshold 0.5")
        .step("inspect hospital/recipe.toml --special-uniques 2 --json")
        .fails(1, "check recipe.toml")
        .fails(1, "check recipe.toml --wildcard --json")
        .fails(1, "check hospital/recipe.toml")
}

fn questions() -> Scenario {
    Scenario::census("ask", 500, MORE)
        .step("ask recipe.toml --k 8")
        .step("atlas build recipe.toml --loss nwp --json --threads 1")
        .step("atlas info recipe.atlas")
        .step("ask recipe.atlas --json --threads 1")
        .step("ask recipe.atlas --k 12 --l diagnosis=4 --max-suppression 0.05 --by nwp --json --threads 1")
        .step("ask recipe.atlas --k 4 --by height --as-in-source")
        .step("ask recipe.atlas --k 40 --max-level age=0 --max-suppression 0")
        .step("ask recipe.atlas --k 40 --max-level age=0 --max-suppression 0 --json --threads 1")
}

fn session() -> Scenario {
    Scenario::census("session", 500, MORE)
        .prepare("atlas build recipe.toml")
        .step("ask recipe.toml --session session.json --k 40 --max-level age=0 --max-suppression 0")
        .step("session accept session.json height --json")
        .step("session keep session.json")
        .step("ask --session session.json --k 5 --max-suppression 0.01")
        .step("session choose session.json marital-status=2")
        .step("session keep session.json wide")
        .step("session note session.json asked-for --about wide")
        .step("session undo session.json")
        .step("session redo session.json")
        .step("session decide session.json wide --because detail")
        .step("session show session.json")
        .step("session show session.json --json")
        .step("session replay session.json --json")
        .step("session export session.json --output wide.toml")
        .step("anonymize wide.toml --json --threads 1")
}

fn preference() -> Scenario {
    Scenario::census("prefer", 400, MORE)
        .prepare("atlas build recipe.toml --loss nwp")
        .step("prefer recipe.atlas --aspire necd=0.05 --aspire nwp=0.3 --normalize --json --threads 1")
        .step("prefer recipe.toml --aspire highest-risk=0.1 --aspire suppression=0.01 --steps 4")
        .step("prefer recipe.toml --aspire necd=0.02 --aspire nwp=0.2 --normalize --export aspired.toml --json --threads 1")
        .step("anonymize aspired.toml --output aspired.csv --json --threads 1")
        .step("prefer recipe.atlas --session session.json --aspire necd=0.05 --aspire nwp=0.3 --normalize")
        .step("prefer --session session.json --pick 1")
        .step("session show session.json")
}
