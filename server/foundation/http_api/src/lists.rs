//! Long lists. Reading, decoding and serialising a thousand rows keeps a processor busy for milliseconds in one
//! piece: one client with many connections would make everybody wait for a thread. So long lists have threads
//! of their own, and a clinic reads as many of them at once as there are processors: half of the time of each is
//! Postgres'. Others wait in a queue, before they hold anything.

use std::{
    collections::{BTreeMap, HashMap},
    panic::resume_unwind,
    sync::{Arc, Mutex, PoisonError},
    thread::available_parallelism,
    time::Duration,
};

use axum::response::{IntoResponse, Response};
use tokio::{
    runtime::{Builder, Handle, Runtime},
    sync::Semaphore,
    task::JoinHandle,
    time::timeout,
};
use tracing::Instrument;
use utoipa::openapi::{OpenApi, PathItem, RefOr, Schema};
use uuid::Uuid;

use crate::foundation::error::Error;

/// How long a list waits in its clinic's queue.
const PATIENCE: Duration = Duration::from_secs(10);

/// A page of at most this many rows is not a long list.
const SHORT: u64 = 100;

/// Lists whose rows hold pictures: a hundred of them are a megabyte.
const WITH_PICTURES: [&str; 2] = ["/api/treatments", "/api/subscriptions"];

/// How many clinics' quotas are kept before unused ones are dropped.
const QUOTAS_KEPT: usize = 256;

/// How many lists of one clinic are read at once.
fn processors() -> usize {
    available_parallelism().map_or(1, usize::from)
}

/// The threads on which lists are read. They end when this is dropped.
pub struct ListThreads(Option<Runtime>);

impl ListThreads {
    /// Twice a clinic's quota: a clinic that uses all of its own leaves as many to the others.
    ///
    /// # Errors
    /// When no threads can be started.
    pub fn start() -> std::io::Result<Self> {
        let threads =
            Builder::new_multi_thread().worker_threads(2 * processors()).thread_name("lists").enable_all().build();
        threads.map(|threads| Self(Some(threads)))
    }

    pub fn handle(&self) -> Option<Handle> {
        self.0.as_ref().map(|threads| threads.handle().clone())
    }
}

impl Drop for ListThreads {
    fn drop(&mut self) {
        // Not awaited: this may be dropped on a thread that must not block.
        if let Some(threads) = self.0.take() {
            threads.shutdown_background();
        }
    }
}

/// Which calls return lists, and the queues and threads on which they are read.
pub struct Lists {
    /// Each with whether `limit` bounds it.
    routes: BTreeMap<String, bool>,
    quota: usize,
    quotas: Mutex<HashMap<Uuid, Arc<Semaphore>>>,
    /// None: lists are read on the request's thread.
    threads: Option<Handle>,
}

impl Lists {
    /// The calls of this document that return an array or a table.
    pub fn from_document(document: &OpenApi, threads: Option<Handle>) -> Self {
        let lists = document.paths.paths.iter().filter(|(_, item)| {
            let answers = item.get.iter().flat_map(|operation| operation.responses.responses.values());
            answers.into_iter().any(|answer| {
                let RefOr::T(answer) = answer else { return false };
                answer.content.iter().any(|(kind, content)| {
                    let RefOr::T(content) = content else { return false };
                    kind == "text/csv" || matches!(content.schema, Some(RefOr::T(Schema::Array(_))))
                })
            })
        });
        let bounded = |(route, item): (&String, &PathItem)| {
            let parameters = item.get.iter().flat_map(|operation| operation.parameters.iter().flatten());
            let takes_limit =
                parameters.into_iter().any(|parameter| matches!(parameter, RefOr::T(known) if known.name == "limit"));
            (route.clone(), takes_limit && !WITH_PICTURES.contains(&route.as_str()))
        };
        let routes = lists.map(bounded).collect();
        Self { routes, quota: processors(), quotas: Mutex::default(), threads }
    }

    /// Whether a read of this route with this query may be long.
    pub fn is_long(&self, route: &str, query: Option<&str>) -> bool {
        let limit = query.unwrap_or_default().split('&').find_map(|part| part.strip_prefix("limit="));
        let limit = limit.and_then(|limit| limit.parse::<u64>().ok());
        // A call without a limit returns all of its rows, whatever the query says.
        self.routes.get(route).is_some_and(|is_bounded| !is_bounded || limit.is_none_or(|limit| limit > SHORT))
    }

    /// Answers when the clinic's quota allows it.
    pub async fn answer(&self, clinic: Uuid, answering: impl Future<Output = Response> + Send + 'static) -> Response {
        let Ok(Ok(permit)) = timeout(PATIENCE, self.quota_of(clinic).acquire_owned()).await else {
            return Error::Unavailable.into_response();
        };
        // The permit is released when the work has really ended, which may be later than the client's
        // disconnecting.
        let answering = async move {
            let answer = answering.await;
            drop(permit);
            answer
        };
        let Some(threads) = &self.threads else { return answering.await };
        let mut reading = ListRead(threads.spawn(answering.in_current_span()));
        match (&mut reading.0).await {
            Ok(answer) => answer,
            Err(error) => match error.try_into_panic() {
                Ok(panic) => resume_unwind(panic),
                Err(_) => Error::Unavailable.into_response(),
            },
        }
    }

