//! The connections that are open, and which of them gives way to a new one.
//!
//! A client that sends half a request, or that never reads its answer, takes a place that others
//! need. It cannot be told from one that is just slow, so nobody is judged: when places are short,
//! the connection that has waited longest for its client gives way, those first that have not shown
//! the key. A connection whose request is being answered is never closed.

use std::collections::BTreeMap;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::task::AbortHandle;
use tokio::time::Sleep;

/// Connections at a time. Browsers open six; each client of the interface one.
pub(crate) const MOST: usize = 512;

/// Connections at a time that have not shown the key. All of them come from this machine, so an
/// address would tell nothing about who is behind them; the key does.
pub(crate) const MOST_WITHOUT_KEY: usize = 256;

/// The time that a client may leave an answer unread. A system lets a server go on only when a good
/// part of what it has sent is read, so slow readers need some of it.
pub(crate) const WRITE: Duration = Duration::from_secs(30);

/// One connection, as requests see it.
pub(crate) struct Connection {
    state: Mutex<State>,
}

#[derive(Clone, Copy)]
struct State {
    /// Since when it waits for its client: since it was opened, or since the last answer was ready.
    since: Instant,
    is_answering: bool,
    has_key: bool,
}

impl Connection {
    fn new() -> Self {
        Connection {
            state: Mutex::new(State {
                since: Instant::now(),
                is_answering: false,
                has_key: false,
            }),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The client has shown the key.
    pub(crate) fn set_has_key(&self) {
        self.state().has_key = true;
    }

    /// A request has arrived as a whole.
    pub(crate) fn begin_answer(&self) {
        self.state().is_answering = true;
    }

    /// Its answer is ready.
    pub(crate) fn end_answer(&self) {
        let mut state = self.state();
        (state.is_answering, state.since) = (false, Instant::now());
    }
}

/// All connections that are open.
#[derive(Default)]
pub(crate) struct Connections {
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    next: u64,
    by_number: BTreeMap<u64, (Arc<Connection>, Option<AbortHandle>)>,
}

impl Connections {
    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes room for one more connection; none when all are being answered.
    pub(crate) fn admit(self: &Arc<Self>) -> Option<Place> {
        let mut open = self.open();
        let without_key = open
            .by_number
            .values()
            .filter(|(connection, _)| !connection.state().has_key)
            .count();
        if (without_key >= MOST_WITHOUT_KEY || open.by_number.len() >= MOST) && !open.shed() {
            return None;
        }
        let (number, connection) = (open.next, Arc::new(Connection::new()));
        open.next += 1;
        open.by_number
            .insert(number, (Arc::clone(&connection), None));
        Some(Place {
            all: Arc::clone(self),
            number,
            connection,
        })
    }

    /// Closes the connection that gives way, if there is one.
    pub(crate) fn shed(&self) {
        self.open().shed();
    }

    /// Says how a connection is closed.
    pub(crate) fn closes(&self, number: u64, handle: AbortHandle) {
        if let Some(entry) = self.open().by_number.get_mut(&number) {
            entry.1 = Some(handle);
        }
    }
}

impl Open {
    fn shed(&mut self) -> bool {
        let waiting = self
            .by_number
            .iter()
            .map(|(number, (connection, _))| (*number, *connection.state()));
        let waiting = waiting.filter(|(_, state)| !state.is_answering);
        let Some((number, _)) =
            waiting.min_by_key(|(number, state)| (state.has_key, state.since, *number))
        else {
            return false;
        };
        if let Some((_, Some(handle))) = self.by_number.remove(&number) {
            handle.abort();
        }
        true
    }
}

/// The place of a connection among all, given back when it is dropped.
pub(crate) struct Place {
    all: Arc<Connections>,
    pub(crate) number: u64,
    pub(crate) connection: Arc<Connection>,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.all.open().by_number.remove(&self.number);
    }
}

/// A stream that fails when its client reads nothing for too long.
pub(crate) struct Timed {
    stream: TcpStream,
    /// The longest time without a read.
    patience: Duration,
    /// Runs while something waits to be written.
    waiting: Option<Pin<Box<Sleep>>>,
}

impl Timed {
    pub(crate) fn new(stream: TcpStream, patience: Duration) -> Self {
        Timed {
            stream,
            patience,
            waiting: None,
        }
    }

