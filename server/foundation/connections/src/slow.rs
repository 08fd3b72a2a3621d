//! Tests clients that are slower than allowed, over real sockets.

use std::{net::SocketAddr, time::Duration};

use axum::{
    Router,
    body::Bytes,
    routing::{get, post},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, Interest},
    net::{TcpListener, TcpStream},
    time::{interval, timeout},
};

use crate::{Limits, Pace, serve};

const SOON: Duration = Duration::from_millis(200);
const NEVER: Duration = Duration::from_mins(10);
const PATIENCE: Duration = Duration::from_secs(30);

/// More bytes than the send and receive buffers of both systems hold.
const LARGE: usize = 32 << 20;

/// Timeouts that no client of these tests exceeds.
const PATIENT: Pace = Pace { head: NEVER, idle: NEVER, stalled: NEVER, bytes_a_second: 1 };

async fn listening(limits: Limits) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let routes = Router::new()
        .route("/", get(async || "here"))
        .route("/large", get(async || vec![b'x'; LARGE]))
        .route("/", post(async |body: Bytes| body));
    tokio::spawn(serve(listener, routes, limits, std::future::pending()));
    address
}

async fn paced(pace: Pace) -> SocketAddr {
    listening(Limits { pace, ..Limits::default() }).await
}

/// A connection that has been served once and is idle.
async fn resting(address: SocketAddr) -> TcpStream {
    let mut client = TcpStream::connect(address).await.unwrap();
    send_request(&mut client).await;
    client
}

async fn send_request(client: &mut TcpStream) {
    client.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
    assert!(answer(client).await.ends_with("here"));
}

/// Reads until a response is complete; all responses here end the same way.
async fn answer(client: &mut TcpStream) -> String {
    let mut text = String::new();
    while !text.ends_with("here") {
        let mut part = [0; 256];
        let read = timeout(PATIENCE, client.read(&mut part)).await.expect("nothing came").unwrap();
        assert!(read > 0, "closed after {text:?}");
        text += std::str::from_utf8(&part[..read]).unwrap();
    }
    text
}

/// Waits until the server has closed the connection. Returns whether it sent anything.
async fn closed(client: &mut TcpStream) -> bool {
    let mut rest = Vec::new();
    // Both an abort and a close count.
    let _ = timeout(PATIENCE, client.read_to_end(&mut rest)).await.expect("it was left open");
    !rest.is_empty()
}

#[tokio::test]
async fn a_client_that_reads_nothing_is_disconnected() {
    let address = paced(Pace { stalled: SOON, ..PATIENT }).await;
    let mut client = TcpStream::connect(address).await.unwrap();
    client.write_all(b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
    // The client reads no byte, so the error of the aborted connection is awaited.
    timeout(PATIENCE, client.ready(Interest::ERROR)).await.expect("it is held for ever").unwrap();
}

#[tokio::test]
async fn a_slow_reader_is_disconnected_and_a_steady_one_is_not() {
    // A rate that a client reading one kilobyte at a time never reaches.
    let address = paced(Pace { stalled: SOON, bytes_a_second: u32::MAX, ..PATIENT }).await;
    let mut client = TcpStream::connect(address).await.unwrap();
    client.write_all(b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
    let (mut taken, mut part) = (0, [0; 1_024]);
    let mut every_so_often = interval(Duration::from_millis(5));
    let reading = async {
        while let Ok(read @ 1..) = client.read(&mut part).await {
            taken += read;
            every_so_often.tick().await;
        }
    };
    timeout(PATIENCE, reading).await.expect("it is served for ever");
    assert!(taken < LARGE, "{taken} bytes were served");

    let address = paced(Pace { stalled: PATIENCE, ..PATIENT }).await;
    let mut client = TcpStream::connect(address).await.unwrap();
    client.write_all(b"GET /large HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await.unwrap();
    let mut answer = Vec::new();
    timeout(PATIENCE, client.read_to_end(&mut answer)).await.unwrap().unwrap();
    assert!(answer.len() > LARGE);
}

#[tokio::test]
async fn an_idle_connection_is_kept_longer_than_the_header_timeout() {
    let address = paced(Pace { head: SOON, ..PATIENT }).await;
    let mut resting = resting(address).await;
    let mut uploading = TcpStream::connect(address).await.unwrap();
    uploading.write_all(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nhe").await.unwrap();
    // Two other new connections: one sends nothing, and one does not complete its head.
    let mut silent = TcpStream::connect(address).await.unwrap();
    let mut slow = TcpStream::connect(address).await.unwrap();
    slow.write_all(b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ").await.unwrap();
    assert!(!closed(&mut silent).await);
    assert!(!closed(&mut slow).await);
    send_request(&mut resting).await;
    uploading.write_all(b"re").await.unwrap();
    assert!(answer(&mut uploading).await.starts_with("HTTP/1.1 200"), "a body has a time of its own");
}

#[tokio::test]
async fn every_requests_header_has_the_same_timeout() {
    let address = paced(Pace { head: SOON, ..PATIENT }).await;
    let mut client = resting(address).await;
    send_request(&mut client).await;
    client.write_all(b"GET / HTTP/1.1\r\nHost:").await.unwrap();
    assert!(!closed(&mut client).await);
}

#[tokio::test]
async fn an_idle_connection_is_closed_in_time() {
    let address = paced(Pace { idle: SOON, ..PATIENT }).await;
    assert!(!closed(&mut resting(address).await).await);
}

#[tokio::test]
async fn connections_are_limited_per_address_except_for_trusted_proxies() {
    let limits = Limits { per_address: 2, ..Limits::default() };
    let address = listening(limits.clone()).await;
    let (mut first, mut second) = (resting(address).await, resting(address).await);
    let mut third = TcpStream::connect(address).await.unwrap();
    assert!(!closed(&mut third).await);
    send_request(&mut first).await;
    send_request(&mut second).await;

    let address = listening(Limits { proxies: ["127.0.0.0/8".parse().unwrap()].into(), ..limits }).await;
    let mut held = Vec::new();
    for _ in 0..8 {
        held.push(resting(address).await);
    }
}

#[test]
fn an_idle_connection_outlives_the_proxys_own_timeout() {
    let pace = Pace::default();
    assert_eq!((pace.head, pace.idle), (Duration::from_secs(10), Duration::from_secs(75)));
}
