//! The accept loop. `axum::serve` has no timeout for a request's head (measured), so a few hundred half-open
//! connections could block it. This one limits how many connections there are, in all and from one address, and
//! how slow each may be ([`Pace`]), and completes accepted requests when the server is stopped.

use std::{future::Future, io, net::SocketAddr, sync::Arc, time::Duration};

use axum::{Router, extract::ConnectInfo};
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
};
use ipnet::IpNet;
use socket2::SockRef;
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore},
};
use tower::ServiceExt;

use super::{
    pace::{Pace, Paced, RequestCounter},
    peers::{Peer, Peers},
};

const CONNECTIONS: usize = 2_000;
const DRAIN: Duration = Duration::from_secs(20);

/// The limits of one client on a listener.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Connections from one address, or from one IPv6 network. A clinic of forty tablets behind one address
    /// opens at most six for each.
    pub per_address: usize,
    /// Our own proxies, which forward everybody's requests and may open as many as they need.
    pub proxies: Arc<[IpNet]>,
    pub pace: Pace,
}

impl Default for Limits {
    fn default() -> Self {
        Self { per_address: 256, proxies: Arc::default(), pace: Pace::default() }
    }
}

/// Serves until `stop` resolves, then answers what was accepted and returns.
///
/// # Errors
/// When the listener fails.
pub async fn serve(
    listener: TcpListener,
    routes: Router,
    limits: Limits,
    stop: impl Future<Output = ()>,
) -> io::Result<()> {
    let open = Arc::new(Semaphore::new(CONNECTIONS));
    let peers = Peers::new(Arc::clone(&limits.proxies), limits.per_address);
    let graceful = GracefulShutdown::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        let permit = tokio::select! {
            () = &mut stop => break,
            permit = Arc::clone(&open).acquire_owned() => permit.map_err(io::Error::other)?,
        };
        let (stream, address) = tokio::select! {
            () = &mut stop => break,
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // No file handles left, or a client that has disconnected already: neither may end the
                    // loop.
                    tracing::warn!(reason = %error, "a connection could not be accepted");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
        };
        // Closed at once, and nothing is read: no browser opens so many.
        let Some(peer) = peers.admit(address) else { continue };
        spawn_connection(stream, address, routes.clone(), limits.pace, &graceful, (permit, peer));
    }
    drop(listener);
    if tokio::time::timeout(DRAIN, graceful.shutdown()).await.is_err() {
        tracing::warn!("some connections did not end in time");
    }
    Ok(())
}

/// Serves one connection in a task of its own. It keeps its permits until the connection ends.
fn spawn_connection(
    stream: TcpStream,
    address: SocketAddr,
    routes: Router,
    pace: Pace,
    graceful: &GracefulShutdown,
    places: (OwnedSemaphorePermit, Peer),
) {
    let _ = stream.set_nodelay(true);
    // A response that fits the system's send buffer is no longer ours to time out: with this option the system
    // drops the connection when the client does not read it.
    let _ = SockRef::from(&stream).set_tcp_user_timeout(Some(pace.idle.saturating_add(pace.stalled)));
    let served = RequestCounter::default();
    let stream = Paced::new(stream, pace, served.clone());
    let service = hyper::service::service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
        let mut request = request.map(axum::body::Body::new);
        request.extensions_mut().insert(ConnectInfo::<SocketAddr>(address));
        let serving = served.begin();
        let answered = routes.clone().oneshot(request);
        async move { answered.await.map(|response| response.map(|body| serving.until_sent(body))) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        // hyper counts it from the end of the request before; the head's own timeout is shorter.
        .header_read_timeout(pace.idle)
        .max_buf_size(64 * 1024)
        .serve_connection(TokioIo::new(stream), service);
    let connection = graceful.watch(connection);
    tokio::spawn(async move {
        // A client that disconnects, is too slow or sends nonsense is not worth a log line.
        let _ = connection.await;
        drop(places);
    });
}
