//! The size of a random case, and what may occur in it.

use crate::model_kind::ModelKind;
use crate::seeded::Seeded;

/// How large a random case may be and what may occur in it.
#[derive(Clone, Debug)]
pub struct CaseShape {
    /// Most rows.
    pub max_rows: usize,
    /// Most quasi-identifiers.
    pub max_quasi: usize,
    /// Most sensitive columns.
    pub max_sensitive: usize,
    /// Greatest height of a hierarchy.
    pub max_height: usize,
    /// Most nodes of the whole lattice.
    pub max_nodes: usize,
    /// Whether persons are the unit; `None` draws it.
    pub persons: Option<bool>,
    /// Whether cells may be missing.
    pub missing: bool,
    /// The kinds of models to draw from.
    pub models: Vec<ModelKind>,
    /// Whether a model may be asked of classes divided by the other sensitive columns.
    pub others: bool,
}

/// k-anonymity, distinct l-diversity and t-closeness by moving mass, with any of its distances.
impl Default for CaseShape {
    fn default() -> Self {
        let models = ModelKind::FIRST_THREE.to_vec();
        let (max_rows, max_quasi, max_sensitive, max_height, max_nodes) = (30, 4, 2, 3, 200);
        CaseShape {
            max_rows,
            max_quasi,
            max_sensitive,
            max_height,
            max_nodes,
            persons: None,
            missing: true,
            models,
            others: false,
        }
    }
}

impl CaseShape {
    /// All models that judge a class by itself and the input, also of divided classes.
    pub fn all_class_models() -> Self {
        CaseShape {
            models: ModelKind::OF_CLASSES.to_vec(),
            others: true,
            max_rows: 20,
            max_nodes: 60,
            ..CaseShape::default()
        }
    }

    /// All models.
    pub fn all_models() -> Self {
        CaseShape {
            models: ModelKind::ALL.to_vec(),
            ..CaseShape::all_class_models()
        }
    }

    /// Models of one kind only.
    pub fn only(kind: ModelKind) -> Self {
        CaseShape {
            models: vec![kind],
            others: false,
            ..CaseShape::all_class_models()
        }
    }

    /// The same without a kind.
    pub fn without(mut self, kind: ModelKind) -> Self {
        self.models.retain(|&k| k != kind);
        self
    }

    pub(crate) fn wants(&self, is: impl Fn(&ModelKind) -> bool) -> bool {
        self.models.iter().any(is)
    }

    /// True where what only some models need must be there, or by chance.
    pub(crate) fn needs(
        &self,
        r: &mut Seeded,
        is: impl Fn(&ModelKind) -> bool,
        percent: usize,
    ) -> bool {
        self.models.iter().all(&is) || self.wants(is) && r.chance(percent)
    }
}
