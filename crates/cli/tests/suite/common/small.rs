//! Recipes for tables that are small enough to work out by hand.

use super::Workspace;

/// A table, its recipe in pieces, and further files that the recipe names.
///
/// `table.csv` is released to `out/table.csv`. Hierarchies go by the names of their columns:
/// `q.csv` is there, with one label above the values a to f.
#[derive(Clone, Copy)]
pub(crate) struct Small<'a> {
    pub(crate) table: &'a str,
    /// Each column with the lines of its section.
    pub(crate) columns: &'a [(&'a str, &'a str)],
    /// The lines of each `[[privacy]]`.
    pub(crate) models: &'a [&'a str],
    /// Further lines of `[input]`.
    pub(crate) input: &'a str,
    /// The lines of `[search]`.
    pub(crate) search: &'a str,
    pub(crate) files: &'a [(&'a str, &'a str)],
}

/// A quasi-identifier that stays as it is, so that classes are those of the table.
pub(crate) const FIXED: &str = "role = \"quasi-identifier\"\nhierarchy = \"q.csv\"\nmax-level = 0";
/// A quasi-identifier that may be generalized.
pub(crate) const FREE: &str = "role = \"quasi-identifier\"\nhierarchy = \"q.csv\"";
/// A sensitive column.
pub(crate) const SENSITIVE: &str = "role = \"sensitive\"";

/// Two classes of four, each with three values: (2, 1, 1) and (1, 2, 1).
pub(crate) const TWO_CLASSES: Small<'_> = Small {
    table: "q,s\na,x\na,x\na,y\na,z\nb,x\nb,y\nb,y\nb,z\n",
    columns: &[("q", FIXED), ("s", SENSITIVE)],
    models: &[],
    input: "",
    search: "",
    files: &[],
};

impl Small<'_> {
    pub(crate) fn recipe(&self) -> String {
        let mut text = format!(
            "version = 1\n[input]\npath = \"table.csv\"\n{}\n",
            self.input
        );
        for (name, lines) in self.columns {
            text += &format!("[columns.{name}]\n{lines}\n");
        }
        for model in self.models {
            text += &format!("[[privacy]]\n{model}\n");
        }
        text + &format!(
            "[search]\n{}\n[output]\npath = \"out/table.csv\"\nreport = [\"text\", \"json\"]\n",
            self.search
        )
    }

    /// A folder with all files.
    pub(crate) fn files(&self) -> Workspace {
        let files = Workspace::new();
        files.write("table.csv", self.table);
        files.write("q.csv", "a,*\nb,*\nc,*\nd,*\ne,*\nf,*\n");
        self.files
            .iter()
            .for_each(|(name, text)| files.write(name, text));
        files.write("recipe.toml", self.recipe());
        files
    }
}

/// Rows that occur several times, under a header.
pub(crate) fn rows(header: &str, counted: &[(&str, usize)]) -> String {
    let rows: String = counted
        .iter()
        .map(|(row, times)| format!("{row}\n").repeat(*times))
        .collect();
    format!("{header}\n{rows}")
}
