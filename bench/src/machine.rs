//! What the figures were measured on. No name of a host is in it.

use serde_json::{Value, json};
use std::fs;

/// A machine.
#[derive(Clone, Debug)]
pub(crate) struct Machine {
    /// The model name of the processor, where the system tells.
    cpu: String,
    pub(crate) cores: usize,
    memory_mb: Option<u64>,
    system: String,
    /// Processes that wanted to run in the minute before, on average.
    load: Option<f64>,
}

/// The machine this runs on.
pub(crate) fn describe() -> Machine {
    let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
    Machine {
        cpu: field(&read("/proc/cpuinfo"), "model name")
            .unwrap_or("unknown processor")
            .to_owned(),
        cores: std::thread::available_parallelism().map_or(1, usize::from),
        memory_mb: field(&read("/proc/meminfo"), "MemTotal")
            .and_then(kilobytes)
            .map(|kb| kb / 1024),
        system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        load: read("/proc/loadavg")
            .split_whitespace()
            .next()
            .and_then(|load| load.parse().ok()),
    }
}

impl Machine {
    pub(crate) fn to_text(&self) -> String {
        let memory = self
            .memory_mb
            .map_or_else(String::new, |mb| format!(", {mb} MB memory"));
        let load = self.load.map_or_else(String::new, |load| {
            format!("; load in the minute before: {load:.2}")
        });
        format!(
            "machine: {}, {} cores{memory}, {}{load}",
            self.cpu, self.cores, self.system
        )
    }

    pub(crate) fn to_json(&self) -> Value {
        json!({
            "cpu": self.cpu, "cores": self.cores, "memory_mb": self.memory_mb, "system": self.system, "load_before": self.load,
        })
    }
}

/// The value of the first line `key : value`.
fn field<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let lines = text.lines().filter_map(|line| line.split_once(':'));
    lines
        .map(|(k, v)| (k.trim(), v.trim()))
        .find(|(k, _)| *k == key)
        .map(|(_, v)| v)
}

fn kilobytes(text: &str) -> Option<u64> {
    text.strip_suffix("kB")?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_fields() {
        let text = "processor\t: 0\nmodel name\t: Some CPU: fast\nmodel name\t: Another\nMemTotal:       2048 kB\n";
        assert_eq!(field(text, "model name"), Some("Some CPU: fast"));
        assert_eq!(field(text, "MemTotal").and_then(kilobytes), Some(2048));
        assert_eq!(field(text, "model"), None);
    }

    #[test]
    fn says_what_it_knows() {
        let machine = Machine {
            cpu: "X".into(),
            cores: 2,
            memory_mb: None,
            system: "s".into(),
            load: Some(0.5),
        };
        assert_eq!(
            machine.to_text(),
            "machine: X, 2 cores, s; load in the minute before: 0.50"
        );
        assert!(machine.to_json()["memory_mb"].is_null());
    }
}
