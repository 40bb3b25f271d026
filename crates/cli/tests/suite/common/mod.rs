//! A folder to work in, the real binary, and what came of a run.

pub(crate) mod cases;
pub(crate) mod explored;
pub(crate) mod people;
pub(crate) mod refusal;
pub(crate) mod small;

use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// The files of a folder, with their content: what there was before and after a run.
pub(crate) type Snapshot = BTreeMap<String, Vec<u8>>;

/// A folder of its own for a test.
pub(crate) struct Workspace {
    folder: TempDir,
}

impl Workspace {
    /// An empty folder, in memory where the machine offers that: tests write many small files and
    /// sync each of them.
    pub(crate) fn new() -> Self {
        let in_memory = Path::new("/dev/shm");
        let folder = tempfile::tempdir_in(in_memory).or_else(|_| tempfile::tempdir());
        Workspace {
            folder: folder.expect("a temporary folder can be made"),
        }
    }

    /// An empty folder on a disk, where waiting for the disk makes the steps of a run as long as
    /// they are for users.
    pub(crate) fn on_disk() -> Self {
        Workspace {
            folder: tempfile::tempdir().expect("a temporary folder can be made"),
        }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a file is in a folder")).unwrap();
        fs::write(path, content).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    pub(crate) fn text(&self, name: &str) -> String {
        String::from_utf8(self.read(name)).expect("the file is text")
    }

    /// The lines of a file.
    pub(crate) fn lines(&self, name: &str) -> Vec<String> {
        self.text(name).lines().map(str::to_owned).collect()
    }

    /// All files below the folder, hidden ones too. A link counts by where it points.
    pub(crate) fn snapshot(&self) -> Snapshot {
        let mut files = Snapshot::new();
        collect(self.folder.path(), "", &mut files);
        files
    }

    /// The names of the files in a folder of the workspace, hidden ones too; none when the folder
    /// is not there.
    pub(crate) fn names(&self, folder: &str) -> Vec<String> {
        let Ok(entries) = fs::read_dir(self.path(folder)) else {
            return Vec::new();
        };
        let mut names: Vec<String> = entries
            .map(|e| e.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    /// The binary with arguments, to be run in the folder.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(binary());
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .stdin(Stdio::null());
        command
    }

    /// Runs the binary in the folder.
    pub(crate) fn run(&self, arguments: &[&str]) -> Ran {
        let output = self
            .command(arguments)
            .output()
            .expect("the binary can be started");
        Ran {
            arguments: arguments.join(" "),
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).expect("what is printed is text"),
            stderr: String::from_utf8(output.stderr).expect("what is printed is text"),
        }
    }

    /// Runs the binary, which must succeed, and gives the object that it prints.
    pub(crate) fn succeed(&self, arguments: &[&str]) -> Value {
        let ran = self.run(&[arguments, &["--json"]].concat());
        ran.expect(0);
        ran.json()
    }
}

fn collect(folder: &Path, prefix: &str, files: &mut Snapshot) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        let kind = entry.file_type().unwrap();
        if kind.is_dir() {
            collect(&entry.path(), &format!("{name}/"), files);
        } else if kind.is_symlink() {
            files.insert(
                name,
                fs::read_link(entry.path())
                    .unwrap()
                    .into_os_string()
                    .into_encoded_bytes(),
            );
        } else {
            files.insert(name, fs::read(entry.path()).unwrap());
        }
    }
}

/// The real binary.
pub(crate) fn binary() -> &'static str {
    env!("CARGO_BIN_EXE_equipoise")
}

/// What came of a run.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) arguments: String,
    /// None when a signal ended the process.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ran {
    pub(crate) fn expect(&self, code: i32) -> &Self {
        assert_eq!(
            self.code,
            Some(code),
            "equipoise {}\n{}\n{}",
            self.arguments,
            self.stdout,
            self.stderr
        );
        self
    }

    /// What was printed as JSON: one object and nothing else.
    pub(crate) fn json(&self) -> Value {
        let object: Value = serde_json::from_str(&self.stdout).unwrap_or_else(|e| {
            panic!(
                "equipoise {}: stdout is not one JSON value: {e}\n{}",
                self.arguments, self.stdout
            )
        });
        assert!(
            object.is_object(),
            "equipoise {}: not an object\n{}",
            self.arguments,
            self.stdout
        );
        object
    }
}

/// The keys of an object, in their order.
pub(crate) fn keys(object: &Value) -> Vec<&str> {
    object
        .as_object()
        .expect("an object")
        .keys()
        .map(String::as_str)
        .collect()
}

/// Announces a check that this machine cannot make.
pub(crate) fn announce_skipped(what: &str, why: &str) {
    announce(&format!("skipped here: {what}: {why}"));
}

/// Prints a line; the test harness would swallow what `eprintln` prints.
pub(crate) fn announce(text: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "{text}");
}
