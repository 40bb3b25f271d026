//! A server on a small table, and a client that is as simple as can be.

use equipoise::{Result, SeenNode, Stage, Watch};
use equipoise_server::{Place, ServeOptions, serve};
use equipoise_testkit::Seeded;
use equipoise_workbench::AtlasOptions;
use equipoise_workbench::desk::ExploreOptions;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::thread::JoinHandle;
use std::time::Duration;
use tempfile::TempDir;

/// A recipe with two sensitive models.
pub(crate) const RECIPE: &str = r#"
version = 1
[input]
path = "people.csv"
[columns.name]
role = "identifying"
[columns.age]
role = "quasi-identifier"
type = "integer"
hierarchy = { intervals = [5, 10, 20] }
[columns.zip]
role = "quasi-identifier"
hierarchy = { mask = "right" }
[columns.sex]
role = "quasi-identifier"
hierarchy = { mask = "right" }
[columns.illness]
role = "sensitive"
[[privacy]]
model = "k-anonymity"
k = 3
[[privacy]]
model = "l-diversity"
column = "illness"
l = 2
[[privacy]]
model = "t-closeness"
column = "illness"
t = 0.5
[search]
max-suppression = 0.1
[output]
path = "release/people.csv"
report = ["text"]
"#;

/// Some hundred made-up people.
pub(crate) fn table(rows: usize) -> String {
    let mut seeded = Seeded::new(11);
    let mut text = "name,age,zip,sex,illness\n".to_owned();
    for row in 0..rows {
        let (age, zip) = (
            20 + seeded.below(45),
            100 + seeded.below(4) * 10 + seeded.below(3),
        );
        let sex = ["F", "M"][seeded.below(2)];
        let illness = ["flu", "asthma", "none", "fracture"][seeded.below(4)];
        writeln!(text, "person {row},{age},{zip},{sex},{illness}").unwrap();
    }
    text
}

/// Follows a run; may be told to wait in the middle of it.
#[derive(Default)]
pub(crate) struct Gate {
    pub(crate) stop: AtomicBool,
    /// Annotating waits after so many nodes, while this is not 0.
    pub(crate) hold_after: AtomicU64,
}

