use axum::http::StatusCode;
use entity::words::ClinicStatus;
use serde_json::json;

use crate::testing::{Server, TestClinic};
use operations::sign_up::answer_finds;

/// All tests share the requests in the database, and one round answers all of them.
pub(super) static FINDS: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

/// Sends the request from a unique network address, so that other tests' requests do not count for it.
pub(super) async fn find_clinics(server: &Server, email: &str) {
    let client = server.platform();
    let mut request = client.request(axum::http::Method::POST, "/api/clinics/find", Some(&json!({ "email": email })));
    let address = std::net::Ipv6Addr::from_bits(uuid::Uuid::new_v4().as_u128());
    request.extensions_mut().insert(axum::extract::ConnectInfo(std::net::SocketAddr::new(address.into(), 4_000)));
    let answer = client.send(request).await;
    assert_eq!((answer.status, answer.text.as_str()), (StatusCode::NO_CONTENT, ""), "{email}");
}

pub(super) fn mails(server: &Server) -> Vec<String> {
    let Ok(folder) = std::fs::read_dir(&server.config.mail_dir) else { return Vec::new() };
    folder
        .filter_map(|file| file.ok().filter(|file| file.path().extension().is_some_and(|end| end == "eml")))
        .map(|file| std::fs::read_to_string(file.path()).unwrap())
        .collect()
}

/// Counts unanswered requests for e-mail addresses with this unique part, because other tests leave some, too.
pub(super) async fn unanswered(clinic: &TestClinic, unique: &str) -> i64 {
    clinic.count(&format!("registry.find_request where email like '%{unique}%'")).await
}

#[tokio::test]
async fn members_are_mailed_their_clinics_and_every_address_gets_the_same_answer() {
    let _alone = FINDS.lock().await;
    let server = Server::on_clean_database();
    let (first, second) = (server.clinic().await, server.clinic().await);
    let unique = uuid::Uuid::new_v4().simple().to_string();
    let someone = format!("dana-{unique}@clinic.example");
    for clinic in [&first, &second] {
        let member = format!(
            "insert into {{}}.member (first_name, last_name, email, role, department, status, hire_date, created_at, updated_at)
             values ('Dana', 'Two', '{someone}', 'Nurse', 'Clinical', 'active', '2024-01-01', now(), now())"
        );
        clinic.plant(&member).await;
    }
    let gone = format!("gone-{unique}@clinic.example");
    first
        .plant(&format!(
            "insert into {{}}.member (first_name, last_name, email, role, department, status, hire_date, created_at, updated_at)
             values ('Gone', 'Away', '{gone}', 'Nurse', 'Clinical', 'inactive', '2024-01-01', now(), now())"
        ))
        .await;
    find_clinics(&server, &someone.to_uppercase()).await;
    find_clinics(&server, &gone).await;
    find_clinics(&server, &format!("nobody-{unique}@clinic.example")).await;
    server.platform().post("/api/clinics/find", json!({ "email": "nobody" })).await.refused_field("email");
    assert_eq!(unanswered(&first, &unique).await, 3);

    answer_finds(&server.app, &server.mailer()).await.unwrap();
    let sent = mails(&server);
    assert_eq!(sent.len(), 1, "{sent:?}");
    assert!(sent[0].contains(&someone), "{}", sent[0]);
    assert!(sent[0].contains(&first.origin()) && sent[0].contains(&second.origin()), "{}", sent[0]);
    // The e-mail address is deleted, and nobody is mailed again.
    assert_eq!(unanswered(&first, &unique).await, 0);
    answer_finds(&server.app, &server.mailer()).await.unwrap();
    assert_eq!(mails(&server).len(), 1);

    // At most three mails a day, whatever the number of requests.
    for _ in 0..4 {
        find_clinics(&server, &someone).await;
        answer_finds(&server.app, &server.mailer()).await.unwrap();
    }
    assert_eq!(mails(&server).len(), 3);
    server.app.clock.advance(chrono::TimeDelta::hours(25));
    find_clinics(&server, &someone).await;
    answer_finds(&server.app, &server.mailer()).await.unwrap();
    assert_eq!(mails(&server).len(), 4);
    // Only this test's clock is a day ahead.
    assert_eq!(first.count("registry.find_request where asked_at > now() + interval '20 hours'").await, 1);
}