    fn quota_of(&self, clinic: Uuid) -> Arc<Semaphore> {
        let mut quotas = self.quotas.lock().unwrap_or_else(PoisonError::into_inner);
        if quotas.len() >= QUOTAS_KEPT && !quotas.contains_key(&clinic) {
            // A request that holds or awaits a permit holds its semaphore too.
            quotas.retain(|_, quota| Arc::strong_count(quota) > 1);
        }
        Arc::clone(quotas.entry(clinic).or_insert_with(|| Arc::new(Semaphore::new(self.quota))))
    }
}

/// A list that is read on another thread; dropped, it is cancelled.
struct ListRead(JoinHandle<Response>);

impl Drop for ListRead {
    fn drop(&mut self) {
        self.0.abort();
    }
}

#[cfg(test)]
mod tests {
    use std::{future::pending, thread};

    use axum::body::to_bytes;
    use futures_util::{FutureExt, poll};
    use tokio::sync::oneshot;

    use super::*;

    const NOISY: Uuid = Uuid::from_u128(1);
    const QUIET: Uuid = Uuid::from_u128(2);

    fn lists(threads: Option<Handle>) -> Lists {
        Lists::from_document(&crate::app::document(), threads)
    }

    #[test]
    fn every_call_that_returns_many_rows_is_a_list() {
        let lists = lists(None);
        for route in ["/api/patients", "/api/treatments", "/api/consents", "/api/audit", "/api/audit/export"] {
            assert!(lists.is_long(route, None), "{route}");
        }
        for route in ["/api/patients/{id}", "/api/auth/session", "/api/gfe/{patientId}", "/"] {
            assert!(!lists.is_long(route, None), "{route}");
        }
        assert!(lists.is_long("/api/patients", Some("search=limit=5")));
        assert!(lists.is_long("/api/patients", Some("limit=1000&after=7")));
        assert!(!lists.is_long("/api/patients", Some("search=a&limit=50")));
    }

    #[test]
    fn an_unknown_limit_parameter_does_not_make_a_list_short() {
        let lists = lists(None);
        for route in [
            "/api/treatments/pending",
            "/api/treatments",
            "/api/consents",
            "/api/subscriptions",
            "/api/audit/export",
            "/api/gfe/templates",
        ] {
            assert!(lists.is_long(route, Some("limit=1")), "{route}");
        }
        for route in ["/api/patients", "/api/loyalty/balances", "/api/audit", "/api/appointments"] {
            assert!(!lists.is_long(route, Some("limit=1")), "{route}");
        }
        let all: Vec<_> = lists.routes.keys().collect();
        assert!(WITH_PICTURES.iter().all(|route| all.contains(&&(*route).to_owned())), "{all:?}");
    }

    #[tokio::test]
    async fn a_clinic_beyond_its_quota_waits_and_another_does_not() {
        let lists = lists(None);
        let mut noise: Vec<_> = (0..lists.quota).map(|_| Box::pin(lists.answer(NOISY, pending()))).collect();
        for one in &mut noise {
            assert!(poll!(one).is_pending());
        }
        let mut next = Box::pin(lists.answer(NOISY, async { "next".into_response() }));
        assert!(poll!(&mut next).is_pending(), "it has its quota already");
        assert!(lists.answer(QUIET, async { "here".into_response() }).now_or_never().is_some());
        // A client that disconnects releases its permit.
        noise.clear();
        assert_eq!(next.await.status(), 200);
    }

    #[tokio::test]
    async fn long_lists_are_read_on_their_own_threads_until_the_caller_leaves() {
        let threads = ListThreads::start().unwrap();
        let lists = lists(threads.handle());
        let named = async { thread::current().name().unwrap_or_default().to_owned().into_response() };
        let answer = lists.answer(NOISY, named).await;
        assert_eq!(to_bytes(answer.into_body(), 100).await.unwrap(), "lists");

        let (sender, begun) = oneshot::channel();
        let (kept, dropped) = oneshot::channel::<()>();
        let mut endless = Box::pin(lists.answer(NOISY, async move {
            let _kept = kept;
            sender.send(()).unwrap();
            pending().await
        }));
        assert!(poll!(&mut endless).is_pending());
        begun.await.unwrap();
        drop(endless);
        assert!(dropped.await.is_err(), "it is given up");
    }

    #[tokio::test]
    async fn a_panic_is_returned_to_the_caller() {
        let threads = ListThreads::start().unwrap();
        let lists = lists(threads.handle());
        let answer =
            std::panic::AssertUnwindSafe(lists.answer(NOISY, async { panic!("planted") })).catch_unwind().await;
        assert!(answer.is_err());
        assert_eq!(lists.answer(NOISY, async { "here".into_response() }).await.status(), 200);
    }
}
