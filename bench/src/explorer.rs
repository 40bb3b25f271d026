//! The explorer page under load: fifty clients that keep asking.

use crate::adult::cells;
use crate::binary::{Job, Program};
use crate::goal::Goal;
use crate::meter::Cost;
use crate::row::Row;
use crate::run::Run;
use equipoise_data::{Error, Result};
use equipoise_testkit::Seeded;
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

const CLIENTS: u64 = 50;

/// How long they ask; a minute in a long run.
const TIME: Duration = Duration::from_secs(10);
const LONG: Duration = Duration::from_secs(60);

/// Each asks so often, as somebody does who drags a slider now and then.
const PACE: Duration = Duration::from_millis(200);

const NAME: &str = "adult explorer, 50 clients";

/// Runs the workload if it is asked for.
pub(crate) fn run(run: &mut Run, data: &Path) -> Result<()> {
    if !run.wants(NAME) {
        return Ok(());
    }
    let program = Program::build()?;
    let job = Job::new(data, &cells(data)[0], &data.join("adult/adult.csv"), "0.05")?;
    let served = Served::start(program.path(), &job.recipe())?;
    let time = if run.args.long { LONG } else { TIME };
    let before = served.memory_mb();
    let started = Instant::now();
    let clients: Vec<Result<Vec<f64>>> = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS)
            .map(|number| {
                scope.spawn({
                    let served = &served;
                    move || client(served, number, time)
                })
            })
            .collect();
        clients
            .into_iter()
            .map(|client| client.join().expect("no client panicked"))
            .collect()
    });
    let wall_ms = started.elapsed().as_secs_f64() * 1e3;
    let (mut times, mut wrong) = (Vec::new(), Vec::new());
    for client in clients {
        match client {
            Ok(of_client) => times.extend(of_client),
            Err(error) => wrong.push(error.message()),
        }
    }
    times.sort_by(f64::total_cmp);
    let at = |share: f64| {
        times
            .get((times.len() as f64 * share) as usize)
            .copied()
            .unwrap_or(f64::NAN)
            * 1e6
    };
    let after = served.memory_mb();
    let note = format!(
        "{} answers, median {:.1} ms, worst {:.1} ms; memory of the server {before:.0} MB before, {after:.0} MB after",
        times.len(),
        at(0.5) / 1e3,
        times.last().copied().unwrap_or(f64::NAN) * 1e3
    );
    let cost = Cost {
        wall_ms,
        cpu_ms: served.cpu_ms(),
        peak_mb: Some(after),
    };
    let goals = vec![Goal::Micros {
        what: "95 %",
        measured: at(0.95),
        most: 20_000.0,
    }];
    run.add(Row {
        goals,
        wrong,
        notes: vec![note],
        ..Row::new(NAME, cost)
    });
    Ok(())
}

/// Asks again and again, each time something else; the seconds that each answer took.
fn client(served: &Served, number: u64, time: Duration) -> Result<Vec<f64>> {
    let mut random = Seeded::new(number);
    let mut connection = served.connect()?;
    let started = Instant::now();
    let mut times = Vec::new();
    std::thread::sleep(PACE.mul_f64(number as f64 / CLIENTS as f64));
    while started.elapsed() < time {
        let mut wishes = served.wishes.clone();
        wishes["thresholds"][0] = json!((2 + random.below(60)).to_string());
        wishes["max_units"] = json!(random.below(3000));
        let asked = Instant::now();
        let (status, answer) = served.ask(
            &mut connection,
            "POST",
            "look",
            &json!({ "wishes": wishes }).to_string(),
        )?;
        times.push(asked.elapsed().as_secs_f64());
        if status != 200 || answer["wishes"]["max_units"] != wishes["max_units"] {
            return Err(Error::data(format!(
                "a question was answered with status {status}"
            )));
        }
        std::thread::sleep(PACE.saturating_sub(asked.elapsed()));
    }
    Ok(times)
}

/// The program, serving.
struct Served {
    child: Child,
    host: String,
    key: String,
    wishes: Value,
}

