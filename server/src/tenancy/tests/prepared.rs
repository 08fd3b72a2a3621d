//! The question that every request asks is known to a connection by name. Behind a pooler that can
//! be another connection each time: nobody notices.

use axum::http::StatusCode;
use sea_orm::ConnectionTrait;
use sqlx::{AssertSqlSafe, Executor, Row};

use crate::{
    tenancy::{Db, admission},
    testing::{self, Server, world::World},
};

#[tokio::test]
async fn a_connection_that_knows_less_or_more_than_was_believed_is_asked_again() {
    let world = World::new(&Server::new()).await;
    let config = testing::config();
    let on = |db: Db| world.owner.clone().on(Server::with_db(config.clone(), db).router);
    let subdomain = &world.clinic.born.subdomain;

    // It forgot.
    let db = Db::new(&config.database_url, 1).unwrap();
    let client = on(db.clone());
    client.get("/api/patients").await.expect(StatusCode::OK);
    let mut lease = db.borrow(subdomain).await;
    let known = "select name from pg_catalog.pg_prepared_statements where name like 'admission%'";
    let name: String = lease.connection().unwrap().fetch_one(known).await.unwrap().get(0);
    lease.connection().unwrap().execute(AssertSqlSafe(format!("deallocate {name}"))).await.unwrap();
    drop(lease);
    client.get("/api/patients").await.expect(StatusCode::OK);

    // It was told by somebody else, here to know nobody.
    let db = Db::new(&config.database_url, 1).unwrap();
    let mut lease = db.borrow(subdomain).await;
    let nobody = format!("prepare {name} (uuid, bigint) as select 1 where false");
    lease.connection().unwrap().execute(AssertSqlSafe(nobody)).await.unwrap();
    drop(lease);
    on(db).get("/api/patients").await.refused(StatusCode::UNAUTHORIZED, "signed_out");
}

/// Two clinics whose question has the same name, and so the same plan.
async fn two_of_one_name(server: &Server) -> (World, World) {
    let number = |world: &World| admission::number(world.clinic.born.id);
    let first = World::new(server).await;
    loop {
        let second = World::new(server).await;
        if number(&second) == number(&first) {
            return (first, second);
        }
    }
}

#[tokio::test]
async fn it_is_answered_from_the_clinic_that_is_asked_about_whoever_asked_before() {
    let config = testing::config();
    let server = Server::with_db(config.clone(), Db::new(&config.database_url, 1).unwrap());
    let (here, there) = two_of_one_name(&server).await;
    for _ in 0..3 {
        for world in [&here, &there] {
            let session = world.owner.get("/api/auth/session").await.expect(StatusCode::OK);
            assert_eq!(session["clinic"]["subdomain"], world.clinic.born.subdomain.as_str());
        }
        let intruder = here.owner.at(&there.clinic.host());
        intruder.get("/api/patients").await.refused(StatusCode::UNAUTHORIZED, "signed_out");
    }
}

#[tokio::test]
async fn tables_of_other_types_than_the_clinics_before_are_asked_again() {
    let config = testing::config();
    let server = Server::with_db(config.clone(), Db::new(&config.database_url, 1).unwrap());
    let (older, newer) = two_of_one_name(&server).await;
    older.owner.get("/api/patients").await.expect(StatusCode::OK);
    let alter = format!("alter table {}.member alter column first_name type varchar", newer.clinic.born.schema);
    newer.clinic.owner_db.raw().execute_unprepared(&alter).await.unwrap();
    for world in [&newer, &older, &newer] {
        world.owner.get("/api/patients").await.expect(StatusCode::OK);
    }
}
