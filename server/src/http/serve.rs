//! The accept loop. `axum::serve` has no time-out for a request's head (measured; reference
//! security 0.6), so a few hundred half-open connections would be enough to stop it; this one
//! bounds how many there are and how long each may take, and lets accepted requests finish when
//! the server is told to stop.

use std::{future::Future, io, net::SocketAddr, sync::Arc, time::Duration};

use axum::{Router, extract::ConnectInfo};
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
};
use tokio::{net::TcpListener, sync::Semaphore};
use tower::ServiceExt;

const CONNECTIONS: usize = 2_000;
const HEAD: Duration = Duration::from_secs(10);
const DRAIN: Duration = Duration::from_secs(20);

/// Serves until `stop` comes, then answers what was accepted and returns.
///
/// # Errors
/// When the listener breaks.
pub async fn serve(listener: TcpListener, routes: Router, stop: impl Future<Output = ()>) -> io::Result<()> {
    let open = Arc::new(Semaphore::new(CONNECTIONS));
    let graceful = GracefulShutdown::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        let permit = tokio::select! {
            () = &mut stop => break,
            permit = Arc::clone(&open).acquire_owned() => permit.map_err(io::Error::other)?,
        };
        let (stream, peer) = tokio::select! {
            () = &mut stop => break,
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Out of file handles, or a client already gone: neither may end the loop.
                    tracing::warn!(reason = %error, "a connection could not be accepted");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
        };
        let _ = stream.set_nodelay(true);
        let routes = routes.clone();
        let service = hyper::service::service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
            let mut request = request.map(axum::body::Body::new);
            request.extensions_mut().insert(ConnectInfo::<SocketAddr>(peer));
            routes.clone().oneshot(request)
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD)
            .max_buf_size(64 * 1024)
            .serve_connection(TokioIo::new(stream), service);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // A client that hangs up or sends nonsense is no event of ours.
            let _ = connection.await;
            drop(permit);
        });
    }
    drop(listener);
    if tokio::time::timeout(DRAIN, graceful.shutdown()).await.is_err() {
        tracing::warn!("some connections did not end in time");
    }
    Ok(())
}
