//! How many jobs run at once: a mail server that does not answer delays no job but mails, and large jobs take turns.

use std::sync::atomic::{AtomicUsize, Ordering};

use serde::{Deserialize, Serialize};
use tokio::net::TcpListener;

use super::with_a_job;
use crate::{
    foundation::{
        config::mail_server::MailServer,
        error::Result,
        jobs::{
            Failed, Job, Jobs, Outcome, Run, Worker,
            lane::{AT_ONCE, Lane},
        },
        mail::Mailer,
        tenancy::enter_for_job,
    },
    testing::{Server, TestClinic},
};

/// Holds much in memory, and counts how many do at the same time.
#[derive(Serialize, Deserialize)]
struct Large {}

static HELD: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

impl Job for Large {
    const KIND: &'static str = "large";
    const IS_LARGE: bool = true;

    async fn run(self, run: Run<'_>) -> Result<Outcome, Failed> {
        PEAK.fetch_max(HELD.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        // As long as a question to the database takes.
        enter_for_job(&run.app.tenants.db, run.clinic).await?.commit().await?;
        HELD.fetch_sub(1, Ordering::SeqCst);
        Ok(Outcome::Done)
    }
}

#[tokio::test]
async fn large_jobs_of_many_clinics_run_one_after_the_other() {
    let server = Server::new();
    let mut clinics = Vec::new();
    for _ in 0..4 {
        let clinic = server.clinic().await;
        clinic.plant("insert into {}.job (kind, payload, run_at, created_at) values ('large', '{\"kind\": \"large\"}', now() - interval '1 hour', now())").await;
        clinics.push(clinic);
    }
    let app = server.app.clone();
    let jobs = app.part::<Jobs>().clone().with::<Large>();
    let worker = Worker::new(app.with_part(jobs), server.mailer());
    let others = Lane::new(false);
    for clinic in &clinics {
        others.push(clinic.provisioned.id);
    }
    let all_done = async {
        for clinic in &clinics {
            while clinic.count("{}.job where kind = 'large' and done_at is not null").await == 0 {}
        }
    };
    tokio::select! { () = worker.work_in(&others) => {}, () = all_done => {} }
    assert_eq!(PEAK.load(Ordering::SeqCst), 1);
}

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
