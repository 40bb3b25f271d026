//! What cargo knows of the workspace and of everything it depends on.

use serde_json::Value;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

/// The workspace with all packages of its dependency graph.
pub(crate) struct Workspace {
    pub(crate) root: PathBuf,
    pub(crate) packages: Vec<Package>,
    /// What a reader must know about how complete the list is.
    pub(crate) note: Option<String>,
}

/// One package.
#[derive(Clone, Debug, Default)]
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) version: String,
    /// The SPDX expression, if it states one.
    pub(crate) licence: Option<String>,
    pub(crate) description: String,
    /// True for members of the workspace.
    pub(crate) ours: bool,
    pub(crate) dependencies: Vec<Dependency>,
}

/// A package that another one names in its manifest.
#[derive(Clone, Debug)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    /// True when only tests, examples and benches use it.
    pub(crate) dev: bool,
}

/// Asks cargo. The full graph has packages for other platforms, which may not be on this machine:
/// without a network the graph of this platform has to do, and a note says so.
pub(crate) fn load() -> Result<Workspace, String> {
    let full = ask(&["--locked"]);
    let (json, note) = match full {
        Ok(json) => (json, None),
        Err(why) => {
            let platform = host()?;
            let json =
                ask(&["--locked", "--offline", "--filter-platform", &platform]).map_err(|_| why)?;
            (
                json,
                Some(format!(
                    "not all packages could be fetched; dependencies for platforms other than {platform} were not checked"
                )),
            )
        }
    };
    let value: Value =
        serde_json::from_str(&json).map_err(|e| format!("cargo metadata printed no JSON: {e}"))?;
    parse(&value, note)
        .ok_or_else(|| "cargo metadata printed JSON of another form than expected".to_owned())
}

fn ask(options: &[&str]) -> Result<String, String> {
    output(
        cargo(),
        &[&["metadata", "--format-version", "1"], options].concat(),
    )
}

/// The cargo that runs this task, so that both agree on the tool chain.
fn cargo() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// The platform of this machine, as the compiler names it.
fn host() -> Result<String, String> {
    let text = output(cargo(), &["-vV"])?;
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned)
        .ok_or_else(|| "cargo does not say for which platform it is".to_owned())
}

/// Standard output of a command that must succeed.
pub(crate) fn output(program: OsString, arguments: &[&str]) -> Result<String, String> {
    let shown = format!("{} {}", program.display(), arguments.join(" "));
    let output = Command::new(&program)
        .args(arguments)
        .output()
        .map_err(|e| format!("cannot run `{shown}`: {e}"))?;
    if !output.status.success() {
        return Err(format!(
            "`{shown}` failed: {}",
            String::from_utf8_lossy(&output.stderr).trim()
        ));
    }
    String::from_utf8(output.stdout).map_err(|_| format!("`{shown}` printed what is not UTF-8"))
}

fn parse(value: &Value, note: Option<String>) -> Option<Workspace> {
    let members: Vec<&str> = value["workspace_members"]
        .as_array()?
        .iter()
        .filter_map(Value::as_str)
        .collect();
    let packages = value["packages"]
        .as_array()?
        .iter()
        .map(|package| parse_package(package, &members))
        .collect::<Option<_>>()?;
    Some(Workspace {
        root: value["workspace_root"].as_str()?.into(),
        packages,
        note,
    })
}

fn parse_package(package: &Value, members: &[&str]) -> Option<Package> {
    let dependency = |d: &Value| {
        Some(Dependency {
            name: d["name"].as_str()?.to_owned(),
            dev: d["kind"] == "dev",
        })
    };
    Some(Package {
        name: package["name"].as_str()?.to_owned(),
        version: package["version"].as_str()?.to_owned(),
        licence: package["license"].as_str().map(str::to_owned),
        description: package["description"]
            .as_str()
            .unwrap_or_default()
            .trim()
            .to_owned(),
        ours: members.contains(&package["id"].as_str()?),
        dependencies: package["dependencies"]
            .as_array()?
            .iter()
            .map(dependency)
            .collect::<Option<_>>()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_ours_when_the_workspace_names_them() {
        let value = serde_json::json!({
            "workspace_root": "there",
            "workspace_members": ["a 1"],
            "packages": [
                { "id": "a 1", "name": "a", "version": "1", "license": "MIT", "description": " does a ",
                  "dependencies": [{ "name": "b", "kind": null }, { "name": "c", "kind": "dev" }, { "name": "d", "kind": "build" }] },
                { "id": "b 2", "name": "b", "version": "2", "license": null, "description": null, "dependencies": [] },
            ],
        });
        let workspace = parse(&value, None).unwrap();
        let [a, b] = &workspace.packages[..] else {
            panic!("two packages")
        };
        assert!(a.ours && !b.ours);
        assert_eq!(
            (a.description.as_str(), b.description.as_str()),
            ("does a", "")
        );
        assert_eq!(
            (a.licence.as_deref(), b.licence.as_deref()),
            (Some("MIT"), None)
        );
        assert_eq!(
            a.dependencies.iter().map(|d| d.dev).collect::<Vec<_>>(),
            [false, true, false]
        );
    }

    #[test]
    fn other_json_is_refused() {
        for value in [
            serde_json::json!(null),
            serde_json::json!({ "workspace_members": [], "packages": [{}] }),
        ] {
            assert!(parse(&value, None).is_none());
        }
    }
}
