//! Proxies before Postgres. One delays every answer by two milliseconds, so that every wait for the database can be
//! cancelled. Another counts round trips.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

/// The same URL through the delaying proxy, which ends with the test's runtime.
pub async fn slow(url: &str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let own = listener.local_addr().unwrap();
    let (before, rest) = url.rsplit_once('@').unwrap();
    let (postgres, database) = rest.split_once('/').unwrap();
    let postgres = postgres.to_owned();
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let postgres = postgres.clone();
            tokio::spawn(async move {
                let Ok(server) = TcpStream::connect(postgres).await else { return };
                let (mut from_client, mut to_client) = client.into_split();
                let (mut from_server, mut to_server) = server.into_split();
                tokio::spawn(async move {
                    let _ = tokio::io::copy(&mut from_client, &mut to_server).await;
                    let _ = to_server.shutdown().await;
                });
                let mut buffer = vec![0; 65_536];
                while let Ok(read @ 1..) = from_server.read(&mut buffer).await {
                    tokio::time::sleep(Duration::from_millis(2)).await;
                    if to_client.write_all(&buffer[..read]).await.is_err() {
                        break;
                    }
                }
            });
        }
    });
    format!("{before}@{own}/{database}")
}

/// The same URL through a proxy that stops forwarding on command, without closing a connection, like a router that has dropped its table.
pub async fn stalling(url: &str) -> (String, Arc<AtomicBool>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let own = listener.local_addr().unwrap();
    let (before, rest) = url.rsplit_once('@').unwrap();
    let (postgres, database) = rest.split_once('/').unwrap();
    let postgres = postgres.to_owned();
    let forgot = Arc::new(AtomicBool::new(false));
    let forgotten = Arc::clone(&forgot);
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let (postgres, forgotten) = (postgres.clone(), Arc::clone(&forgotten));
            tokio::spawn(async move {
                let Ok(server) = TcpStream::connect(postgres).await else { return };
                let (mut from_client, mut to_client) = client.into_split();
                let (mut from_server, mut to_server) = server.into_split();
                tokio::spawn(async move { tokio::io::copy(&mut from_client, &mut to_server).await });
                let mut buffer = vec![0; 65_536];
                while let Ok(read @ 1..) = from_server.read(&mut buffer).await {
                    if !forgotten.load(Ordering::SeqCst) && to_client.write_all(&buffer[..read]).await.is_err() {
                        break;
                    }
                }
            });
        }
    });
    (format!("{before}@{own}/{database}"), forgot)
}

/// The same URL through a proxy, with a counter of round trips inside clinics. Queries of the directory are not counted.
pub async fn counting(url: &str) -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let own = listener.local_addr().unwrap();
    let (before, rest) = url.rsplit_once('@').unwrap();
    let (postgres, database) = rest.split_once('/').unwrap();
    let postgres = postgres.to_owned();
    let round_trips = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&round_trips);
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let (postgres, counted) = (postgres.clone(), Arc::clone(&counted));
            tokio::spawn(async move {
                let Ok(server) = TcpStream::connect(postgres).await else { return };
                let (mut from_client, mut to_client) = client.into_split();
                let (mut from_server, mut to_server) = server.into_split();
                tokio::spawn(async move {
                    let _ = tokio::io::copy(&mut from_server, &mut to_client).await;
                    let _ = to_client.shutdown().await;
                });
                // The first message has no type byte. Every other message is a type byte, its length and its content.
                let length = from_client.read_u32().await.unwrap_or(4);
                let mut content = vec![0; length as usize - 4];
                if from_client.read_exact(&mut content).await.is_err() {
                    return;
                }
                let _ = to_server.write_all(&[&length.to_be_bytes()[..], &content].concat()).await;
                let in_clinics = user(&content).is_some_and(|user| user.rsplit_once("_s").is_some());
                while let (Ok(kind), Ok(length)) = (from_client.read_u8().await, from_client.read_u32().await) {
                    let mut content = vec![0; length as usize - 4];
                    if from_client.read_exact(&mut content).await.is_err() {
                        return;
                    }
                    // Postgres answers Query and Sync with ReadyForQuery.
                    if in_clinics && matches!(kind, b'Q' | b'S') {
                        counted.fetch_add(1, Ordering::SeqCst);
                    }
                    if to_server.write_all(&[&[kind][..], &length.to_be_bytes(), &content].concat()).await.is_err() {
                        return;
                    }
                }
            });
        }
    });
    // The proxy reads the messages, so the connection must not be encrypted.
    (format!("{before}@{own}/{database}?sslmode=disable"), round_trips)
}

/// The user, from the first message: `user`, a NUL, the name.
fn user(start: &[u8]) -> Option<&str> {
    let mut words = start.get(4..)?.split(|byte| *byte == 0);
    words.find(|word| *word == b"user")?;
    std::str::from_utf8(words.next()?).ok()
}