impl Watch for Gate {
    fn progress(&self, stage: Stage, done: u64, _: u64) {
        while stage == Stage::Annotate
            && !self.stopped()
            && (1..=done).contains(&self.hold_after.load(Ordering::SeqCst))
        {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    fn node(&self, _: &SeenNode) {}
}

/// A server that runs until it is dropped.
pub(crate) struct Served {
    pub(crate) folder: TempDir,
    pub(crate) place: Place,
    pub(crate) gate: Arc<Gate>,
    thread: Option<JoinHandle<Result<()>>>,
}

impl Served {
    pub(crate) fn start() -> Self {
        Served::with(RECIPE, AtlasOptions::default(), 0)
    }

    /// A server of which not all nodes have a record.
    pub(crate) fn partial() -> Self {
        Served::with(
            RECIPE,
            AtlasOptions {
                max_nodes: Some(12),
                ..AtlasOptions::default()
            },
            0,
        )
    }

    pub(crate) fn with(recipe: &str, atlas: AtlasOptions, hold_after: u64) -> Self {
        let folder = tempfile::tempdir_in("/dev/shm")
            .or_else(|_| tempfile::tempdir())
            .unwrap();
        std::fs::write(folder.path().join("people.csv"), table(300)).unwrap();
        std::fs::write(folder.path().join("recipe.toml"), recipe).unwrap();
        Served::again(folder, atlas, hold_after)
    }

    /// A server in a folder that was served before.
    pub(crate) fn again(folder: TempDir, atlas: AtlasOptions, hold_after: u64) -> Self {
        let source = folder.path().join("recipe.toml");
        let gate = Arc::new(Gate {
            hold_after: AtomicU64::new(hold_after),
            ..Gate::default()
        });
        let (sender, receiver) = channel();
        let watch = Arc::clone(&gate);
        let options = ServeOptions {
            explore: ExploreOptions {
                atlas,
                session: None,
            },
            port: Some(0),
        };
        let thread = std::thread::spawn(move || {
            serve(&source, &options, &*watch, |place| {
                sender.send(place.clone()).unwrap();
                Ok(())
            })
        });
        let place = receiver.recv().unwrap();
        let served = Served {
            folder,
            place,
            gate,
            thread: Some(thread),
        };
        if hold_after == 0 {
            served.wait_until("ready");
        }
        served
    }

    /// Waits for a phase and returns the status.
    pub(crate) fn wait_until(&self, phase: &str) -> Value {
        let mut client = self.client();
        loop {
            let status = client.get("status").ok();
            if status["phase"] == phase {
                return status;
            }
            assert_ne!(status["phase"], "failed", "{status}");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn client(&self) -> Client {
        Client::new(&self.place)
    }

    /// Stops the server; what it came to, and its folder.
    pub(crate) fn stop(mut self) -> (Result<()>, TempDir) {
        self.gate.stop.store(true, Ordering::SeqCst);
        let result = self.thread.take().unwrap().join().unwrap();
        let empty = tempfile::tempdir().unwrap();
        (result, std::mem::replace(&mut self.folder, empty))
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.gate.stop.store(true, Ordering::SeqCst);
        if let Some(thread) = self.thread.take() {
            let result = thread.join();
            assert!(
                std::thread::panicking() || matches!(result, Ok(Ok(()))),
                "{result:?}"
            );
        }
    }
}

/// A response.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&self.body)))
    }

    /// The body of a success.
    pub(crate) fn ok(&self) -> Value {
        assert!(
            (200..300).contains(&self.status),
            "{}: {}",
            self.status,
            String::from_utf8_lossy(&self.body)
        );
        self.json()
    }

    /// The problem of a refusal.
    pub(crate) fn problem(&self) -> Value {
        assert!(self.status >= 400, "{}", self.status);
        self.json()["error"].clone()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(n, _)| n.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }
}

/// A client with a connection that it keeps.
pub(crate) struct Client {
    host: String,
    key: String,
    connection: Option<BufReader<TcpStream>>,
    /// Say after a request that no more will come.
    pub(crate) closing: bool,
}

impl Client {
    pub(crate) fn new(place: &Place) -> Self {
        let host = place
            .url
            .trim_start_matches("http://")
            .trim_end_matches('/')
            .to_owned();
        Client {
            host,
            key: place.key.clone(),
            connection: None,
            closing: false,
        }
    }

    pub(crate) fn get(&mut self, path: &str) -> Answer {
        self.send("GET", &format!("/api/v1/{path}"), &[], b"")
    }

    pub(crate) fn post(&mut self, path: &str, body: &Value) -> Answer {
        self.send(
            "POST",
            &format!("/api/v1/{path}"),
            &[("content-type", "application/json")],
            body.to_string().as_bytes(),
        )
    }

    /// Sends a request with key and host, unless the headers have their own.
    pub(crate) fn send(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Answer {
        let mut head = format!(
            "{method} {path} HTTP/1.1\r\ncontent-length: {}\r\n",
            body.len()
        );
        let own = [
            ("host", self.host.clone()),
            ("authorization", format!("Bearer {}", self.key)),
        ];
        let own = own
            .iter()
            .map(|(name, value)| (*name, value.as_str()))
            .filter(|(name, _)| !headers.iter().any(|(n, _)| n == name));
        for (name, value) in own.chain(headers.iter().copied()) {
            write!(head, "{name}: {value}\r\n").unwrap();
        }
        head += "\r\n";
        self.raw(&[head.as_bytes(), body].concat())
            .expect("the server answers")
    }

    /// Sends bytes; none when the server hangs up without a word.
    pub(crate) fn raw(&mut self, bytes: &[u8]) -> Option<Answer> {
        let mut connection = self.connection.take().unwrap_or_else(|| {
            let stream = TcpStream::connect(&self.host).expect("the server takes connections");
            stream
                .set_read_timeout(Some(Duration::from_secs(60)))
                .unwrap();
            stream.set_nodelay(true).unwrap();
            BufReader::new(stream)
        });
        // A server that refuses early may hang up before it has read all.
        let _ = connection.get_mut().write_all(bytes);
        if self.closing {
            let _ = connection.get_mut().shutdown(std::net::Shutdown::Write);
        }
        let answer = read(&mut connection)?;
        if answer.header("connection") != Some("close") {
            self.connection = Some(connection);
        }
        Some(answer)
    }
}

fn read(connection: &mut BufReader<TcpStream>) -> Option<Answer> {
    let mut line = String::new();
    connection.read_line(&mut line).ok().filter(|&n| n > 0)?;
    let status = line.split(' ').nth(1)?.parse().ok()?;
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        connection.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(": ") else {
            break;
        };
        headers.push((name.to_owned(), value.to_owned()));
    }
    let mut answer = Answer {
        status,
        headers,
        body: Vec::new(),
    };
    let length = answer
        .header("content-length")
        .and_then(|l| l.parse().ok())
        .unwrap_or(0);
    answer.body.resize(length, 0);
    connection.read_exact(&mut answer.body).ok()?;
    Some(answer)
}

/// The wishes of the recipe, with changes.
pub(crate) fn wishes(client: &mut Client, changes: Value) -> Value {
    let mut wishes = client.get("chart").ok()["wishes"].clone();
    for (name, value) in changes.as_object().unwrap() {
        wishes[name] = value.clone();
    }
    wishes
}

/// What is seen under the wishes of the recipe with changes.
pub(crate) fn look(client: &mut Client, changes: Value) -> Value {
    let wishes = wishes(client, changes);
    client.post("look", &json!({ "wishes": wishes })).ok()
}

pub(crate) fn bytes(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}
