//! People who are left out of a release.

/// People left out: dropped, or marked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftOutFacts {
    /// Rows left out; none where only the number of persons is public.
    pub rows: Option<u64>,
    /// Rows, or distinct persons with at least one row left out.
    pub units: u64,
    /// By the values of each quasi-identifier. The internal report has it, and a public one that
    /// publishes the section `left-out`.
    pub attributes: Vec<LeftOutAttribute>,
}

/// People left out, by the values of one attribute.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftOutAttribute {
    /// Its name.
    pub name: String,
    /// Its labels at the released level, each once and all of them: rows add up to those of the
    /// table.
    pub values: Vec<LeftOutValue>,
}

/// Those left out with one label.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftOutValue {
    /// The label.
    pub label: String,
    /// Input rows with it.
    pub rows: u64,
    /// Those of them that are left out.
    pub left_out_rows: u64,
    /// The units among the rows left out: the same number, or distinct persons.
    pub left_out_units: u64,
}
