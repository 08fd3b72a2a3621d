//! The client that sends to the collector. It uses hyper, like the server's other clients.

use std::{io, time::Duration};

use async_trait::async_trait;
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response, hyper::HyperClient};
use tokio::runtime::{Builder, Runtime};

/// Sends in a separate thread, so that the measuring code does not wait for it. The exporters block until they are
/// answered, also when the process ends.
#[derive(Debug)]
pub(super) struct Sender {
    client: HyperClient,
    /// Present until this is dropped.
    thread: Option<Runtime>,
}

impl Sender {
    pub fn new(patience: Duration) -> io::Result<Self> {
        let thread = Builder::new_multi_thread().worker_threads(1).thread_name("telemetry").enable_all().build()?;
        Ok(Self { client: HyperClient::with_default_connector(patience, None), thread: Some(thread) })
    }
}

#[async_trait]
impl HttpClient for Sender {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let client = self.client.clone();
        let thread = self.thread.as_ref().ok_or("the sender is gone")?;
        thread.spawn(async move { client.send_bytes(request).await }).await?
    }
}

impl Drop for Sender {
    fn drop(&mut self) {
        // Waiting for the thread would panic on a thread that itself runs tasks.
        if let Some(thread) = self.thread.take() {
            thread.shutdown_background();
        }
    }
}
