//! Text and JSON reports from verdicts and measures.
//!
//! The caller fills a [`Report`] with facts of one release. [`Report::to_text`] renders it for a person and
//! [`Report::to_json`] for a program. Both show one and the same [`View`]: what the chosen [`Audience`] may see. A fact
//! that is masked in one is masked in the other, because neither can reach the report behind the view.
//!
//! This crate opens no files and counts no rows. Equal reports give equal bytes: nothing here knows of time, paths or
//! threads.
//!
//! ```
//! use equipoise_report::{Asked, Audience, Classes, LeftOut, LossLine, ModelLine, Report, RowOrder, Suppressed, TableFacts, Unit};
//! let report = Report {
//!     version: "0.1.0".into(),
//!     unit: Unit::Rows,
//!     table: TableFacts { rows: 60, units: 60, columns: vec![] },
//!     asked: Asked { loss: "height".into(), aggregation: None, limit_text: "0 rows".into(), allowed_units: 0, method: "optimal".into() },
//!     models: vec![ModelLine {
//!         model: "k-anonymity".into(),
//!         column: None,
//!         variant: None,
//!         distance: None,
//!         asked: "5".into(),
//!         measured: Some("20".into()),
//!         met: true,
//!     }],
//!     decision: vec![],
//!     loss: LossLine { metric: "height".into(), value: 3.0 },
//!     proved_optimal: true,
//!     nodes_total: 12,
//!     before: Classes::new([(1, 60)]),
//!     after: Classes::new([(20, 3)]),
//!     left_out: LeftOut::default(),
//!     suppressed: Suppressed::Dropped,
//!     row_order: RowOrder::Canonical,
//!     missing: vec![],
//!     missing_tokens: vec!["NA".into()],
//!     warnings: vec![],
//!     reproduce: vec!["equipoise anonymize recipe.toml".into()],
//! };
//! let text = report.to_text(Audience::Public);
//! assert!(text.contains("The model asked for is met. Each released row shares its quasi-identifiers"));
//! let json = report.to_json(Audience::Public);
//! assert!(json.contains("\"proved_optimal\": true"));
//! ```
#![doc = include_str!("masking.md")]

mod caveat;
mod classes;
mod headline;
mod left_out;
mod mask;
mod number;
mod promise;
mod report;
mod text;
mod view;

pub use caveat::Caveat;
pub use classes::{BandView, ClassesView, RiskAbove, RiskView};
pub use left_out::{AttributeView, LeftOutView, ShareView, ValueView};
pub use mask::{Count, MASK_BELOW};
pub use promise::promise;
pub use report::{
    Asked, AttributeLine, Classes, ColumnLine, LeftOut, LeftOutAttribute, LeftOutValue, LossLine, MissingLine, ModelLine, Report, RowOrder,
    Suppressed, TableFacts, Unit,
};
pub use view::{AskedView, ColumnView, DecisionView, LossView, MissingView, ModelView, SearchView, SidesView, TableView, View};

/// Who is going to read a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Anybody who gets the release. Small counts of people are masked.
    Public,
    /// The owner of the input. Nothing is masked, so the report is personal data itself.
    Internal,
}

impl Audience {
    /// The word for it: `public` or `internal`.
    pub fn name(self) -> &'static str {
        match self {
            Audience::Public => "public",
            Audience::Internal => "internal",
        }
    }
}

impl Report {
    /// What this audience may see, as data.
    ///
    /// # Cost
    /// O(v log v) for v values of all attributes together.
    pub fn view(&self, audience: Audience) -> View {
        View::of(self, audience)
    }

    /// The report as plain text, at most 92 characters wide except where a command line or a name is longer.
    pub fn to_text(&self, audience: Audience) -> String {
        text::render(&self.view(audience))
    }

    /// The report as JSON, with a line break at its end.
    pub fn to_json(&self, audience: Audience) -> String {
        // A view holds texts, integers and finite numbers under texts as keys, which JSON can always say.
        let mut json = serde_json::to_string_pretty(&self.view(audience)).expect("a view is plain data");
        json.push('\n');
        json
    }
}
