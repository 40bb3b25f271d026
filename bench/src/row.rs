//! One workload and its figures: a line of the table, an object of the JSON.

use crate::goal::Goal;
use crate::meter::Cost;
use serde_json::{Value, json};

/// A workload that was run.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) cost: Cost,
    /// Nodes whose classes were formed, and all nodes.
    pub(crate) nodes: Option<(u64, u64)>,
    /// What the peer needs for the same.
    pub(crate) arx_cpu_ms: Option<f64>,
    pub(crate) goals: Vec<Goal>,
    /// How the result differs from the right one.
    pub(crate) wrong: Vec<String>,
    /// What else is worth telling.
    pub(crate) notes: Vec<String>,
}

impl Row {
    pub(crate) fn new(name: impl Into<String>, cost: Cost) -> Row {
        Row {
            name: name.into(),
            cost,
            nodes: None,
            arx_cpu_ms: None,
            goals: Vec::new(),
            wrong: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Our CPU time goes how often into that of the peer.
    pub(crate) fn ratio(&self) -> Option<f64> {
        self.arx_cpu_ms.map(|arx| arx / self.cost.cpu_ms)
    }

    /// The line of the table.
    pub(crate) fn line(&self) -> String {
        let targets = self
            .goals
            .iter()
            .map(Goal::target)
            .collect::<Vec<_>>()
            .join(", ");
        let verdicts = self
            .goals
            .iter()
            .map(Goal::verdict)
            .collect::<Vec<_>>()
            .join(", ");
        line(&[
            &self.name,
            &format!("{:.1}", self.cost.wall_ms),
            &format!("{:.1}", self.cost.cpu_ms),
            &self
                .cost
                .peak_mb
                .map_or_else(String::new, |mb| format!("{mb:.0}")),
            &self
                .nodes
                .map_or_else(String::new, |(formed, all)| format!("{formed} of {all}")),
            &self
                .arx_cpu_ms
                .map_or_else(String::new, |ms| format!("{ms:.0}")),
            &self.ratio().map_or_else(String::new, |r| format!("{r:.1}")),
            &targets,
            &verdicts,
        ])
    }

    pub(crate) fn to_json(&self) -> Value {
        let goal = |g: &Goal| json!({ "target": g.target(), "measured": g.measured(), "reached": g.reached() });
        json!({
            "name": self.name,
            "wall_ms": self.cost.wall_ms,
            "cpu_ms": self.cost.cpu_ms,
            "peak_mb": self.cost.peak_mb,
            "nodes_evaluated": self.nodes.map(|n| n.0),
            "nodes_total": self.nodes.map(|n| n.1),
            "arx_cpu_ms": self.arx_cpu_ms,
            "ratio": self.ratio(),
            "targets": self.goals.iter().map(goal).collect::<Vec<_>>(),
            "wrong": self.wrong,
            "notes": self.notes,
        })
    }
}

/// The heading of the table, two lines.
pub(crate) fn heading() -> String {
    let titles = line(&[
        "workload", "wall ms", "CPU ms", "peak MB", "nodes", "ARX CPU", "ratio", "target",
        "reached",
    ]);
    let rule = "-".repeat(titles.len());
    format!("{titles}\n{rule}")
}

/// Texts to the left, numbers to the right.
fn line(cells: &[&str; 9]) -> String {
    let [name, wall, cpu, peak, nodes, arx, ratio, target, reached] = cells;
    let text = format!(
        "{name:<36} {wall:>8} {cpu:>8} {peak:>7} {nodes:>15} {arx:>7} {ratio:>7}  {target:<34}  {reached}"
    );
    text.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row() -> Row {
        let cost = Cost {
            wall_ms: 26.04,
            cpu_ms: 25.0,
            peak_mb: Some(40.4),
        };
        let goals = vec![Goal::against(1_100.0, 25.0)];
        Row {
            nodes: Some((12, 12_960)),
            arx_cpu_ms: Some(1_100.0),
            goals,
            ..Row::new("w", cost)
        }
    }

    #[test]
    fn columns_stand_under_their_titles() {
        let (heading, line) = (heading(), row().line());
        let titles = heading.lines().next().unwrap();
        for (title, cell) in [
            ("wall ms", "26.0"),
            ("CPU ms", "25.0"),
            ("peak MB", "40"),
            ("nodes", "12 of 12960"),
            ("ratio", "44.0"),
        ] {
            let end = |text: &str, part: &str| {
                text.find(part)
                    .unwrap_or_else(|| panic!("{part} in {text}"))
                    + part.len()
            };
            assert_eq!(end(titles, title), end(&line, cell), "{title}");
        }
        assert_eq!(titles.find("target"), line.find("ratio >= 20"));
        assert_eq!(titles.find("reached"), line.find("yes"));
    }

    #[test]
    fn what_is_not_known_is_blank_or_null() {
        let row = Row::new(
            "w",
            Cost {
                wall_ms: 1.0,
                cpu_ms: 1.0,
                peak_mb: None,
            },
        );
        assert_eq!(
            row.line().split_whitespace().collect::<Vec<_>>(),
            ["w", "1.0", "1.0"]
        );
        assert!(row.to_json()["ratio"].is_null() && row.to_json()["peak_mb"].is_null());
    }

    #[test]
    fn json_has_every_figure() {
        let json = row().to_json();
        assert_eq!(json["ratio"], 44.0);
        assert_eq!(
            json["targets"][0],
            json!({ "target": "ratio >= 20", "measured": 44.0, "reached": true })
        );
        assert_eq!(json["nodes_total"], 12_960);
    }
}
