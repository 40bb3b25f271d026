//! The explorer page and the HTTP interface behind it: a door to [`equipoise_workbench::desk`].
//!
//! [`serve`] opens a port on this machine only, builds the atlas while the page shows how far it
//! is, and then answers until it is stopped. The desk borrows from the table, so it stays on the
//! thread that opened it: requests are handed to workers there as closures (`work.rs`), through a
//! bounded queue that limits how many can wait. HTTP has a thread of its own, which starts before
//! the table is read. Whole answers of a complete atlas are kept for a while (`answers.rs`).
//!
//! When there are too many connections, `connections.rs` decides which one gives way. `guard.rs`
//! refuses requests that are not addressed to this machine, come from another page, or lack the
//! key. The key stands behind the `#` of the address, which browsers do not send, and travels in a
//! header. It is not a cookie, because all ports of a host share their cookies.

mod answers;
mod api;
mod building;
mod connections;
mod description;
mod follow;
mod guard;
mod key;
mod listen;
mod page;
mod problem;
mod requests;
mod work;

pub use api::openapi;

use equipoise::{Error, Result, Watch};
use equipoise_workbench::desk::{Desk, ExploreOptions, explore};
use follow::Follow;
use key::Key;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use work::Shared;

/// The port that is tried first where none is given.
const USUAL_PORT: u16 = 7411;

/// How long a page gets to fetch why the atlas could not be built.
const FAREWELL: Duration = Duration::from_secs(2);

/// How long after the atlas is there what a first drag needs is worked out beforehand.
const WARM_UP: Duration = Duration::from_secs(1);

/// How the page is served.
#[derive(Clone, Debug, Default)]
pub struct ServeOptions {
    /// How the table is explored.
    pub explore: ExploreOptions,
    /// The port; without one 7411, or any that is free.
    pub port: Option<u16>,
}

/// Where the page is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The address with the key behind `#`, which browsers do not send to anybody.
    pub address: String,
    /// The address without it.
    pub url: String,
    /// The key: whoever has it can see the table.
    pub key: String,
}

/// Serves the explorer page of an atlas, or of a recipe whose atlas is built first, until `watch`
/// says to stop. `ready` is told where the page is, before the atlas is there.
///
/// # Errors
/// A port that is taken, and those of [`explore`].
pub fn serve(
    source: &Path,
    options: &ServeOptions,
    watch: &dyn Watch,
    ready: impl FnOnce(&Place) -> Result<()>,
) -> Result<()> {
    let listener = bind(options.port)?;
    let address = listener
        .local_addr()
        .map_err(|e| Error::internal(format!("a port has no address: {e}")).caused_by(e))?;
    let key = Key::random()?;
    let url = format!("http://{address}/");
    ready(&Place {
        address: format!("{url}#{}", key.text()),
        url,
        key: key.text().to_owned(),
    })?;
    let shared = Arc::new(Shared::new(key, name(source)));
    let http = listen::start(listener, Arc::clone(&shared))?;
    let follow = Follow {
        shared: &shared,
        watch,
    };
    let result = explore(source, &options.explore, &follow, |desk| {
        answer(desk, &shared, watch)
    });
    if let Err(error) = &result {
        fail(&shared, error, watch);
    }
    shared.close();
    http.stop();
    result
}

fn name(source: &Path) -> String {
    source
        .file_name()
        .map_or_else(String::new, |n| n.to_string_lossy().into_owned())
}

fn bind(port: Option<u16>) -> Result<TcpListener> {
    let at = |port: u16| TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
    let bound = match port {
        Some(port) => at(port),
        None => at(USUAL_PORT).or_else(|_| at(0)),
    };
    bound.map_err(|e| {
        let named = port.map_or_else(String::new, |port| format!(" {port}"));
        Error::usage(format!("port{named} on 127.0.0.1 cannot be used: {e}"))
            .caused_by(e)
            .hint("give another with `--port`, or none to get a free one")
    })
}

/// Answers requests with a desk until the user stops it.
fn answer(desk: &Desk<'_>, shared: &Shared, watch: &dyn Watch) -> Result<()> {
    std::thread::scope(|scope| {
        for _ in 0..work::WORKERS {
            scope.spawn(|| shared.work(desk));
        }
        shared.set_ready(&desk.chart());
        let ready = Instant::now();
        scope.spawn(move || {
            // The first view of a page that waits already comes first.
            while ready.elapsed() < WARM_UP && !watch.stopped() {
                std::thread::sleep(Duration::from_millis(20));
            }
            desk.warm_up(&|| watch.stopped());
        });
        while !watch.stopped() {
            std::thread::sleep(Duration::from_millis(50));
        }
        // Workers end when nothing can be handed to them any more.
        shared.close();
    });
    Ok(())
}

/// Lets a page that is open see why there is nothing to explore.
fn fail(shared: &Shared, error: &Error, watch: &dyn Watch) {
    shared.set_problem(error);
    let started = Instant::now();
    while shared.has_visitors()
        && !shared.told_problem()
        && !watch.stopped()
        && started.elapsed() < FAREWELL
    {
        std::thread::sleep(Duration::from_millis(20));
    }
}
