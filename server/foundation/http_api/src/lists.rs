//! Long lists. Reading, decoding and serializing a thousand rows occupies a processor for milliseconds without a
//! break. So one client with many connections would make everybody wait for a thread. Therefore long lists have
//! separate threads, and each clinic reads as many lists at once as there are processors, because Postgres takes half
//! of the time of each. Other lists wait in a queue, before they hold any resource. Which calls return lists is a column
//! of `permissions.csv` ([`ListLength`]).

use std::{
    collections::HashMap,
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
use uuid::Uuid;

use base::{
    error::Error,
    permission::{ListLength, Row},
};

/// How long a list waits in its clinic's queue.
const PATIENCE: Duration = Duration::from_secs(10);

/// A page of at most this many rows is not a long list.
const SHORT: u64 = 100;

/// How many clinics' quotas are kept before unused ones are dropped.
const QUOTAS_KEPT: usize = 256;

/// The number of lists of one clinic that are read at once.
fn processors() -> usize {
    available_parallelism().map_or(1, usize::from)
}

/// The threads on which lists are read. They end when this is dropped.
pub struct ListThreads(Option<Runtime>);

impl ListThreads {
    /// Starts twice as many threads as a clinic's quota. A clinic that uses its whole quota leaves as many to the others.
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
        // Not awaited, because this may be dropped on a thread that must not block.
        if let Some(threads) = self.0.take() {
            threads.shutdown_background();
        }
    }
}

/// Whether this call may return a long list for this query.
pub fn is_long(call: &Row, query: Option<&str>) -> bool {
    match call.list {
        None => false,
        Some(ListLength::Long) => true,
        Some(ListLength::Page) => {
            let limit = query.unwrap_or_default().split('&').find_map(|part| part.strip_prefix("limit="));
            limit.and_then(|limit| limit.parse::<u64>().ok()).is_none_or(|limit| limit > SHORT)
        }
    }
}

/// The queues and the threads for reading long lists.
pub struct Lists {
    quota: usize,
    quotas: Mutex<HashMap<Uuid, Arc<Semaphore>>>,
    /// If `None`, lists are read on the request's thread.
    threads: Option<Handle>,
}

impl Lists {
    pub fn new(threads: Option<Handle>) -> Self {
        Self { quota: processors(), quotas: Mutex::default(), threads }
    }

    /// Answers when the clinic's quota allows it.
    pub async fn answer(&self, clinic: Uuid, answering: impl Future<Output = Response> + Send + 'static) -> Response {
        let Ok(Ok(permit)) = timeout(PATIENCE, self.quota_of(clinic).acquire_owned()).await else {
            return Error::Unavailable.into_response();
        };
        // The permit is released when the work has ended, which may be after the client has disconnected.
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
            // A request that holds a permit, or waits for one, also holds the quota's semaphore.
            quotas.retain(|_, quota| Arc::strong_count(quota) > 1);
        }
        Arc::clone(quotas.entry(clinic).or_insert_with(|| Arc::new(Semaphore::new(self.quota))))
    }
}

/// A list that is read on another thread. Dropping it cancels the reading.
struct ListRead(JoinHandle<Response>);

impl Drop for ListRead {
    fn drop(&mut self) {
        self.0.abort();
    }
}

#[cfg(test)]
mod tests {
    use std::{future::pending, thread};

    use axum::{body::to_bytes, http::Method};
    use futures_util::{FutureExt, poll};
    use tokio::sync::oneshot;
    use utoipa::openapi::{OpenApi, PathItem, RefOr, Schema};

    use super::{super::gate::DESCRIPTION, *};
    use base::permission::MATRIX;

    const NOISY: Uuid = Uuid::from_u128(1);
    const QUIET: Uuid = Uuid::from_u128(2);

    fn is_long(path: &str, query: Option<&str>) -> bool {
        MATRIX.row(&Method::GET, path).is_some_and(|call| super::is_long(call, query))
    }

    #[test]
    fn every_call_that_returns_many_rows_is_a_list() {
        for path in ["/api/patients", "/api/treatments", "/api/consents", "/api/audit", "/api/audit/export"] {
            assert!(is_long(path, None), "{path}");
        }
        for path in ["/api/patients/{id}", "/api/auth/session", "/api/gfe/{patientId}", "/"] {
            assert!(!is_long(path, None), "{path}");
        }
        assert!(is_long("/api/patients", Some("search=limit=5")));
        assert!(is_long("/api/patients", Some("limit=1000&after=7")));
        assert!(!is_long("/api/patients", Some("search=a&limit=50")));
    }

    #[test]
    fn an_unknown_limit_parameter_does_not_make_a_list_short() {
        for path in [
            "/api/treatments/pending",
            "/api/treatments",
            "/api/consents",
            "/api/subscriptions",
            "/api/audit/export",
            "/api/gfe/templates",
        ] {
            assert!(is_long(path, Some("limit=1")), "{path}");
        }
        for path in ["/api/patients", "/api/loyalty/balances", "/api/audit", "/api/appointments"] {
            assert!(!is_long(path, Some("limit=1")), "{path}");
        }
    }

    /// Lists with pictures in their rows: a hundred rows are a megabyte.
    const WITH_PICTURES: [&str; 2] = ["/api/treatments", "/api/subscriptions"];

    /// What the document says about a call: whether it returns an array or a table, and whether it takes a `limit`.
    fn described(call: &PathItem) -> (bool, bool) {
        let Some(read) = &call.get else { return (false, false) };
        let returns_a_list = read.responses.responses.values().any(|answer| {
            let RefOr::T(answer) = answer else { return false };
            answer.content.iter().any(|(kind, content)| {
                let RefOr::T(content) = content else { return false };
                kind == "text/csv" || matches!(content.schema, Some(RefOr::T(Schema::Array(_))))
            })
        });
        let mut parameters = read.parameters.iter().flatten();
        let takes_limit = parameters.any(|parameter| matches!(parameter, RefOr::T(known) if known.name == "limit"));
        (returns_a_list, takes_limit)
    }

    #[test]
    fn the_matrix_names_every_list_of_the_document_and_whether_a_limit_bounds_it() {
        let document: OpenApi = serde_json::from_str(include_str!("../../../openapi.json")).unwrap();
        for call in MATRIX.rows.iter().filter(|row| row.path != DESCRIPTION) {
            let (returns_a_list, takes_limit) = described(&document.paths.paths[&call.path]);
            let expected = match (call.method == Method::GET && returns_a_list, takes_limit) {
                (false, _) => None,
                (true, true) if !WITH_PICTURES.contains(&call.path.as_str()) => Some(ListLength::Page),
                (true, _) => Some(ListLength::Long),
            };
            assert_eq!(call.list, expected, "the column `list` of {} {}", call.method, call.path);
        }
    }

    #[tokio::test]
    async fn a_clinic_beyond_its_quota_waits_and_another_does_not() {
        let lists = Lists::new(None);
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
        let lists = Lists::new(threads.handle());
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
        let lists = Lists::new(threads.handle());
        let answer =
            std::panic::AssertUnwindSafe(lists.answer(NOISY, async { panic!("planted") })).catch_unwind().await;
        assert!(answer.is_err());
        assert_eq!(lists.answer(NOISY, async { "here".into_response() }).await.status(), 200);
    }
}
