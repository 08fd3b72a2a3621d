//! A proxy before Postgres that holds every answer back for two milliseconds, so that every wait
//! for the database is really a wait, and can be cut short.

use std::time::Duration;

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

/// The same URL by way of the proxy, which ends with the test's runtime.
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
