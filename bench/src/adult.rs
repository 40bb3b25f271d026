//! The Adult table as the search sees it, and questions about it.

use crate::oracle::Asked;
use equipoise_data::{Encoded, Error, Hierarchy, Lattice, Quasi, Result, Sensitive, Table, Tree};
use equipoise_measure::{Loss, LossOptions, Metric, Shape, loss};
use equipoise_privacy::{
    AnyModel, Distance, DistinctDiversity, KAnonymity, Panel, Score, TCloseness,
};
use equipoise_recipe::Limit;
use equipoise_search::Task;
use equipoise_testkit::shared::read_cells;
use std::path::{Path, PathBuf};

/// The column that is sensitive where one is.
const SENSITIVE: &str = "occupation";

/// Where the hierarchy of a column lies.
pub(crate) fn hierarchy_path(data: &Path, column: &str) -> PathBuf {
    data.join("adult/hierarchies")
        .join(format!("adult_hierarchy_{column}.csv"))
}

/// The cells of the table; the first row is the header.
pub(crate) fn cells(data: &Path) -> Vec<Vec<String>> {
    read_cells(&data.join("adult/adult.csv"))
}

/// The table, encoded, with the hierarchy of each column.
pub(crate) struct Adult {
    table: Table,
    hierarchies: Vec<Hierarchy>,
    /// For each code of the sensitive column its value: itself, as none is missing.
    values: Vec<u32>,
}

impl Adult {
    pub(crate) fn load(data: &Path) -> Result<Adult> {
        Adult::read(cells(data), |column| hierarchy_path(data, column))
    }

    /// Another of the shared tables, `creditcard` or `mach2019`, of which all columns are
    /// quasi-identifiers.
    pub(crate) fn load_other(data: &Path, name: &str) -> Result<Adult> {
        let folder = data.join(name);
        let hierarchy =
            |column: &str| folder.join(format!("hierarchies/{name}_int_hierarchy_{column}.csv"));
        Adult::read(
            read_cells(&folder.join(format!("{name}_int.csv"))),
            hierarchy,
        )
    }

    fn read(mut rows: Vec<Vec<String>>, hierarchy_path: impl Fn(&str) -> PathBuf) -> Result<Adult> {
        let header = rows.remove(0);
        let table = Table::from_rows(
            &header.iter().map(String::as_str).collect::<Vec<_>>(),
            &rows,
        );
        let mut hierarchies = Vec::new();
        for column in &table.columns {
            let tree = Tree::new(read_cells(&hierarchy_path(&column.name)))?;
            let gaps = |_| Error::data(format!("the hierarchy of `{}` lacks values", column.name));
            hierarchies.push(Hierarchy::bind(&tree, column, &[]).map_err(gaps)?);
        }
        let values = table
            .column(SENSITIVE)
            .map_or(0, |c| c.dictionary.len() as u32);
        Ok(Adult {
            table,
            hierarchies,
            values: (0..values).collect(),
        })
    }

    /// The places of the quasi-identifiers.
    fn quasi(&self, asked: Asked) -> Vec<usize> {
        let is_quasi = |&i: &usize| asked == Asked::K5 || self.table.columns[i].name != SENSITIVE;
        (0..self.table.columns.len()).filter(is_quasi).collect()
    }

    /// Prepares a loss for these quasi-identifiers. None of the metrics used here needs amounts per
    /// leaf.
    pub(crate) fn loss(
        &self,
        asked: Asked,
        metric: Metric,
        least_size: u64,
    ) -> Result<Box<dyn Loss>> {
        let quasi = self.quasi(asked);
        let shape = Shape {
            rows: self.table.rows as u64,
            hierarchies: quasi.iter().map(|&i| &self.hierarchies[i]).collect(),
            leaf_rows: quasi
                .iter()
                .map(|&i| self.hierarchies[i].leaf_rows(&self.table.columns[i].codes))
                .collect(),
            least_size,
        };
        loss::prepare(
            &LossOptions {
                metric,
                ..LossOptions::default()
            },
            &shape,
        )
    }

    fn models(&self, asked: Asked) -> Result<Vec<AnyModel>> {
        let k5 = || Ok(AnyModel::Class(Box::new(KAnonymity::new(5)?)));
        let reference = self
            .table
            .column(SENSITIVE)
            .map(|c| c.counts())
            .unwrap_or_default();
        let t = || {
            Ok(AnyModel::Class(Box::new(TCloseness::new(
                0,
                Score::new(1, 5),
                &reference,
                Distance::Equal,
            )?)))
        };
        match asked {
            Asked::K5 => Ok(vec![k5()?]),
            Asked::Distinct3 => Ok(vec![AnyModel::Class(Box::new(DistinctDiversity::new(
                0, 3, None,
            )?))]),
            Asked::K5Close20 => Ok(vec![k5()?, t()?]),
        }
    }
}