impl Served {
    fn start(program: &Path, recipe: &Path) -> Result<Self> {
        let failed = |e: std::io::Error| Error::data(format!("the program cannot serve: {e}"));
        let mut command = Command::new(program);
        command
            .arg("explore")
            .arg(recipe)
            .args(["--json", "--port", "0"])
            .stdout(Stdio::piped());
        let mut child = command.spawn().map_err(failed)?;
        let place = place(child.stdout.as_mut().expect("it is piped"))?;
        let text = |key: &str| place[key].as_str().unwrap_or_default().to_owned();
        let host = text("url")
            .trim_start_matches("http://")
            .trim_end_matches('/')
            .to_owned();
        let mut served = Served {
            child,
            host,
            key: text("key"),
            wishes: Value::Null,
        };
        let mut connection = served.connect()?;
        while served.ask(&mut connection, "GET", "status", "")?.1["phase"] != "ready" {
            std::thread::sleep(Duration::from_millis(20));
        }
        served.wishes = served.ask(&mut connection, "GET", "chart", "")?.1["wishes"].clone();
        Ok(served)
    }

    fn connect(&self) -> Result<BufReader<TcpStream>> {
        let stream = TcpStream::connect(&self.host)
            .map_err(|e| Error::data(format!("no connection: {e}")))?;
        let _ = stream.set_nodelay(true);
        Ok(BufReader::new(stream))
    }

    fn ask(
        &self,
        connection: &mut BufReader<TcpStream>,
        method: &str,
        path: &str,
        body: &str,
    ) -> Result<(u16, Value)> {
        let failed = |e: std::io::Error| Error::data(format!("no answer: {e}"));
        let (host, key, length) = (&self.host, &self.key, body.len());
        let head = format!(
            "{method} /api/v1/{path} HTTP/1.1\r\nhost: {host}\r\nauthorization: Bearer {key}\r\n"
        );
        let request = format!(
            "{head}content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        );
        connection
            .get_mut()
            .write_all(request.as_bytes())
            .map_err(failed)?;
        let (mut status, mut length) = (0, 0);
        loop {
            let mut line = String::new();
            connection.read_line(&mut line).map_err(failed)?;
            match line.trim_end().split_once(' ') {
                Some(("HTTP/1.1", rest)) => {
                    status = rest
                        .get(..3)
                        .and_then(|code| code.parse().ok())
                        .unwrap_or(0)
                }
                Some(("content-length:", rest)) => length = rest.parse().unwrap_or(0),
                Some(_) => {}
                None => break,
            }
        }
        let mut bytes = vec![0; length];
        connection.read_exact(&mut bytes).map_err(failed)?;
        Ok((status, serde_json::from_slice(&bytes).unwrap_or_default()))
    }

    /// Megabytes that the server holds; not a number where the system does not tell.
    fn memory_mb(&self) -> f64 {
        let status =
            fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<f64>().ok())
            .map_or(f64::NAN, |kb| kb / 1e3)
    }

    /// CPU time of the server in milliseconds; not a number where the system does not tell.
    fn cpu_ms(&self) -> f64 {
        let stat =
            fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap_or_default();
        let ticks = |at: usize| {
            stat.rsplit(')')
                .next()?
                .split_whitespace()
                .nth(at)?
                .parse::<f64>()
                .ok()
        };
        // User and system time in hundredths of a second, counted from behind the name.
        ticks(11)
            .zip(ticks(12))
            .map_or(f64::NAN, |(user, system)| (user + system) * 10.0)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The object that the program prints first.
fn place(stdout: &mut ChildStdout) -> Result<Value> {
    let mut lines = BufReader::new(stdout);
    let mut text = String::new();
    loop {
        let read = lines.read_line(&mut text).unwrap_or(0);
        if let Ok(place) = serde_json::from_str(&text) {
            return Ok(place);
        }
        if read == 0 {
            return Err(Error::data("the program ended without an address"));
        }
    }
}
