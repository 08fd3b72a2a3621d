//! Sends malformed hosts over raw sockets, because a client library would repair them.

use std::net::SocketAddr;

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::oneshot,
};

use crate::testing::{Server, world::World};
use connections::{Limits, serve};

async fn listening(server: &Server) -> (SocketAddr, oneshot::Sender<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel();
    tokio::spawn(serve(listener, server.router.clone(), Limits::default(), async {
        let _ = stopped.await;
    }));
    (address, stop)
}

async fn send(address: SocketAddr, request: &[u8]) -> String {
    let mut socket = TcpStream::connect(address).await.unwrap();
    socket.write_all(request).await.unwrap();
    let mut answer = Vec::new();
    socket.read_to_end(&mut answer).await.unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or("no answer")
}

#[tokio::test]
async fn only_a_single_plain_host_header_is_served() {
    let server = Server::new();
    let world = World::new(&server).await;
    let (address, _stop) = listening(&server).await;
    let host = world.clinic.host();
    let subdomain = &world.clinic.provisioned.subdomain;
    let cookie = world.owner.cookie.clone().unwrap();
    let request_text = |target: &str, hosts: &str| {
        format!("GET {target} HTTP/1.1\r\n{hosts}Cookie: {cookie}\r\nConnection: close\r\n\r\n").into_bytes()
    };
    let good = send(address, &request_text("/api/patients", &format!("Host: {host}\r\n"))).await;
    assert_eq!(status(&good), "200", "{good}");
    let shouted = send(address, &request_text("/api/patients", &format!("HOST: {}\r\n", host.to_uppercase()))).await;
    assert_eq!(status(&shouted), "200");
    let bad: &[(&str, String)] = &[
        ("/api/patients", String::new()),
        ("/api/patients", format!("Host: {host}\r\nHost: {host}\r\n")),
        ("/api/patients", format!("Host: {host}\r\nHost: other.localhost:8080\r\n")),
        ("/api/patients", format!("Host: {host}, other.localhost:8080\r\n")),
        ("/api/patients", format!("Host: user@{host}\r\n")),
        ("/api/patients", format!("Host: {subdomain}.localhost.:8080\r\n")),
        ("/api/patients", format!("Host: x.{subdomain}.localhost:8080\r\n")),
        ("/api/patients", format!("Host: {subdomain}.localhost:9\r\n")),
        ("/api/patients", format!("Host: {subdomain}.localhost:\r\n")),
        ("/api/patients", format!("Host: {subdomain}.evillocalhost:8080\r\n")),
        ("/api/patients", format!("Host: {subdomain}%2elocalhost:8080\r\n")),
        ("/api/patients", format!("Host: {subdomain}\\.localhost:8080\r\n")),
        ("/api/patients", "Host: 127.0.0.1:8080\r\n".to_owned()),
        ("/api/patients", "Host: www.localhost:8080\r\n".to_owned()),
        ("/api/patients", "Host: xn--clinic.localhost:8080\r\n".to_owned()),
        ("http://other.localhost:8080/api/patients", format!("Host: {host}\r\n")),
    ];
    for (target, hosts) in bad {
        let answer = send(address, &request_text(target, hosts)).await;
        assert!(matches!(status(&answer), "421" | "400"), "{target} {hosts:?}: {answer}");
        assert!(!answer.contains("Lindqvist"), "{target} {hosts:?}");
    }
    let unknown = send(address, &request_text("/api/patients", "Host: nobody.localhost:8080\r\n")).await;
    assert_eq!(status(&unknown), "404");
    assert!(unknown.contains(r#""error":"Clinic not found""#), "{unknown}");
}

#[tokio::test]
async fn accepted_requests_are_answered_before_the_server_stops() {
    let server = Server::new();
    let world = World::new(&server).await;
    let (address, stop) = listening(&server).await;
    let (host, cookie) = (world.clinic.host(), world.owner.cookie.clone().unwrap());
    let request =
        format!("GET /api/patients HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n");
    let mut socket = TcpStream::connect(address).await.unwrap();
    socket.write_all(request.as_bytes()).await.unwrap();
    socket.flush().await.unwrap();
    // The first byte shows that the connection was accepted; the rest comes after the signal to stop.
    let mut first = [0; 1];
    socket.read_exact(&mut first).await.unwrap();
    stop.send(()).unwrap();
    let mut rest = String::new();
    socket.read_to_string(&mut rest).await.unwrap();
    assert!(rest.contains("Lindqvist"));
}