    fn in_time<T>(
        &mut self,
        written: Poll<io::Result<T>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.waiting = None;
            return written;
        }
        let waiting = self
            .waiting
            .get_or_insert_with(|| Box::pin(tokio::time::sleep(self.patience)));
        waiting
            .as_mut()
            .poll(context)
            .map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Timed {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Timed {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.in_time(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.in_time(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Connections without anything behind them.
    fn admitted(connections: &Arc<Connections>, count: usize) -> Vec<Place> {
        (0..count)
            .map(|_| connections.admit().expect("there is room"))
            .collect()
    }

    fn is_open(place: &Place) -> bool {
        place.all.open().by_number.contains_key(&place.number)
    }

    #[test]
    fn who_waits_longest_gives_way_and_those_without_the_key_first() {
        let connections = Arc::new(Connections::default());
        let with_key = admitted(&connections, 3);
        with_key
            .iter()
            .for_each(|place| place.connection.set_has_key());
        let without = admitted(&connections, MOST_WITHOUT_KEY);
        assert!(with_key.iter().chain(&without).all(is_open));
        let newest = connections.admit().expect("one gives way");
        assert!(
            !is_open(&without[0])
                && without[1..].iter().chain(&with_key).all(is_open)
                && is_open(&newest)
        );
        // A request that came in between makes the next one wait longer.
        without[1].connection.begin_answer();
        let _one_more = connections.admit().expect("one gives way");
        assert!(is_open(&without[1]) && !is_open(&without[2]));
        without[1].connection.end_answer();
        let _one_more = connections.admit().expect("one gives way");
        assert!(is_open(&without[1]) && !is_open(&without[3]));
    }

    async fn write_all(timed: &mut Timed, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            let written =
                std::future::poll_fn(|context| Pin::new(&mut *timed).poll_write(context, bytes))
                    .await?;
            bytes = &bytes[written..];
        }
        Ok(())
    }

    /// Whoever reads is not cut off; whoever does not read is.
    #[test]
    fn an_answer_that_nobody_reads_fails_in_the_end() {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        let sent = |reads: bool| {
            runtime.block_on(async {
                let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
                let client = TcpStream::connect(listener.local_addr().unwrap())
                    .await
                    .unwrap();
                let mut timed = Timed::new(
                    listener.accept().await.unwrap().0,
                    Duration::from_millis(300),
                );
                let reader = async {
                    let mut buffer = vec![0; 1 << 20];
                    loop {
                        tokio::time::sleep(Duration::from_millis(5)).await;
                        if reads && client.try_read(&mut buffer).is_ok_and(|n| n == 0) {
                            break;
                        }
                    }
                };
                let answer = vec![7; 40 << 20];
                tokio::select! {
                    written = write_all(&mut timed, &answer) => written,
                    () = reader => panic!("nobody closes the connection"),
                }
            })
        };
        assert_eq!(sent(false).unwrap_err().kind(), io::ErrorKind::TimedOut);
        sent(true).unwrap();
    }

    #[test]
    fn those_with_the_key_give_way_among_each_other_and_never_while_they_are_answered() {
        let connections = Arc::new(Connections::default());
        let places = admitted(&connections, 1);
        places[0].connection.set_has_key();
        let mut others = Vec::new();
        while connections.open().by_number.len() < MOST {
            others.extend(admitted(&connections, 1));
            others.last().unwrap().connection.set_has_key();
        }
        let _new = connections.admit().expect("the first gives way");
        assert!(!is_open(&places[0]) && others.iter().all(is_open));
        others
            .iter()
            .for_each(|place| place.connection.begin_answer());
        _new.connection.begin_answer();
        assert!(connections.admit().is_none(), "all are being answered");
        drop(others.pop());
        assert!(connections.admit().is_some());
    }
}
