//! Limits how slow a client may be. hyper's timeout for a request's head includes the pause between two requests, and
//! hyper has no timeout for a client that does not read its response. So both are measured here, at the socket.

use std::{
    future::Future,
    io,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
    time::{Instant, Sleep, sleep_until},
};
use tower_http::metrics::in_flight_requests::InFlightRequestsCounter;

/// The timeouts of a connection.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// The time from the first byte of a request's head to its last; for a new connection, from its start.
    pub head: Duration,
    /// The time between two requests. It is longer than the proxies before the server keep a connection (usually 60
    /// seconds), so that they close it first. So the server never closes a connection just as a request arrives.
    pub idle: Duration,
    /// How long a response may wait while its client reads nothing.
    pub stalled: Duration,
    /// A client that reads more slowly than this for a long time counts as stalled.
    pub bytes_a_second: u32,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            head: Duration::from_secs(10),
            idle: Duration::from_secs(75),
            stalled: Duration::from_secs(30),
            bytes_a_second: 4_096,
        }
    }
}

/// A connection that can be aborted, with its unsent bytes discarded.
pub trait Abort {
    fn abort(&self);
}

impl Abort for TcpStream {
    fn abort(&self) {
        // After an ordinary close, the system would keep the unsent bytes for as long as the client likes.
        let _ = self.set_zero_linger();
    }
}

/// A deadline whose time may change.
#[derive(Default)]
struct Deadline(Option<Pin<Box<Sleep>>>);

impl Deadline {
    fn has_passed(&mut self, at: Instant, context: &mut Context<'_>) -> bool {
        let sleep = self.0.get_or_insert_with(|| Box::pin(sleep_until(at)));
        if sleep.deadline() != at {
            sleep.as_mut().reset(at);
        }
        sleep.as_mut().poll(context).is_ready()
    }
}

/// Tracks how fast a response is read. Each sent byte extends the deadline.
#[derive(Debug, Default)]
struct Progress {
    /// The deadline for the response's next bytes.
    due: Option<Instant>,
}

impl Progress {
    /// A request begins, so its response has its full time.
    fn begin(&mut self) {
        self.due = None;
    }

    /// The deadline while the client reads nothing. It starts when the client first reads nothing.
    fn waits(&mut self, now: Instant, pace: Pace) -> Instant {
        *self.due.get_or_insert(now + pace.stalled)
    }

    /// Bytes were sent: extends the deadline, but never beyond a full period.
    fn moved(&mut self, bytes: usize, now: Instant, pace: Pace) {
        if let Some(due) = &mut self.due {
            let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
            *due = (*due + Duration::from_secs(1) * bytes / pace.bytes_a_second.max(1)).min(now + pace.stalled);
        }
    }
}

/// A connection that is closed when its client is too slow.
pub struct Paced<S> {
    stream: S,
    pace: Pace,
    /// One while a request is served: from the end of its head until its response was sent.
    in_flight: InFlightRequestsCounter,
    /// The deadline for the last byte of a head. `None` between two requests, and while one is served.
    head: Option<Instant>,
    progress: Progress,
    head_due: Deadline,
    answer_due: Deadline,
}

impl<S> Paced<S> {
    pub fn new(stream: S, pace: Pace, in_flight: InFlightRequestsCounter) -> Self {
        let head = Some(Instant::now() + pace.head);
        let (progress, head_due, answer_due) = Default::default();
        Self { stream, pace, in_flight, head, progress, head_due, answer_due }
    }
}

impl<S: Abort> Paced<S> {
    fn too_slow<T>(&self) -> Poll<io::Result<T>> {
        self.stream.abort();
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }

    fn written(&mut self, written: Poll<io::Result<usize>>, context: &mut Context<'_>) -> Poll<io::Result<usize>> {
        match &written {
            Poll::Ready(Ok(bytes)) if self.progress.due.is_some() => {
                self.progress.moved(*bytes, Instant::now(), self.pace);
            }
            Poll::Ready(_) => {}
            Poll::Pending => {
                let due = self.progress.waits(Instant::now(), self.pace);
                if self.answer_due.has_passed(due, context) {
                    return self.too_slow();
                }
            }
        }
        written
    }
}

impl<S: AsyncRead + Abort + Unpin> AsyncRead for Paced<S> {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let before = buffer.filled().len();
        let read = Pin::new(&mut this.stream).poll_read(context, buffer);
        if this.in_flight.get() > 0 {
            this.head = None;
        } else if this.head.is_none() && buffer.filled().len() > before {
            this.head = Some(Instant::now() + this.pace.head);
            this.progress.begin();
        }
        if read.is_pending()
            && let Some(due) = this.head
            && this.head_due.has_passed(due, context)
        {
            return this.too_slow();
        }
        read
    }
}

impl<S: AsyncWrite + Abort + Unpin> AsyncWrite for Paced<S> {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = Pin::new(&mut this.stream).poll_write(context, bytes);
        this.written(written, context)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = Pin::new(&mut this.stream).poll_write_vectored(context, bytes);
        this.written(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_response_read_at_a_fair_pace_is_never_cut_off_and_a_trickle_is() {
        let pace = Pace::default();
        let begun = Instant::now();
        for (bytes_a_second, is_late) in [(0, true), (1, true), (1_000, true), (4_096, false), (100_000, false)] {
            let mut progress = Progress::default();
            progress.waits(begun, pace);
            let late = (1..=3_600).find(|second| {
                let now = begun + Duration::from_secs(*second);
                if progress.waits(now, pace) <= now {
                    return true;
                }
                progress.moved(bytes_a_second, now, pace);
                false
            });
            assert_eq!(late.is_some(), is_late, "{bytes_a_second} bytes a second");
            assert!(late.is_none_or(|second| second <= 41), "{bytes_a_second} bytes a second: {late:?}");
        }
    }

    #[test]
    fn each_response_starts_with_its_full_time() {
        let pace = Pace::default();
        let begun = Instant::now();
        let mut progress = Progress::default();
        let first = progress.waits(begun, pace);
        let later = begun + Duration::from_mins(10);
        assert_eq!(progress.waits(later, pace), first);
        progress.begin();
        assert_eq!(progress.waits(later, pace), later + pace.stalled);
    }
}
