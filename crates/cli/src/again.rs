//! A question that is to be asked again with other wishes.

/// The command line of a question without its wishes.
pub(crate) struct Again {
    /// `ask` or `prefer`.
    pub(crate) command: &'static str,
    /// What is asked.
    pub(crate) source: String,
    /// Flags that are no wishes.
    pub(crate) manner: Vec<String>,
}