/// Adds a member with this e-mail address to the clinic.
pub(super) async fn works_at(clinic: &TestClinic, email: &str) {
    let member = format!(
        "insert into {{}}.member (first_name, last_name, email, role, department, status, hire_date, created_at, updated_at)
         values ('Dana', 'Two', '{email}', 'Nurse', 'Clinical', 'active', '2024-01-01', now(), now())"
    );
    clinic.plant(&member).await;
}

/// Makes the clinic's tables unservable or servable again, as during a release.
async fn set_unreachable(clinic: &TestClinic, is_unreachable: bool) {
    let version = if is_unreachable { "m99991231_000000_later" } else { "" };
    let id = clinic.provisioned.id;
    clinic.plant(&format!("update registry.clinic set oldest_server = '{version}' where id = '{id}'")).await;
}

#[tokio::test]
async fn an_unreachable_clinic_is_retried_and_the_others_are_mailed_at_once() {
    let _alone = FINDS.lock().await;
    let server = Server::on_clean_database();
    let (open, closed) = (server.clinic().await, server.clinic().await);
    let unique = uuid::Uuid::new_v4().simple().to_string();
    let someone = format!("dana-{unique}@clinic.example");
    works_at(&open, &someone).await;
    works_at(&closed, &someone).await;
    set_unreachable(&closed, true).await;
    find_clinics(&server, &someone).await;

    answer_finds(&server.app, &server.mailer()).await.unwrap();
    let sent = mails(&server);
    assert_eq!(sent.len(), 1, "{sent:?}");
    assert!(sent[0].contains(&open.origin()) && !sent[0].contains(&closed.origin()), "{}", sent[0]);
    assert_eq!(unanswered(&open, &unique).await, 1, "it is not done");

    set_unreachable(&closed, false).await;
    answer_finds(&server.app, &server.mailer()).await.unwrap();
    assert_eq!(mails(&server).len(), 1, "not at once");
    server.app.clock.advance(chrono::TimeDelta::seconds(61));
    answer_finds(&server.app, &server.mailer()).await.unwrap();
    let sent = mails(&server);
    assert_eq!(sent.len(), 2, "{sent:?}");
    let later = sent.iter().find(|mail| mail.contains(&closed.origin())).unwrap();
    assert!(!later.contains(&open.origin()), "what was told is not told again: {later}");
    assert_eq!(unanswered(&open, &unique).await, 0);
}

#[tokio::test]
async fn a_permanently_unreachable_clinic_is_given_up_and_the_address_deleted() {
    let _alone = FINDS.lock().await;
    let server = Server::on_clean_database();
    let closed = server.clinic().await;
    let unique = uuid::Uuid::new_v4().simple().to_string();
    works_at(&closed, &format!("dana-{unique}@clinic.example")).await;
    set_unreachable(&closed, true).await;
    find_clinics(&server, &format!("dana-{unique}@clinic.example")).await;
    for minutes in [0, 1, 2, 4, 8] {
        assert_eq!(unanswered(&closed, &unique).await, 1, "{minutes}");
        server.app.clock.advance(chrono::TimeDelta::seconds(minutes * 60 + 1));
        answer_finds(&server.app, &server.mailer()).await.unwrap();
    }
    set_unreachable(&closed, false).await;
    assert_eq!(unanswered(&closed, &unique).await, 0);
    assert_eq!(mails(&server), Vec::<String>::new());
}

#[tokio::test]
async fn a_suspended_clinic_causes_no_retry() {
    let _alone = FINDS.lock().await;
    let server = Server::on_clean_database();
    let suspended = server.clinic().await;
    let unique = uuid::Uuid::new_v4().simple().to_string();
    works_at(&suspended, &format!("dana-{unique}@clinic.example")).await;
    assert!(suspended.owner_db.set_status(&suspended.provisioned.subdomain, ClinicStatus::Suspended).await.unwrap());
    find_clinics(&server, &format!("dana-{unique}@clinic.example")).await;
    answer_finds(&server.app, &server.mailer()).await.unwrap();
    assert_eq!(unanswered(&suspended, &unique).await, 0);
    assert_eq!(mails(&server), Vec::<String>::new());
}

