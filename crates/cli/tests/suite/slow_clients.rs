//! Clients that dawdle, and one that does not: the page answers it all the same.
//!
//! With `EQUIPOISE_LONG=1` in the environment the good client asks far more often.

#![allow(clippy::print_stdout)]

use crate::common::Workspace;
use crate::common::explored::Explored;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

/// Connections of each kind of slow client; together more than the server takes.
const EACH: usize = 170;

/// What a slow client sends before it falls silent.
fn bad_manners(host: &str, key: &str) -> [String; 4] {
    let head = format!("host: {host}\r\nauthorization: Bearer {key}\r\n");
    let page = format!("GET /assets/app.js HTTP/1.1\r\nhost: {host}\r\n\r\n");
    [
        // Nothing at all.
        String::new(),
        // Half a head.
        format!("GET /api/v1/status HTTP/1.1\r\nhost: {host}\r\nauthor"),
        // Half a body, with the key.
        format!(
            "POST /api/v1/look HTTP/1.1\r\n{head}content-type: application/json\r\ncontent-length: 5000\r\n\r\n{{"
        ),
        // Many requests, and no answer is ever read.
        page.repeat(60),
    ]
}

/// Keeps connections open, and opens a new one wherever the server has closed one.
fn dawdle(host: &str, bytes: &str, opened: &AtomicUsize, done: &AtomicBool) {
    let open = || {
        let stream = TcpStream::connect(host).ok()?;
        stream.set_nonblocking(true).ok()?;
        let _as_much_as_fits = (&stream).write(bytes.as_bytes());
        Some(stream)
    };
    let is_closed = |stream: &TcpStream| match stream.peek(&mut [0]) {
        Ok(n) => n == 0,
        Err(e) => e.kind() != ErrorKind::WouldBlock,
    };
    let mut streams: Vec<Option<TcpStream>> = Vec::new();
    while !done.load(Ordering::Relaxed) {
        streams.retain(|stream| stream.as_ref().is_some_and(|stream| !is_closed(stream)));
        while streams.len() < EACH && !done.load(Ordering::Relaxed) {
            streams.push(open());
            opened.fetch_add(1, Ordering::Relaxed);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Asks on a connection; true when it is answered in full.
fn is_answered(stream: &mut TcpStream, host: &str, key: &str) -> bool {
    let request = format!(
        "GET /api/v1/chart HTTP/1.1\r\nhost: {host}\r\nauthorization: Bearer {key}\r\n\r\n"
    );
    if stream.write_all(request.as_bytes()).is_err() {
        return false;
    }
    let (mut answer, mut part) = (Vec::new(), [0; 8192]);
    loop {
        match stream.read(&mut part) {
            Ok(n) if n > 0 => answer.extend_from_slice(&part[..n]),
            _ => return false,
        }
        let text = String::from_utf8_lossy(&answer);
        let Some((head, body)) = text.split_once("\r\n\r\n") else {
            continue;
        };
        let length = head
            .lines()
            .find_map(|line| line.strip_prefix("content-length: ")?.parse::<usize>().ok());
        if length.is_some_and(|length| body.len() >= length) {
            return head.starts_with("HTTP/1.1 200") && body.contains(r#""rows":400"#);
        }
    }
}

fn connect(host: &str) -> Option<TcpStream> {
    let stream = TcpStream::connect(host).ok()?;
    stream
        .set_read_timeout(Some(Duration::from_secs(30)))
        .ok()?;
    Some(stream)
}

#[test]
fn slow_clients_lock_nobody_out() {
    let asked = if std::env::var_os("EQUIPOISE_LONG").is_some() {
        20_000
    } else {
        600
    };
    let workspace = Workspace::new();
    workspace
        .run(&["sample", "census", "--rows", "400", "--directory", "."])
        .expect(0);
    let explored = Explored::start(&mut workspace.command(&[
        "explore",
        "recipe.toml",
        "--port",
        "0",
        "--max-nodes",
        "50",
    ]));
    explored.wait_until_ready();
    let (host, key) = (explored.host(), explored.key());
    let (opened, done) = (AtomicUsize::new(0), AtomicBool::new(false));
    let refused = std::thread::scope(|scope| {
        for bytes in bad_manners(host, key) {
            let (opened, done) = (&opened, &done);
            scope.spawn(move || dawdle(host, &bytes, opened, done));
        }
        // Until every place is taken.
        while opened.load(Ordering::Relaxed) < 4 * EACH {
            std::thread::sleep(Duration::from_millis(10));
        }
        let mut kept = connect(host);
        let mut refused = 0;
        for number in 0..asked {
            // One connection is kept as browsers do, others are new.
            let is_fine = if number % 2 == 0 {
                kept.as_mut()
                    .is_some_and(|stream| is_answered(stream, host, key))
            } else {
                connect(host).is_some_and(|mut stream| is_answered(&mut stream, host, key))
            };
            if !is_fine {
                refused += 1;
                kept = connect(host);
            }
        }
        done.store(true, Ordering::Relaxed);
        refused
    });
    let opened = opened.into_inner();
    println!(
        "{refused} of {asked} good requests refused beside {} slow clients, which opened {opened} connections",
        4 * EACH
    );
    let ended = explored.stop();
    assert_eq!(refused, 0, "of {asked}");
    assert_eq!(
        ended.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&ended.stderr)
    );
}
