//! The recipe as text.

use crate::drafted::{Draft, DraftOptions, Drafted, HierarchyFile};
use crate::plan::{Plan, Planned};
use crate::toml::{comment, key, list, literal};
use equipoise_recipe::{Kind, Role};

const HEAD: &str = "\
# A draft of a recipe: what the table holds, what must be protected, and what to write.
# Run it with:  equipoise anonymize <this file>      All paths are relative to this file.
#
# It was drafted from the table alone. Read every column: only you know what its values mean and who knows them. The
# comments say why something was decided so; `reason` is what readers of the report see. Write your own. Roles:
#   identifying        leads to one person: left out of the release
#   quasi-identifier   others may know it, and together these columns single people out: generalized
#   sensitive          nobody should learn it about a person: released as it is, and protected by the models below
#   insensitive        harms nobody: released as it is. Nothing is drafted so, because a table does not show that.
# A column that you are not sure about is a quasi-identifier.
version = 1
";

/// Writes a plan down.
pub(crate) fn write(plan: &Plan, options: &DraftOptions) -> Draft {
    let mut text = HEAD.to_owned();
    write_input(&mut text, plan, options);
    text += COLUMNS;
    plan.columns
        .iter()
        .for_each(|column| write_column(&mut text, column));
    write_privacy(&mut text, plan, options.k);
    write_search(&mut text, plan);
    text += &format!(
        "\n[output]\npath = {}\nreport = [\"html\", \"text\"]\n",
        literal(&options.output)
    );
    let file = |c: &Planned| {
        Some(HierarchyFile {
            path: c.path.clone(),
            lines: c.ladder.as_ref()?.lines.clone()?,
        })
    };
    Draft {
        recipe: text,
        files: plan.columns.iter().filter_map(file).collect(),
        columns: plan.columns.iter().map(drafted).collect(),
        person: plan.person.as_ref().map(|p| p.0.clone()),
        notes: plan.notes.clone(),
    }
}

fn drafted(column: &Planned) -> Drafted {
    Drafted {
        name: column.name.clone(),
        role: column.role,
        why: column.why.clone(),
        kind: column.kind,
        understood: column.understood.clone(),
        missing: column.missing.clone(),
        hierarchy: column.ladder.as_ref().map(|l| l.name.to_owned()),
        linked: column.linked.clone(),
        derived: column.derive.is_some(),
        remarks: column.remarks.clone(),
    }
}

fn write_input(text: &mut String, plan: &Plan, options: &DraftOptions) {
    *text += "\n[input]\n";
    *text += &format!("path = {}\n", literal(&options.input));
    *text += "# Cells that mean \"not known\" in every column. Some columns have further codes, see there.\n";
    *text += &format!("missing = {}\n", list(&plan.missing));
    match &plan.person {
        Some((name, because)) => {
            *text += &comment(&format!("Persons are protected, not rows: {because}."));
            *text += &format!("person = {}\n", literal(name));
        }
        None => {
            *text += &comment(
                "If people have several rows, name the column that tells them apart, so that persons are protected, not rows:",
            );
            *text += "# person = \"...\"\n";
        }
    }
    for note in &plan.notes {
        *text += &comment(&format!("Note: {note}."));
    }
}

const COLUMNS: &str = "
# A quasi-identifier has a hierarchy: the steps from its values (level 0) up to `*` (nothing left). It is a rule, or a file with
# a line for each value: value;*. With such a file a value is kept or lost. Write groups between the two, from fine to
# coarse and in all lines equally many, as in value;group;larger group;*, and much more can be kept.
";

