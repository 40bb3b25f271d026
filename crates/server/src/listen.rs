//! Connections: a few at a time, none that dawdles, and a clean end.

use crate::api;
use crate::connections::{Connections, Timed, WRITE};
use crate::work::Shared;
use equipoise::{Error, Result};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::net::TcpListener;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::oneshot;

/// How long a client may take to send the head of a request.
const HEAD: Duration = Duration::from_secs(10);

/// The most bytes of a request's head.
const HEAD_BYTES: usize = 32 << 10;

/// How long requests that are under way get to end.
const FAREWELL: Duration = Duration::from_millis(300);

/// The thread that serves.
pub(crate) struct Http {
    stop: oneshot::Sender<()>,
    thread: JoinHandle<()>,
}

impl Http {
    /// Takes no more connections, lets requests end, and closes.
    pub(crate) fn stop(self) {
        // A thread that has ended needs no word.
        let _ = self.stop.send(());
        let _ = self.thread.join();
    }
}

/// Serves on a thread of its own.
///
/// # Errors
/// A system that has no more threads.
pub(crate) fn start(listener: TcpListener, shared: Arc<Shared>) -> Result<Http> {
    let failed =
        |e: std::io::Error| Error::internal(format!("the page cannot be served: {e}")).caused_by(e);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(failed)?;
    listener.set_nonblocking(true).map_err(failed)?;
    let (stop, stopped) = oneshot::channel();
    let thread = std::thread::Builder::new()
        .name("http".to_owned())
        .spawn(move || {
            let served = runtime.block_on(accept(listener, shared, stopped));
            drop(served);
            runtime.shutdown_timeout(Duration::from_millis(100));
        });
    Ok(Http {
        stop,
        thread: thread.map_err(failed)?,
    })
}

async fn accept(
    listener: TcpListener,
    shared: Arc<Shared>,
    mut stopped: oneshot::Receiver<()>,
) -> std::io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let router = api::router(shared);
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(HEAD_BYTES);
    let connections = Arc::new(Connections::default());
    let graceful = GracefulShutdown::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = &mut stopped => break,
        };
        let stream = match accepted {
            Ok((stream, _)) => stream,
            // The client gave up before it was its turn.
            Err(e) if e.kind() == std::io::ErrorKind::ConnectionAborted => continue,
            Err(_) => {
                // No more file descriptors, most likely: the connection that gives way frees one.
                connections.shed();
                tokio::time::sleep(Duration::from_millis(10)).await;
                continue;
            }
        };
        // When all others are being answered, the new one is closed at once.
        let Some(place) = connections.admit() else {
            continue;
        };
        let _ = stream.set_nodelay(true);
        let (answers, own) = (
            TowerToHyperService::new(router.clone()),
            Arc::clone(&place.connection),
        );
        let service = service_fn(move |mut request: hyper::Request<Incoming>| {
            request.extensions_mut().insert(Arc::clone(&own));
            answers.call(request)
        });
        let connection =
            graceful.watch(http.serve_connection(TokioIo::new(Timed::new(stream, WRITE)), service));
        let number = place.number;
        let served = tokio::spawn(async move {
            // Clients come and go; a broken connection is no news.
            let _ = connection.await;
            drop(place);
        });
        connections.closes(number, served.abort_handle());
        // A client that has sent its request already shows its key before the next one comes.
        tokio::task::yield_now().await;
    }
    let _ = tokio::time::timeout(FAREWELL, graceful.shutdown()).await;
    Ok(())
}
