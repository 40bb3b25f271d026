//! A page that is served by the real binary.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

/// `explore`, running.
pub(crate) struct Explored {
    child: Child,
    host: String,
    key: String,
    /// What it printed up to its address.
    printed: String,
}

impl Explored {
    /// Starts it and waits until it says where the page is.
    pub(crate) fn start(command: &mut Command) -> Self {
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        let mut lines = BufReader::new(child.stdout.as_mut().expect("it is piped"));
        let mut printed = String::new();
        let address = loop {
            let mut line = String::new();
            if lines.read_line(&mut line).expect("it prints texts") == 0 {
                let mut error = String::new();
                let _ = child
                    .stderr
                    .as_mut()
                    .expect("it is piped")
                    .read_to_string(&mut error);
                panic!("it ended without an address: {printed}{error}");
            }
            printed += &line;
            if let Some((_, rest)) = line.split_once("http://") {
                break rest
                    .split(['"', '\n'])
                    .next()
                    .unwrap_or_default()
                    .to_owned();
            }
        };
        let (host, key) = address.split_once("/#").expect("the address has a key");
        Explored {
            host: host.to_owned(),
            key: key.to_owned(),
            child,
            printed: printed.clone(),
        }
    }

    /// Address and port.
    pub(crate) fn host(&self) -> &str {
        &self.host
    }

    pub(crate) fn key(&self) -> &str {
        &self.key
    }

    /// What it printed up to its address.
    pub(crate) fn printed(&self) -> &str {
        &self.printed
    }

    /// The body of a GET request.
    pub(crate) fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.host).expect("it takes connections");
        let (host, key) = (&self.host, &self.key);
        write!(stream, "GET /api/v1/{path} HTTP/1.1\r\nhost: {host}\r\nauthorization: Bearer {key}\r\nconnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        answer
            .split_once("\r\n\r\n")
            .map_or_else(String::new, |(_, body)| body.to_owned())
    }

    pub(crate) fn wait_until_ready(&self) {
        while !self.get("status").contains(r#""phase":"ready""#) {
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Ctrl-C, and what came of it.
    pub(crate) fn stop(mut self) -> Output {
        let id = self.child.id().to_string();
        let killed = Command::new("kill")
            .args(["-INT", &id])
            .status()
            .expect("there is a `kill`");
        assert!(killed.success());
        let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
        self.child
            .stdout
            .take()
            .expect("it is piped")
            .read_to_end(&mut stdout)
            .unwrap();
        self.child
            .stderr
            .take()
            .expect("it is piped")
            .read_to_end(&mut stderr)
            .unwrap();
        Output {
            status: self.child.wait().expect("it ends"),
            stdout,
            stderr,
        }
    }
}