/// The parts of Adult with occupation as the sensitive column, for workloads below the search.
pub(crate) struct Parts<'a> {
    pub(crate) encoded: Encoded<'a>,
    pub(crate) lattice: Lattice,
    pub(crate) hierarchies: Vec<&'a Hierarchy>,
    /// The rows of each occupation.
    pub(crate) reference: Vec<u64>,
    /// The hierarchy of occupations, and the rows of each of its leaves.
    pub(crate) occupations: (&'a Hierarchy, Vec<u64>),
}

impl Adult {
    pub(crate) fn parts(&self) -> Result<Parts<'_>> {
        let quasi = self.quasi(Asked::Distinct3);
        let at = self
            .table
            .columns
            .iter()
            .position(|c| c.name == SENSITIVE)
            .unwrap_or_default();
        let (column, hierarchy) = (&self.table.columns[at], &self.hierarchies[at]);
        let reference = column.counts();
        let mut leaves = vec![0; hierarchy.leaves()];
        reference
            .iter()
            .zip(&hierarchy.leaf_of)
            .for_each(|(count, &leaf)| leaves[leaf as usize] += count);
        Ok(Parts {
            encoded: Encoded {
                rows: self.table.rows,
                quasi: quasi
                    .iter()
                    .map(|&i| Quasi {
                        codes: &self.table.columns[i].codes,
                        hierarchy: &self.hierarchies[i],
                    })
                    .collect(),
                sensitive: vec![Sensitive {
                    codes: &column.codes,
                    value_of: &self.values,
                    only_occurrence: false,
                }],
                persons: None,
                amounts: Vec::new(),
                weights: None,
                population: None,
            },
            lattice: Lattice::new(
                &quasi
                    .iter()
                    .map(|&i| (0, self.hierarchies[i].height()))
                    .collect::<Vec<_>>(),
            )?,
            hierarchies: quasi.iter().map(|&i| &self.hierarchies[i]).collect(),
            reference,
            occupations: (hierarchy, leaves),
        })
    }

    /// The codes of all columns.
    pub(crate) fn codes(&self) -> Vec<&[u32]> {
        self.table
            .columns
            .iter()
            .map(|c| c.codes.as_slice())
            .collect()
    }
}

/// All that a search needs: models, loss and limit for the encoded table.
pub(crate) struct Question<'a> {
    encoded: Encoded<'a>,
    pub(crate) lattice: Lattice,
    panel: Panel,
    loss: Box<dyn Loss>,
    allowed_units: u64,
}

impl<'a> Question<'a> {
    pub(crate) fn new(
        adult: &'a Adult,
        asked: Asked,
        metric: Metric,
        limit: &str,
    ) -> Result<Question<'a>> {
        let columns = &adult.table.columns;
        let quasi = adult.quasi(asked);
        let sensitive = adult.table.column(SENSITIVE).filter(|_| asked != Asked::K5);
        let panel = Panel::new(adult.models(asked)?);
        let only_occurrence = panel.only_occurrence(0);
        let encoded = Encoded {
            rows: adult.table.rows,
            quasi: quasi
                .iter()
                .map(|&i| Quasi {
                    codes: &columns[i].codes,
                    hierarchy: &adult.hierarchies[i],
                })
                .collect(),
            sensitive: sensitive
                .iter()
                .map(|c| Sensitive {
                    codes: &c.codes,
                    value_of: &adult.values,
                    only_occurrence,
                })
                .collect(),
            persons: None,
            amounts: Vec::new(),
            weights: None,
            population: None,
        };
        let lattice = Lattice::new(
            &quasi
                .iter()
                .map(|&i| (0, adult.hierarchies[i].height()))
                .collect::<Vec<_>>(),
        )?;
        let loss = adult.loss(asked, metric, panel.least_size())?;
        let allowed_units = Limit::parse(limit)?.allowed(adult.table.rows as u64);
        Ok(Question {
            encoded,
            lattice,
            panel,
            loss,
            allowed_units,
        })
    }

    pub(crate) fn task(&self) -> Task<'_> {
        Task {
            encoded: &self.encoded,
            lattice: &self.lattice,
            panel: &self.panel,
            loss: self.loss.as_ref(),
            allowed_units: self.allowed_units,
        }
    }
}
