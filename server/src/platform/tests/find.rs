use axum::http::StatusCode;
use serde_json::json;

use crate::{
    platform::answer_finds,
    testing::{Server, TestClinic},
};

async fn ask(server: &Server, email: &str) {
    let answer = server.platform().post("/api/clinics/find", json!({ "email": email })).await;
    assert_eq!((answer.status, answer.text.as_str()), (StatusCode::NO_CONTENT, ""), "{email}");
}

fn mails(server: &Server) -> Vec<String> {
    let Ok(folder) = std::fs::read_dir(&server.config.mail_dir) else { return Vec::new() };
    folder
        .filter_map(|file| file.ok().filter(|file| file.path().extension().is_some_and(|end| end == "eml")))
        .map(|file| std::fs::read_to_string(file.path()).unwrap())
        .collect()
}

/// Those of the addresses with this mark: the requests are the whole database's, and other tests
/// leave some too.
async fn unanswered(clinic: &TestClinic, mark: &str) -> i64 {
    clinic.count(&format!("registry.find_request where email like '%{mark}%'")).await
}

#[tokio::test]
async fn members_are_mailed_their_clinics_nobody_else_anything_and_all_get_one_answer() {
    let server = Server::new();
    let (first, second) = (server.clinic().await, server.clinic().await);
    let mark = uuid::Uuid::new_v4().simple().to_string();
    let someone = format!("dana-{mark}@clinic.example");
    for clinic in [&first, &second] {
        let member = format!(
            "insert into {{}}.member (first_name, last_name, email, role, department, status, hire_date, created_at, updated_at)
             values ('Dana', 'Two', '{someone}', 'Nurse', 'Clinical', 'active', '2024-01-01', now(), now())"
        );
        clinic.plant(&member).await;
    }
    let gone = format!("gone-{mark}@clinic.example");
    first
        .plant(&format!(
            "insert into {{}}.member (first_name, last_name, email, role, department, status, hire_date, created_at, updated_at)
             values ('Gone', 'Away', '{gone}', 'Nurse', 'Clinical', 'inactive', '2024-01-01', now(), now())"
        ))
        .await;
    ask(&server, &someone.to_uppercase()).await;
    ask(&server, &gone).await;
    ask(&server, &format!("nobody-{mark}@clinic.example")).await;
    server.platform().post("/api/clinics/find", json!({ "email": "nobody" })).await.refused_field("email");
    assert_eq!(unanswered(&first, &mark).await, 3);

    answer_finds(&server.app, &server.mailer()).await.unwrap();
    let sent = mails(&server);
    assert_eq!(sent.len(), 1, "{sent:?}");
    assert!(sent[0].contains(&someone), "{}", sent[0]);
    assert!(sent[0].contains(&first.origin()) && sent[0].contains(&second.origin()), "{}", sent[0]);
    // No address stays, and nobody is written to again.
    assert_eq!(unanswered(&first, &mark).await, 0);
    answer_finds(&server.app, &server.mailer()).await.unwrap();
    assert_eq!(mails(&server).len(), 1);

    // However often it is asked for, three mails a day.
    for _ in 0..4 {
        ask(&server, &someone).await;
        answer_finds(&server.app, &server.mailer()).await.unwrap();
    }
    assert_eq!(mails(&server).len(), 3);
    server.app.clock.advance(chrono::TimeDelta::hours(25));
    ask(&server, &someone).await;
    answer_finds(&server.app, &server.mailer()).await.unwrap();
    assert_eq!(mails(&server).len(), 4);
    // Asked by a clock that is a day ahead: nobody else's.
    assert_eq!(first.count("registry.find_request where asked_at > now() + interval '20 hours'").await, 1);
}
