//! Limits how slow a client may be. hyper has a timeout for a request's head, which also counts the pause
//! between two requests, and none for a client that does not read its response. So both are measured here, at
//! the socket.

use std::{
    future::Future,
    io,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    task::{Context, Poll},
    time::Duration,
};

use axum::body::Bytes;
use hyper::body::{Body, Frame, SizeHint};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
    time::{Instant, Sleep, sleep_until},
};

/// The timeouts of a connection.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// From the first byte of a request's head to its last; for a new connection, from its start.
    pub head: Duration,
    /// Between two requests: longer than the proxies before the server keep a connection (60 seconds are
    /// usual), so that they close it first, and the server never closes it just as a request arrives.
    pub idle: Duration,
    /// How long a response may wait for a client that reads nothing of it.
    pub stalled: Duration,
    /// A client that reads more slowly than this for long counts as stalled.
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

/// How many requests of a connection have begun and ended: odd while one is served.
#[derive(Debug, Clone, Default)]
pub struct RequestCounter(Arc<AtomicU64>);

impl RequestCounter {
    /// A request's head was read. The request is being served until the returned value is dropped.
    pub fn begin(&self) -> ServingGuard {
        self.0.fetch_add(1, Ordering::Relaxed);
        ServingGuard(self.clone())
    }

    fn count(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A request that is being served.
#[derive(Debug)]
pub struct ServingGuard(RequestCounter);

impl ServingGuard {
    /// A response body that ends the serving when it was sent.
    pub fn until_sent<B>(self, body: B) -> Sent<B> {
        Sent { body, _serving: self }
    }
}

impl Drop for ServingGuard {
    fn drop(&mut self) {
        self.0.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// See [`ServingGuard::until_sent`].
pub struct Sent<B> {
    body: B,
    _serving: ServingGuard,
}

impl<B: Body<Data = Bytes> + Unpin> Body for Sent<B> {
    type Data = Bytes;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
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

/// A deadline.
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

/// Tracks how fast a response is read: each byte that is sent extends the deadline.
#[derive(Debug, Default)]
struct Progress {
    /// The request that is answered, and its deadline for the next bytes.
    due: Option<(u64, Instant)>,
}

impl Progress {
    /// The deadline while the client reads nothing. It starts when the client first reads nothing.
    fn waits(&mut self, request: u64, now: Instant, pace: Pace) -> Instant {
        match self.due {
            Some((of, due)) if of == request => due,
            _ => self.due.insert((request, now + pace.stalled)).1,
        }
    }

    /// Bytes were sent: extends the deadline, but never beyond a full period.
    fn moved(&mut self, bytes: usize, now: Instant, pace: Pace) {
        if let Some((_, due)) = &mut self.due {
            let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
            *due = (*due + Duration::from_secs(1) * bytes / pace.bytes_a_second.max(1)).min(now + pace.stalled);
        }
    }
}

/// A connection that is closed when its client is too slow.
pub struct Paced<S> {
    stream: S,
    pace: Pace,
    served: RequestCounter,
    /// How many requests had begun and ended when the first byte of a head came, and when its last is due.
    head: Option<(u64, Instant)>,
    progress: Progress,
    head_due: Deadline,
    answer_due: Deadline,
}

impl<S> Paced<S> {
    pub fn new(stream: S, pace: Pace, served: RequestCounter) -> Self {
        let head = Some((served.count(), Instant::now() + pace.head));
        let (progress, head_due, answer_due) = Default::default();
        Self { stream, pace, served, head, progress, head_due, answer_due }
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
                let due = self.progress.waits(self.served.count(), Instant::now(), self.pace);
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
        let count = this.served.count();
        let begun = this.head.filter(|(of, _)| *of == count);
        if read.is_pending()
            && let Some((_, due)) = begun
            && this.head_due.has_passed(due, context)
        {
            return this.too_slow();
        }
        let is_served = count % 2 == 1;
        if begun.is_none() && !is_served && buffer.filled().len() > before {
            this.head = Some((count, Instant::now() + this.pace.head));
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
            progress.waits(1, begun, pace);
            let late = (1..=3_600).find(|second| {
                let now = begun + Duration::from_secs(*second);
                if progress.waits(1, now, pace) <= now {
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
        let first = progress.waits(1, begun, pace);
        let later = begun + Duration::from_mins(10);
        assert_eq!(progress.waits(1, later, pace), first);
        assert_eq!(progress.waits(3, later, pace), later + pace.stalled);
    }
}
