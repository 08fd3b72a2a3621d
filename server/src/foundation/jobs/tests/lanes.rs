//! A mail server that does not answer delays no job but mails.

use tokio::net::TcpListener;

use super::with_a_job;
use crate::{
    foundation::{
        config::mail_server::MailServer,
        jobs::{
            Worker,
            lane::{AT_ONCE, Lane},
        },
        mail::Mailer,
    },
    testing::TestClinic,
};

#[tokio::test]
async fn other_jobs_run_while_every_place_for_mails_is_taken_by_a_silent_server() {
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let mut clinics = Vec::new();
    for _ in 0..=AT_ONCE {
        let clinic = with_a_job().await;
        // A kind that nobody knows: it is tried once and fails.
        clinic
            .plant("insert into {}.job (kind, payload, run_at, created_at) values ('riddle', '{\"kind\": \"riddle\"}', now() - interval '1 hour', now())")
            .await;
        clinics.push(clinic);
    }
    let config = &clinics[0].server.config;
    let server = MailServer::parse(&format!("smtp://{}", silent.local_addr().unwrap()), None).unwrap();
    let mailer = Mailer::new(&config.mail_from, Some(&server), config.mail_dir.clone()).unwrap();
    let worker = Worker::new(clinics[0].server.app.clone(), mailer);
    let (others, sending) = (Lane::new(false), Lane::new(true));
    for clinic in &clinics {
        for lane in [&others, &sending] {
            lane.push(clinic.provisioned.id);
        }
    }
    let tried = async |clinic: &TestClinic, kind: &str| {
        clinic.count(&format!("{{}}.job where kind = '{kind}' and attempts = 1")).await == 1
    };
    let watch = async {
        // The mail server accepts the connections and never answers.
        let mut calls = Vec::new();
        while calls.len() < AT_ONCE {
            calls.push(silent.accept().await.unwrap());
        }
        for clinic in &clinics {
            while !tried(clinic, "riddle").await {}
        }
        let mut mails = 0;
        for clinic in &clinics {
            mails += usize::from(tried(clinic, "password_reset").await);
        }
        assert_eq!(mails, AT_ONCE, "mails have a bounded number of places");
    };
    tokio::select! {
        () = worker.work_in(&others) => {}
        () = worker.work_in(&sending) => {}
        () = watch => {}
    }
    // Stopped: what was interrupted is given back, all of it.
    worker.give_back().await;
    for clinic in &clinics {
        assert_eq!(
            clinic.count("{}.job where kind = 'password_reset' and attempts = 0 and claimed_until is null").await,
            1
        );
    }
}
