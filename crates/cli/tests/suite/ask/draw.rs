//! Random tables, models and wishes, as a curator would have them.

use crate::common::Workspace;
use equipoise_testkit::Seeded;
use std::fmt::Write;

/// A model whose threshold is wished for: its lines in a recipe, how its flag names it, and
/// thresholds, the laxest first.
#[derive(Clone, Copy, Debug)]
struct Kind {
    /// Without the threshold.
    lines: &'static str,
    key: &'static str,
    flag: &'static str,
    name: &'static str,
    values: [&'static str; 4],
}

const fn kind(
    lines: &'static str,
    key: &'static str,
    flag: &'static str,
    name: &'static str,
    values: [&'static str; 4],
) -> Kind {
    Kind {
        lines,
        key,
        flag,
        name,
        values,
    }
}

const KINDS: [Kind; 15] = [
    kind(
        "model = \"k-anonymity\"\n",
        "k",
        "--k",
        "",
        ["2", "3", "4", "6"],
    ),
    kind(
        "model = \"l-diversity\"\ncolumn = \"ill\"\n",
        "l",
        "--l",
        "ill",
        ["2", "3", "4", "5"],
    ),
    kind(
        "model = \"t-closeness\"\ncolumn = \"ill\"\ndistance = \"equal\"\n",
        "t",
        "--t",
        "ill",
        ["0.8", "0.5", "0.35", "0.123456789"],
    ),
    kind(
        "model = \"t-closeness\"\ncolumn = \"ill\"\ndistance = \"hierarchical\"\n",
        "t",
        "--threshold",
        "t-closeness:ill:hierarchical",
        ["0.7", "0.45", "0.3", "0.2"],
    ),
    kind(
        "model = \"t-closeness\"\ncolumn = \"ill\"\ndistance = \"ordered\"\n",
        "t",
        "--threshold",
        "t-closeness:ill:ordered",
        ["0.7", "0.4", "0.3", "0.2"],
    ),
    kind(
        "model = \"l-diversity\"\ncolumn = \"ill\"\nvariant = \"entropy\"\n",
        "l",
        "--threshold",
        "l-diversity:ill:entropy",
        ["1.3", "2", "2.5", "3"],
    ),
    kind(
        "model = \"l-diversity\"\ncolumn = \"ill\"\nvariant = \"probabilistic\"\n",
        "l",
        "--threshold",
        "l-diversity:ill:probabilistic",
        ["1.2", "1.5", "2", "2.5"],
    ),
    kind(
        "model = \"l-diversity\"\ncolumn = \"ill\"\nvariant = \"recursive\"\nl = 2\n",
        "c",
        "--threshold",
        "l-diversity:ill:recursive",
        ["6", "3", "2", "1.5"],
    ),
    kind(
        "model = \"alpha-k-anonymity\"\ncolumn = \"ill\"\nk = 2\n",
        "alpha",
        "--threshold",
        "alpha-k-anonymity",
        ["0.9", "0.75", "0.6", "0.5"],
    ),
    kind(
        "model = \"beta-likeness\"\ncolumn = \"ill\"\n",
        "beta",
        "--threshold",
        "beta-likeness:ill",
        ["6", "3", "2", "1"],
    ),
    kind(
        "model = \"delta-disclosure\"\ncolumn = \"ill\"\n",
        "delta",
        "--threshold",
        "delta-disclosure:ill",
        ["3", "2", "1.5", "1"],
    ),
    kind(
        "model = \"semantic-privacy\"\ncolumn = \"ill\"\n",
        "delta",
        "--threshold",
        "semantic-privacy:ill",
        ["3", "2", "1.5", "1"],
    ),
    kind(
        "model = \"nt-closeness\"\ncolumn = \"ill\"\nn = 12\ndistance = \"equal\"\n",
        "t",
        "--threshold",
        "nt-closeness:ill",
        ["0.8", "0.6", "0.4", "0.3"],
    ),
    kind(
        "model = \"sample-uniqueness\"\n",
        "threshold",
        "--threshold",
        "sample-uniqueness",
        ["0.3", "0.1", "0.05", "0.0"],
    ),
    kind(
        "model = \"average-risk\"\n",
        "threshold",
        "--threshold",
        "average-risk",
        ["0.7", "0.5", "0.34", "0.2"],
    ),
];

/// What is wished for, and the recipe that says the same.
pub(crate) struct Drawn {
    pub(crate) persons: bool,
    models: Vec<(Kind, &'static str, &'static str)>,
    /// Bounds of the levels per quasi-identifier.
    pub(crate) bounds: Vec<(u8, u8)>,
    pub(crate) limit: &'static str,
    pub(crate) by: Option<&'static str>,
    loss: &'static str,
}

/// The quasi-identifiers with the number of their levels; one has a blank in its name.
pub(crate) const QUASI: [(&str, u8); 3] = [("age", 4), ("town", 3), ("job class", 3)];

impl Drawn {
    pub(crate) fn new(r: &mut Seeded) -> Self {
        let mut kinds: Vec<Kind> = Vec::new();
        for _ in 0..1 + r.below(3) {
            let kind = r.pick(&KINDS);
            // A flag without the variant would be ambiguous.
            if kinds
                .iter()
                .all(|k| k.lines.lines().next() != kind.lines.lines().next())
            {
                kinds.push(kind);
            }
        }
        // Lax wishes more often than strict ones, or nothing is ever met.
        let mut value = |kind: &Kind| kind.values[r.pick(&[0, 0, 0, 1, 1, 2, 3])];
        let models = kinds
            .iter()
            .map(|kind| (*kind, value(kind), value(kind)))
            .collect();
        let bounds = QUASI.map(|(_, levels)| match r.below(4) {
            0 => (0, r.below(levels.into()) as u8),
            1 => (r.below(levels.into()) as u8, levels - 1),
            _ => (0, levels - 1),
        });
        Drawn {
            persons: r.chance(40),
            models,
            bounds: bounds.to_vec(),
            limit: r.pick(&["0", "4", "0.1", "0.2", "0.3", "0.5"]),
            by: r.pick(&[None, None, Some("height"), Some("suppression")]),
            loss: r.pick(&["loss", "precision", "discernibility", "entropy"]),
        }
    }

    /// The wishes as flags.
    pub(crate) fn flags(&self) -> Vec<String> {
        let mut flags: Vec<String> = vec!["--max-suppression".into(), self.limit.into()];
        for (kind, _, wished) in &self.models {
            let value = if kind.name.is_empty() {
                (*wished).to_owned()
            } else {
                format!("{}={wished}", kind.name)
            };
            flags.extend([kind.flag.into(), value]);
        }
        for ((name, levels), (low, high)) in QUASI.iter().zip(&self.bounds) {
            if *low > 0 {
                flags.extend(["--min-level".into(), format!("{name}={low}")]);
            }
            if high + 1 < *levels {
                flags.extend(["--max-level".into(), format!("{name}={high}")]);
            }
        }
        flags.extend(
            self.by
                .iter()
                .flat_map(|by| ["--by".to_owned(), (*by).to_owned()]),
        );
        flags
    }

    /// The recipe that is there before anything is wished for.
    pub(crate) fn recipe(&self) -> String {
        let own: Vec<&str> = self.models.iter().map(|(_, own, _)| *own).collect();
        self.written(&own, "0.05", &QUASI.map(|(_, levels)| (0, levels - 1)))
    }

    /// The recipe that asks for what is wished, with given bounds of the levels.
    pub(crate) fn wished_recipe(&self, bounds: &[(u8, u8)]) -> String {
        let wished: Vec<&str> = self.models.iter().map(|(_, _, wished)| *wished).collect();
        self.written(&wished, self.limit, bounds)
    }

    fn written(&self, thresholds: &[&str], limit: &str, bounds: &[(u8, u8)]) -> String {
        let mut text =
            "version = 1\n[input]\npath = \"table.csv\"\nmissing = [\"\", \"NA\"]\n".to_owned();
        if self.persons {
            text += "person = \"pid\"\n";
        }
        text += "[columns.pid]\nrole = \"identifying\"\n[columns.ill]\nrole = \"sensitive\"\nhierarchy = \"ill.csv\"\norder = \"hierarchy\"\n";
        for ((name, _), (low, high)) in QUASI.iter().zip(bounds) {
            let hierarchy = match *name {
                "age" => "{ intervals = [5, 10] }\ntype = \"integer\"",
                "town" => "\"town.csv\"",
                _ => "\"job.csv\"",
            };
            writeln!(
                text,
                "[columns.\"{name}\"]\nrole = \"quasi-identifier\"\nhierarchy = {hierarchy}"
            )
            .unwrap();
            writeln!(text, "min-level = {low}\nmax-level = {high}").unwrap();
        }
        for ((kind, ..), threshold) in self.models.iter().zip(thresholds) {
            writeln!(
                text,
                "[[privacy]]\n{}{} = {threshold}",
                kind.lines, kind.key
            )
            .unwrap();
        }
        writeln!(text, "[search]\nloss = \"{}\"\nmax-suppression = {limit}\n[output]\npath = \"out/table.csv\"", self.loss).unwrap();
        text
    }

    /// A table of people with several rows each, of which some cells are missing, and its
    /// hierarchies.
    pub(crate) fn write_table(&self, r: &mut Seeded, files: &Workspace) {
        let mut table = "pid,age,town,job class,ill\n".to_owned();
        let rows = 40 + r.below(50);
        for row in 0..rows {
            let pid = if self.persons {
                r.below(rows * 2 / 3)
            } else {
                row
            };
            let age = if r.chance(6) {
                String::new()
            } else {
                r.below(18).to_string()
            };
            let town = r.pick(&["au", "au", "bo", "bo", "cy", "di", ""]);
            let job = r.pick(&["a", "a", "b", "c"]);
            let ill = r.pick(&["flu", "flu", "gout", "ache", "burn", "NA"]);
            writeln!(table, "p{pid},{age},{town},{job},{ill}").unwrap();
        }
        files.write("table.csv", table);
        files.write(
            "town.csv",
            "au;north;*\nbo;north;*\ncy;south;*\ndi;south;*\n",
        );
        files.write("job.csv", "a;x;*\nb;x;*\nc;y;*\n");
        files.write(
            "ill.csv",
            "flu;inner;*\ngout;inner;*\nache;outer;*\nburn;outer;*\n",
        );
    }
}
