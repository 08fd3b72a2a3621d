//! Completes a write even if its client disconnects. Then the rest of the write continues in a separate task. It does
//! not start in one, because handing each write to another thread and back costs a tenth of its time.

use std::{
    pin::Pin,
    task::{Context, Poll},
};

use tokio::runtime::Handle;
use tracing::{Instrument, Span};

type Work<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// Work that is completed even if this value is dropped early.
pub struct Detached<T: Send + 'static> {
    /// Present until the work is completed or has panicked.
    work: Option<Work<T>>,
    span: Span,
}

impl<T: Send + 'static> Detached<T> {
    /// Runs the work in the current span, also after it has moved to a separate task.
    pub fn new(work: impl Future<Output = T> + Send + 'static) -> Self {
        Self { work: Some(Box::pin(work)), span: Span::current() }
    }
}

impl<T: Send + 'static> Future for Detached<T> {
    type Output = T;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<T> {
        // Removed first, so that work that panicked is not polled again.
        let Some(mut work) = self.work.take() else { return Poll::Pending };
        let polled = work.as_mut().poll(context);
        if polled.is_pending() {
            self.work = Some(work);
        }
        polled
    }
}

impl<T: Send + 'static> Drop for Detached<T> {
    fn drop(&mut self) {
        if let (Some(work), Ok(runtime)) = (self.work.take(), Handle::try_current()) {
            drop(runtime.spawn(work.instrument(self.span.clone())));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        future::poll_fn,
        panic::AssertUnwindSafe,
        sync::{
            Arc,
            atomic::{AtomicU32, Ordering},
        },
    };

    use futures_util::FutureExt;
    use tokio::sync::oneshot;

    use super::*;

    /// Work that waits for a signal, and sends a signal when it is done.
    fn work() -> (Detached<()>, oneshot::Sender<()>, oneshot::Receiver<()>) {
        let (sender, receiver) = oneshot::channel();
        let (done, is_done) = oneshot::channel();
        let work = Detached::new(async {
            receiver.await.unwrap();
            done.send(()).unwrap();
        });
        (work, sender, is_done)
    }

    #[tokio::test]
    async fn detached_work_completes_when_the_caller_is_gone() {
        let (kept, sender, is_done) = work();
        sender.send(()).unwrap();
        kept.await;
        is_done.await.unwrap();

        let (mut dropped, sender, is_done) = work();
        assert!((&mut dropped).now_or_never().is_none());
        drop(dropped);
        sender.send(()).unwrap();
        is_done.await.unwrap();
    }

    #[tokio::test]
    async fn work_that_panicked_is_not_polled_again() {
        let polls = Arc::new(AtomicU32::new(0));
        let count = Arc::clone(&polls);
        let mut work = Detached::<()>::new(poll_fn(move |_| {
            count.fetch_add(1, Ordering::Relaxed);
            panic!("in the middle")
        }));
        assert!(AssertUnwindSafe(&mut work).catch_unwind().await.is_err());
        drop(work);
        tokio::task::yield_now().await;
        assert_eq!(polls.load(Ordering::Relaxed), 1);
    }
}