fn write_column(text: &mut String, column: &Planned) {
    *text += "\n";
    *text += &comment(&sentence(&column.understood));
    if !column.missing.is_empty() {
        *text += &comment(
            "Its own codes for what is not known are in `missing`: see whether they are all, and mean that.",
        );
    }
    column
        .remarks
        .iter()
        .for_each(|remark| *text += &comment(&sentence(remark)));
    if let Some(ladder) = &column.ladder {
        *text += &comment(&ladder.comment);
    }
    *text += &format!(
        "[columns.{}]\nrole = {}\n",
        key(&column.name),
        literal(column.role.name())
    );
    if column.kind != Kind::Text && column.derive.is_none() {
        *text += &format!("type = {}\n", literal(column.kind.name()));
    }
    if let Some(format) = column.format {
        *text += &format!("format = {}\n", literal(format));
    }
    if let Some(rule) = &column.derive {
        *text += &format!("derive = {rule}\n");
    }
    if !column.missing.is_empty() {
        *text += &format!("missing = {}\n", list(&column.missing));
    }
    if let Some(ladder) = &column.ladder {
        ladder
            .order
            .iter()
            .for_each(|order| *text += &format!("order = {order}\n"));
        *text += &format!("hierarchy = {}\n", ladder.rule);
    }
    if let Some(linked) = &column.linked {
        *text += &format!("linked = {}\n", literal(linked));
    }
    *text += &format!("reason = {}\n", literal(&column.why));
}

/// With a capital and a full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters
        .next()
        .map(|c| c.to_uppercase().collect::<String>())
        .unwrap_or_default();
    let stop = if text.ends_with('.') { "" } else { "." };
    format!("{first}{}{stop}", letters.as_str())
}

fn write_privacy(text: &mut String, plan: &Plan, k: u64) {
    let unit = if plan.person.is_some() {
        "persons"
    } else {
        "rows"
    };
    *text += "\n";
    *text += &comment(&format!(
        "The models are promises about every class: the {unit} that look alike on all quasi-identifiers. What each promises, and what \
         not, is in docs/promises. Nobody stands in a class of fewer than {k}."
    ));
    *text += &format!("[[privacy]]\nmodel = \"k-anonymity\"\nk = {k}\n");
    for (column, l) in &plan.diverse {
        *text += "\n";
        *text += &comment(&format!(
            "Every class has at least {l} different values, so that belonging to it does not give one away. That is the mildest model of its \
             kind: docs/promises/l-diversity.md says what it leaves open, docs/promises/t-closeness.md is stricter."
        ));
        let several = if plan.diverse.len() > 1 {
            "others-as-quasi-identifiers = false\n"
        } else {
            ""
        };
        *text += &format!(
            "[[privacy]]\nmodel = \"l-diversity\"\ncolumn = {}\nvariant = \"distinct\"\nl = {l}\n{several}",
            literal(column)
        );
    }
    if plan.diverse.len() > 1 {
        *text += &comment(
            "Each of these is protected, their combination is not: docs/promises/several-sensitive-columns.md. \
             `others-as-quasi-identifiers = true` closes that gap, and costs detail.",
        );
    }
    let is_open =
        |c: &&Planned| c.role == Role::Sensitive && plan.diverse.iter().all(|d| d.0 != c.name);
    let open: Vec<String> = plan
        .columns
        .iter()
        .filter(is_open)
        .map(|c| format!("`{}`", c.name))
        .collect();
    if !open.is_empty() {
        *text += "\n";
        *text += &comment(&format!(
            "No model protects {}: add one, or give the column another role. docs/promises/several-sensitive-columns.md says what \
             several of them together give away.",
            open.join(", ")
        ));
    }
}

fn write_search(text: &mut String, plan: &Plan) {
    *text += "\n";
    if plan.can_be_proved() {
        *text += &comment(&format!(
            "There are {} ways to generalize: the best is found, and proved to be the best.",
            plan.nodes
        ));
        *text += "[search]\nmethod = \"optimal\"\n";
    } else {
        *text += &comment(
            "There are too many ways to generalize a table of this size to prove one the best: the search keeps the best that it finds in this many seconds. Fewer \
             quasi-identifiers, or hierarchies of fewer levels, make a proof possible.",
        );
        *text += "[search]\nmethod = \"best-effort\"\ntime-limit = 30\n";
    }
    let unit = if plan.person.is_some() {
        "persons may lose rows"
    } else {
        "rows may be left out"
    };
    *text += &comment(&format!(
        "Two of a hundred {unit}, to keep the others more detailed."
    ));
    *text += "max-suppression = 0.02\n";
}