#[tokio::test]
async fn requests_for_made_up_addresses_do_not_use_up_anothers_limit() {
    let _alone = FINDS.lock().await;
    let server = Server::on_clean_database();
    let clinic = server.clinic().await;
    let unique = uuid::Uuid::new_v4().simple().to_string();
    // From many network addresses, in earlier hours.
    clinic
        .plant(&format!(
            "insert into registry.find_request (email, email_key, asked_at)
             select n || '-{unique}@nowhere.example', sha256((n || '{unique}')::bytea), now() from generate_series(1, 2500) n"
        ))
        .await;
    let member = format!("dana-{unique}@clinic.example");
    clinic
        .plant(&format!(
            "insert into {{}}.member (first_name, last_name, email, role, department, status, hire_date, created_at, updated_at)
             values ('Dana', 'Two', '{member}', 'Nurse', 'Clinical', 'active', '2024-01-01', now(), now())"
        ))
        .await;
    find_clinics(&server, &member).await;
    for _ in 0..2 {
        answer_finds(&server.app, &server.mailer()).await.unwrap();
    }
    assert_eq!(mails(&server).len(), 1, "the one who works somewhere is written to");
    assert_eq!(unanswered(&clinic, &unique).await, 0);
}

#[tokio::test]
async fn one_network_may_ask_thirty_times_a_day_across_servers() {
    let _alone = FINDS.lock().await;
    let server = || {
        let config = config::Config { rate_limit_factor: 1, ..crate::testing::config() };
        let db = tenancy::Db::new(&config.database_url, 4).unwrap();
        Server::with_db(config, db)
    };
    let network = uuid::Uuid::new_v4().as_u128() >> 64 << 64;
    let ask_from = async |server: &Server, host: u128| {
        let client = server.platform();
        let body = json!({ "email": format!("{host}@nowhere.example") });
        let mut request = client.request(axum::http::Method::POST, "/api/clinics/find", Some(&body));
        // Each request comes from another address of the network, as with privacy extensions.
        let address = std::net::Ipv6Addr::from_bits(network | host);
        request.extensions_mut().insert(axum::extract::ConnectInfo(std::net::SocketAddr::new(address.into(), 4_000)));
        client.send(request).await.status
    };
    let servers = [server(), server(), server()];
    for (turn, host) in (1..=30).enumerate() {
        assert_eq!(ask_from(&servers[turn % 2], host).await, StatusCode::NO_CONTENT, "{host}");
    }
    for server in &servers {
        assert_eq!(ask_from(server, 31).await, StatusCode::TOO_MANY_REQUESTS);
    }
}

#[tokio::test]
async fn an_unconfirmed_clinic_is_not_mailed() {
    let _alone = FINDS.lock().await;
    let server = Server::on_clean_database();
    let clinic = server.clinic().await;
    let unique = uuid::Uuid::new_v4().simple().to_string();
    let someone = format!("dana-{unique}@clinic.example");
    works_at(&clinic, &someone).await;
    clinic.plant(&format!("update {{}}.member set is_owner = true where email = '{someone}'")).await;
    clinic.plant("update {}.clinic_setting set owner_unconfirmed_since = now()").await;
    find_clinics(&server, &someone).await;
    answer_finds(&server.app, &server.mailer()).await.unwrap();
    assert_eq!(mails(&server), Vec::<String>::new());
    clinic.plant("update {}.clinic_setting set owner_unconfirmed_since = null").await;
    find_clinics(&server, &someone).await;
    answer_finds(&server.app, &server.mailer()).await.unwrap();
    assert_eq!(mails(&server).len(), 1);
}

#[tokio::test]
async fn one_mailbox_is_mailed_three_times_a_day_in_any_spelling() {
    let _alone = FINDS.lock().await;
    let server = Server::on_clean_database();
    let clinic = server.clinic().await;
    let unique = uuid::Uuid::new_v4().simple().to_string();
    for tag in ["", "+1", "+2", "+3", "+4"] {
        let someone = format!("dana-{unique}{tag}@clinic.example");
        works_at(&clinic, &someone).await;
        find_clinics(&server, &someone).await;
    }
    answer_finds(&server.app, &server.mailer()).await.unwrap();
    assert_eq!(mails(&server).len(), 3);
}
