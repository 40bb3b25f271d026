//! Text, JSON and HTML reports from verdicts and measures.
//!
//! The caller fills a [`Report`] with facts of one release. [`Report::to_text`] and
//! [`Report::to_html`] render it for a person and [`Report::to_json`] for a program. All show one
//! and the same [`ReportView`]: what the chosen [`Audience`] may see. A fact that is masked in one is
//! masked in the others, because none can reach the report behind the view.
//!
//! A [`Profile`] is the same for a table that nobody has decided about yet, for its curator only.
//! [`risk_text`] and [`risk_json`] are the risks of any one table. A [`ReleaseComparison`] sets several
//! releases of one table side by side.
//!
//! This crate opens no files and counts no rows. Equal reports give equal bytes: nothing here knows
//! of time, paths or threads.
//!
//! ```
//! use equipoise_recipe::{Limit, LossChoice, Method, Model, RowOrderChoice};
//! use equipoise_report::{
//!     AccountSection, Audience, ClassSizes, LeftOutFacts, LossLine, ModelLine, ProtectionUnit, Report, DecidedBy, RiskFacts, SearchSettings,
//!     SuppressedRows, TableFacts, ThresholdSide,
//! };
//! let report = Report {
//!     version: "0.1.0".into(),
//!     unit: ProtectionUnit::Rows,
//!     table: TableFacts { released_rows: 60, released_units: 60, columns: vec![] },
//!     asked: SearchSettings {
//!         loss: LossChoice::Height,
//!         aggregation: None,
//!         limit: Limit::NOTHING,
//!         allowed_units: None,
//!         method: DecidedBy::Search(Method::Optimal),
//!     },
//!     models: vec![ModelLine {
//!         model: Model::KAnonymity { k: 5 },
//!         side: ThresholdSide::AtLeast,
//!         measured: Some("20".into()),
//!         least: None,
//!         met: true,
//!     }],
//!     decision: vec![],
//!     loss: LossLine { metric: LossChoice::Height, value: Some(3.0) },
//!     proved_optimal: Some(true),
//!     nodes_total: Some(12),
//!     after: ClassSizes::new([(20, 3)]),
//!     risks: RiskFacts::default(),
//!     before: None,
//!     sets: None,
//!     left_out: LeftOutFacts::default(),
//!     suppressed: SuppressedRows::Dropped,
//!     row_order: RowOrderChoice::Canonical,
//!     missing: vec![],
//!     wildcard: Some(20),
//!     missing_tokens: vec!["NA".into()],
//!     warnings: vec![],
//!     published: vec![],
//!     reproduce: vec!["equipoise anonymize recipe.toml".into()],
//!     usefulness: None,
//!     account: AccountSection::Plain,
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
mod model;
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
mod words;

pub use caveat::Caveat;
pub use classes::{BandView, ClassesView};
pub use compare::{
    Better, ComparedMeasure, ComparedRelease, MeasureGroup, ReleaseComparison, ValueFormat,
};
pub use disclosure::{
    DepthLine, DepthView, DictionaryLine, Disclosure, DisclosureFigures, DisclosureFiguresView,
    DisclosureView, Quartiles, Spreads,
};
pub use left_out::{AttributeView, LeftOutView, ShareView, ValueView};
pub use mask::{Count, MASK_BELOW};
pub use measured::{MeasuredValue, ModelView, Parameters, Settings};
pub use one_table::{risk_json, risk_text};
pub use preference::{
    AspiredMeasure, AspiredView, EfficientPoint, PreferenceFacts, PreferenceFigures, PreferenceView,
};
pub use profile::{
    ColumnSet, ColumnSets, Profile, ProfileColumn, Sets, SpecialRecord, SpecialUniqueFacts,
};
pub use promise::{open_promise, promise};
pub use readings::{ReadingView, ReadingsView};
pub use report::{
    AccountSection, AttributeLine, Before, ClassSizes, ColumnLine, DecidedBy, LeftOutAttribute,
    LeftOutFacts, LeftOutValue, LossLine, MissingLine, ModelLine, ProtectionUnit, Report,
    SearchSettings, SuppressedRows, TableFacts, ThresholdSide,
};
pub use risk_facts::{
    Audit, ExposedClasses, JournalistRisk, Reference, RiskFacts, SimilarityAudit, SkewnessAudit,
    UniquenessEstimate,
};
pub use risk_map::{MapPoint, RiskUtilityMap, Series};
pub use risk_view::{
    AuditView, EstimateView, ExposedView, JournalistView, MarketerView, ProsecutorView, RiskAbove,
    RiskView, RisksView, SimilarityView, SkewnessView, UnitsView,
};
pub use usefulness::{
    AnalysisView, CellLine, ClassifierLine, ClassifierView, InformationLine, InformationView,
    QueriesView, QueryLine, SpreadLine, SpreadView, TableLine, UsefulnessFacts, UsefulnessView,
};
pub use view::{
    AskedView, ColumnView, DecisionView, LossView, MissingView, ReportView, SearchView, SidesView,
    TableView,
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

impl std::fmt::Display for Audience {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl Report {
    /// What this audience may see, as data.
    ///
    /// # Cost
    /// O(v log v) for v values of all attributes together.
    pub fn view(&self, audience: Audience) -> ReportView {
        ReportView::of(self, audience)
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
