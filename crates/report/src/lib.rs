//! Text, JSON and HTML reports from verdicts and measures.
//!
//! The caller fills a [`Report`] with facts of one release. [`Report::to_text`] and
//! [`Report::to_html`] render it for a person and [`Report::to_json`] for a program. All show one
//! and the same [`ReportView`]: what the chosen [`Audience`] may see. A fact that is masked in one
//! is masked in the others, because none can reach the report behind the view.
//!
//! A [`Profile`] is the same for a table that nobody has decided about yet, for its curator only.
//! [`risk_text`] and [`risk_json`] are the risks of any one table. A [`ReleaseComparison`] sets
//! several releases of one table side by side.
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

mod audience;
mod compare;
mod facts;
mod masked;
mod model;
mod number;
mod one_table;
mod page;
mod profile;
mod promise;
mod render;
mod risk_map;
mod sections;
mod words;

pub use audience::Audience;
pub use compare::{
    Better, ComparedMeasure, ComparedRelease, MeasureGroup, ReleaseComparison, ValueFormat,
};
pub use facts::account::AccountSection;
pub use facts::class_sizes::ClassSizes;
pub use facts::disclosure::{
    DepthLine, DictionaryLine, Disclosure, DisclosureFigures, Quartiles, Spreads, quartiles,
};
pub use facts::left_out::{LeftOutAttribute, LeftOutFacts, LeftOutValue};
pub use facts::model::{ModelLine, ThresholdSide};
pub use facts::preference::{AspiredMeasure, EfficientPoint, PreferenceFacts, PreferenceFigures};
pub use facts::report::Report;
pub use facts::risks::{
    Audit, ExposedClasses, JournalistRisk, Reference, RiskFacts, SimilarityAudit, SkewnessAudit,
    UniquenessEstimate,
};
pub use facts::search::{DecidedBy, LossLine, SearchSettings};
pub use facts::sets::{ColumnSet, ColumnSets, Sets, SpecialRecord, SpecialUniqueFacts};
pub use facts::table::{
    AttributeLine, Before, ColumnLine, MissingLine, SuppressedRows, TableFacts,
};
pub use facts::unit::ProtectionUnit;
pub use facts::usefulness::{
    CellLine, ClassifierLine, InformationLine, QueryLine, SpreadLine, TableLine, UsefulnessFacts,
};
pub use masked::caveats::Caveat;
pub use masked::classes::{BandView, ClassesView};
pub use masked::disclosure::{DepthView, DisclosureFiguresView, DisclosureView};
pub use masked::left_out::{AttributeView, LeftOutView, ShareView, ValueView};
pub use masked::mask::{Count, MASK_BELOW};
pub use masked::models::{MeasuredValue, ModelView, Parameters, Settings};
pub use masked::preference::{AspiredView, PreferenceView};
pub use masked::readings::{ReadingView, ReadingsView};
pub use masked::risk_view::{
    AuditView, EstimateView, ExposedView, JournalistView, MarketerView, ProsecutorView, RiskAbove,
    RiskView, RisksView, SimilarityView, SkewnessView, UnitsView,
};
pub use masked::usefulness::{
    AnalysisView, ClassifierView, InformationView, QueriesView, SpreadView, UsefulnessView,
};
pub use masked::view::{
    AskedView, ColumnView, DecisionView, LossView, MissingView, ReportView, SearchView, SidesView,
    TableView,
};
pub use one_table::{risk_json, risk_text};
pub use profile::{Profile, ProfileColumn};
pub use promise::{open_promise, promise};
pub use risk_map::{MapPoint, RiskUtilityMap, Series};
