//! Text, JSON and HTML reports from verdicts and measures.
//!
//! The caller fills a [`Report`] with facts of one release. [`Report::to_text`] and
//! [`Report::to_html`] render it for a person and [`Report::to_json`] for a program. All show one
//! and the same [`View`]: what the chosen [`Audience`] may see. A fact that is masked in one is
//! masked in the others, because none can reach the report behind the view.
//!
//! A [`Profile`] is the same for a table that nobody has decided about yet, for its curator only.
//! [`risk_text`] and [`risk_json`] are the risks of any one table. A [`Comparison`] sets several
//! releases of one table side by side.
//!
//! This crate opens no files and counts no rows. Equal reports give equal bytes: nothing here knows
//! of time, paths or threads.
//!
//! ```
//! use equipoise_report::{
//!     Asked, Audience, Classes, LeftOut, LossLine, ModelLine, Report, Risks, RowOrder, Suppressed, TableFacts, Unit,
//! };
//! let report = Report {
//!     version: "0.1.0".into(),
//!     unit: Unit::Rows,
//!     table: TableFacts { released_rows: 60, released_units: 60, columns: vec![] },
//!     asked: Asked { loss: "height".into(), limit_text: "0 rows".into(), method: "optimal".into(), ..Asked::default() },
//!     models: vec![ModelLine {
//!         model: "k-anonymity".into(),
//!         asked: vec![("k".into(), "5".into())],
//!         measured: Some("20".into()),
//!         met: true,
//!         ..ModelLine::default()
//!     }],
//!     decision: vec![],
//!     loss: LossLine { metric: "height".into(), value: Some(3.0) },
//!     proved_optimal: Some(true),
//!     nodes_total: Some(12),
//!     after: Classes::new([(20, 3)]),
//!     risks: Risks::default(),
//!     before: None,
//!     sets: None,
//!     left_out: LeftOut::default(),
//!     suppressed: Suppressed::Dropped,
//!     row_order: RowOrder::Canonical,
//!     missing: vec![],
//!     wildcard: Some(20),
//!     missing_tokens: vec!["NA".into()],
//!     warnings: vec![],
//!     published: vec![],
//!     reproduce: vec!["equipoise anonymize recipe.toml".into()],
//!     usefulness: None,
//!     disclosure: None,
//!     preference: None,
//! };
//! let text = report.to_text(Audience::Public);
//! assert!(text.contains("The model asked for is met. Each released row shares its quasi-identifiers"));
//! let json = report.to_json(Audience::Public);
//! assert!(json.contains("\"proved_optimal\": true"));
//! ```
#![doc = include_str!("masking.md")]

mod caveat;
mod classes;
mod compare;
mod disclosure;
mod headline;
mod html;
mod left_out;
mod mask;
mod measured;
mod number;
mod one_table;
mod preference;
mod profile;
mod promise;
mod readings;
mod report;
mod risk_facts;
mod risk_map;
mod risk_mask;
mod risk_view;
mod text;
mod usefulness;
mod view;

pub use caveat::Caveat;
pub use classes::{BandView, ClassesView};
pub use compare::{Better, ComparedRelease, Comparison, Form, Group, Measure};
pub use disclosure::{
    DepthLine, DepthView, DictionaryLine, Disclosure, DisclosureFigures, DisclosureFiguresView,
    DisclosureView, Spread, Spreads,
};
pub use left_out::{AttributeView, LeftOutView, ShareView, ValueView};
pub use mask::{Count, MASK_BELOW};
pub use measured::{ModelView, Parameters, Settings};
pub use one_table::{risk_json, risk_text};
pub use preference::{
    Aspired, AspiredView, EfficientPoint, Preference, PreferenceFigures, PreferenceView,
    PreferredOver,
};
pub use profile::{
    Kind, Profile, ProfileColumn, Sets, SpecialRecord, SpecialUniques, Subset, Subsets,
};
pub use promise::promise;
pub use readings::{ReadingView, ReadingsView};
pub use report::{
    Asked, AttributeLine, Before, Classes, ColumnLine, LeftOut, LeftOutAttribute, LeftOutValue,
    LossLine, MissingLine, ModelLine, Report, RowOrder, Side, Suppressed, TableFacts, Unit,
};
pub use risk_facts::{
    Audit, Estimate, Exposed, Journalist, Reference, Risks, Similarity, Skewness,
};
pub use risk_map::{MapPoint, RiskUtilityMap, Series};
pub use risk_view::{
    AuditView, EstimateView, ExposedView, JournalistView, MarketerView, ProsecutorView, RiskAbove,
    RiskView, RisksView, SimilarityView, SkewnessView, UnitsView,
};
pub use usefulness::{
    AnalysisView, CellLine, ClassifierLine, ClassifierView, InformationLine, InformationView,
    QueriesView, QueryLine, SpreadLine, SpreadView, TableLine, Usefulness, UsefulnessView,
};
pub use view::{
    AskedView, ColumnView, DecisionView, LossView, MissingView, SearchView, SidesView, TableView,
    View,
};

/// Who is going to read a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Anybody who gets the release. What reads the input is absent unless it is published by name,
    /// and small counts of people are masked.
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

    /// The report as plain text, at most 92 characters wide except where a command line or a name
    /// is longer.
    pub fn to_text(&self, audience: Audience) -> String {
        text::render(&self.view(audience))
    }

    /// The report as one HTML page with pictures, for a browser or a printer.
    ///
    /// The page needs nothing from outside and runs no script. It follows the reader's choice of a
    /// light or a dark page and is laid out for A4 paper.
    pub fn to_html(&self, audience: Audience) -> String {
        html::render(&self.view(audience))
    }

    /// The report as JSON, with a line break at its end.
    pub fn to_json(&self, audience: Audience) -> String {
        // A view holds texts, integers and finite numbers under texts as keys, which JSON can
        // always say.
        let mut json =
            serde_json::to_string_pretty(&self.view(audience)).expect("a view is plain data");
        json.push('\n');
        json
    }
}
