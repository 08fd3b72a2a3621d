//! Several clinics are searched at once, but none in a placement that does not answer.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use sqlx::{AssertSqlSafe, Executor};
use tokio::net::{TcpListener, TcpStream};

use super::find::{FINDS, find_clinics, mails, unanswered, works_at};
use crate::testing::{PLACED, Server, TestClinic, config};
use operations::sign_up::answer_finds;
use tenancy::{Db, MAIN, active_clinics};

#[tokio::test]
async fn several_clinics_are_searched_at_once() {
    let _alone = FINDS.lock().await;
    let server = Server::on_clean_database();
    let (first, second) = (server.clinic().await, server.clinic().await);
    let someone = format!("dana-{}@clinic.example", uuid::Uuid::new_v4().simple());
    works_at(&first, &someone).await;
    works_at(&second, &someone).await;
    find_clinics(&server, &someone).await;
    let tables = [&first, &second].map(|clinic| format!("{}.member", clinic.provisioned.schema));
    let mut locker = first.owner_db.session(MAIN).await.unwrap();
    let lock = format!("begin; lock table {} in access exclusive mode", tables.join(", "));
    locker.execute(AssertSqlSafe(lock)).await.unwrap();
    let waiting = tables.map(|table| format!("'{table}'::regclass")).join(", ");
    let both_wait =
        async { while first.count(&format!("pg_locks where not granted and relation in ({waiting})")).await < 2 {} };
    let mailer = server.mailer();
    let round = answer_finds(&server.app, &mailer);
    tokio::pin!(round);
    tokio::select! {
        _ = &mut round => panic!("the second clinic was searched when the first was done"),
        () = both_wait => {}
    }
    locker.execute("rollback").await.unwrap();
    round.await.unwrap();
    let sent = mails(&server);
    assert_eq!(sent.len(), 1, "{sent:?}");
    // The order is independent of which clinic answered first.
    let active = active_clinics(&server.app.tenants.db).await.unwrap();
    let age = |clinic: &TestClinic| active.iter().position(|(id, _)| *id == clinic.provisioned.id).unwrap();
    let place = |clinic: &TestClinic| sent[0].find(&clinic.origin()).unwrap();
    assert_eq!(age(&first) < age(&second), place(&first) < place(&second), "{}", sent[0]);
}

/// Returns the same URL at a proxy address, and the number of its connections. The proxy forwards the first `forwarded`
/// connections and never answers the others.
async fn silent_after(forwarded: usize, url: &str) -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let own = listener.local_addr().unwrap();
    let (before, rest) = url.rsplit_once('@').unwrap();
    let (postgres, database) = rest.split_once('/').unwrap();
    let (postgres, accepted) = (postgres.to_owned(), Arc::new(AtomicUsize::new(0)));
    let counted = Arc::clone(&accepted);
    tokio::spawn(async move {
        let mut kept = Vec::new();
        while let Ok((mut client, _)) = listener.accept().await {
            if counted.fetch_add(1, Ordering::SeqCst) >= forwarded {
                kept.push(client);
                continue;
            }
            let mut server = TcpStream::connect(&postgres).await.unwrap();
            tokio::spawn(async move { tokio::io::copy_bidirectional(&mut client, &mut server).await });
        }
    });
    (format!("{before}@{own}/{database}"), accepted)
}

/// One clinic answers, and `number` others are in a placement that stops answering after `forwarded` connections.
/// Returns how many connections one round opens to that placement.
async fn connections_of_a_round(number: usize, forwarded: usize) -> usize {
    let _alone = FINDS.lock().await;
    let (url, accepted) = silent_after(forwarded, &PLACED.east_gateway_url).await;
    let mut config = config();
    config.database_url.clone_from(&PLACED.main.gateway_url);
    let db = Db::with_placements(&config.database_url, &BTreeMap::from([("east".to_owned(), url)]), 4).unwrap();
    let server = Server { database: &PLACED.main, ..Server::with_db(config, db) };
    let open = server.clinic().await;
    let unique = uuid::Uuid::new_v4().simple().to_string();
    let someone = format!("dana-{unique}@clinic.example");
    works_at(&open, &someone).await;
    let mut far = Vec::new();
    for _ in 0..number {
        far.push(server.clinic().await);
    }
    let ids: Vec<_> = far.iter().map(|clinic| format!("'{}'", clinic.provisioned.id)).collect();
    let place =
        |name: &str| format!("update registry.clinic set placement = '{name}' where id in ({})", ids.join(", "));
    open.plant(&place("east")).await;
    find_clinics(&server, &someone).await;
    // The request is limited to these clinics, because another test's clinic that moves to east during the round would open connections, too.
    let own = format!("array[{}, '{}']::uuid[]", ids.join(", "), open.provisioned.id);
    open.plant(&format!("update registry.find_request set missed = {own} where email = '{someone}'")).await;
    answer_finds(&server.app, &server.mailer()).await.unwrap();
    open.plant(&place(MAIN)).await;
    let sent = mails(&server);
    assert_eq!(sent.len(), 1, "{sent:?}");
    assert!(sent[0].contains(&open.origin()), "the one that answers is told at once: {}", sent[0]);
    assert_eq!(unanswered(&open, &unique).await, 1, "the others are searched later");
    accepted.load(Ordering::SeqCst)
}

#[tokio::test]
async fn a_placement_that_does_not_answer_is_asked_once_for_all_of_its_clinics() {
    assert_eq!(connections_of_a_round(6, 0).await, 1);
}

/// Four clinics are searched at once. After each failure the round checks whether the placement answers.
#[tokio::test]
async fn a_placement_that_falls_silent_during_the_search_is_left_alone_from_then_on() {
    let connections = connections_of_a_round(12, 1).await;
    assert!((2..=9).contains(&connections), "{connections}");
}
