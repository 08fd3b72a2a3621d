//! The accept loop. `axum::serve` has no timeout for a request's head (measured), so a few hundred half-open
//! connections could block it. This loop limits the number of connections, in all and from one address, and how slow
//! each may be ([`Pace`]). It completes accepted requests when the server is stopped.

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
use tower::Service;
use tower_http::metrics::InFlightRequests;

use crate::{
    connection_limit::{Peer, Peers},
    slow_client::{Pace, Paced},
};

const CONNECTIONS: usize = 2_000;
const DRAIN: Duration = Duration::from_secs(20);

/// The limits of one client on a listener.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Connections from one address, or from one IPv6 network. A clinic of forty tablets behind one address
    /// opens at most six for each.
    pub per_address: usize,
    /// Our own proxies, which forward everybody's requests and may open any number of connections.
    pub proxies: Arc<[IpNet]>,
    pub pace: Pace,
}

impl Default for Limits {
    fn default() -> Self {
        Self { per_address: 256, proxies: Arc::default(), pace: Pace::default() }
    }
}

/// Serves until `stop` resolves, then answers the accepted requests and returns.
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
                    // No file handles are left, or a client has disconnected already. Neither may end the loop.
                    tracing::warn!(reason = %error, "a connection could not be accepted");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
        };
        // Closed at once without reading, because no browser opens so many.
        let Some(peer) = peers.admit(address) else { continue };
        spawn_connection(stream, address, routes.clone(), limits.pace, &graceful, (permit, peer));
    }
    drop(listener);
    if tokio::time::timeout(DRAIN, graceful.shutdown()).await.is_err() {
        tracing::warn!("some connections did not end in time");
    }
    Ok(())
}

/// Serves one connection in a separate task. The task keeps the permits until the connection ends.
fn spawn_connection(
    stream: TcpStream,
    address: SocketAddr,
    routes: Router,
    pace: Pace,
    graceful: &GracefulShutdown,
    places: (OwnedSemaphorePermit, Peer),
) {
    let _ = stream.set_nodelay(true);
    // The server cannot time out a response that fits the system's send buffer. With this option the system drops the
    // connection if the client does not read the response.
    let _ = SockRef::from(&stream).set_tcp_user_timeout(Some(pace.idle.saturating_add(pace.stalled)));
    let (routes, in_flight) = InFlightRequests::pair(routes);
    let stream = Paced::new(stream, pace, in_flight);
    let service = hyper::service::service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(ConnectInfo::<SocketAddr>(address));
        // Called before the future is polled, so that the request is in flight before hyper reads on. A router is always ready.
        routes.clone().call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        // hyper counts this from the end of the previous request. The timeout of the head itself is shorter.
        .header_read_timeout(pace.idle)
        .max_buf_size(64 * 1024)
        .serve_connection(TokioIo::new(stream), service);
    let connection = graceful.watch(connection);
    tokio::spawn(async move {
        // A client that disconnects, is too slow or sends invalid data is not logged.
        let _ = connection.await;
        drop(places);
    });
}
