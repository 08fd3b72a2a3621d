//! Tests how many jobs run at once. A mail server that does not answer delays only mails, a document delays only
//! documents, and large jobs run one after the other.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use futures_util::future::join_all;
use serde::{Deserialize, Serialize};
use tokio::{net::TcpListener, time::timeout};

use super::{with_a_job, worker};
use crate::testing::{Server, TestClinic};
use base::error::Result;
use config::mail_server::MailServer;
use mail::Mailer;
use outbox::{
    Failed, Job, Jobs, LaneKind, Outcome, Run, Worker,
    lane::{AT_ONCE, Lane},
};
use tenancy::enter_for_job;

/// A job of this kind that has been due for this many hours. It has no payload besides its kind.
async fn plant_due(clinic: &TestClinic, kind: &str, hours: u32) {
    let row = format!("('{kind}', '{{\"kind\": \"{kind}\"}}', now() - interval '{hours} hours', now())");
    clinic.plant(&format!("insert into {{}}.job (kind, payload, run_at, created_at) values {row}")).await;
}

/// A job that uses much memory. Counts how many of these run at the same time.
#[derive(Serialize, Deserialize)]
struct Large {}

static HELD: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

impl Job for Large {
    const KIND: &'static str = "large";
    const LANE: LaneKind = LaneKind::Large;

    async fn run(self, run: Run<'_>) -> Result<Outcome, Failed> {
        PEAK.fetch_max(HELD.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        // Takes as long as a query to the database.
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
        plant_due(&clinic, "large", 1).await;
        clinics.push(clinic);
    }
    let app = server.app.clone();
    let jobs = app.part::<Jobs>().clone().with::<Large>();
    let worker = Worker::new(app.with_part(jobs), server.mailer());
    let large = Lane::new(LaneKind::Large);
    for clinic in &clinics {
        large.push(clinic.provisioned.id);
    }
    let all_done = async {
        for clinic in &clinics {
            while clinic.count("{}.job where kind = 'large' and done_at is not null").await == 0 {}
        }
    };
    tokio::select! { () = worker.work_in(&large) => {}, () = all_done => {} }
    assert_eq!(PEAK.load(Ordering::SeqCst), 1);
}

/// A document that is never done.
#[derive(Serialize, Deserialize)]
struct Endless {}

impl Job for Endless {
    const KIND: &'static str = "endless";
    const LANE: LaneKind = LaneKind::Large;

    async fn run(self, _: Run<'_>) -> Result<Outcome, Failed> {
        std::future::pending().await
    }
}

#[tokio::test]
async fn other_jobs_of_every_clinic_run_while_each_waits_for_a_document() {
    let server = Server::new();
    let mut clinics = Vec::new();
    for _ in 0..=AT_ONCE {
        let clinic = server.clinic().await;
        // The document is due first. The other kind is unknown: it is tried once and fails.
        plant_due(&clinic, "endless", 2).await;
        plant_due(&clinic, "riddle", 1).await;
        clinics.push(clinic);
    }
    let app = server.app.clone();
    let jobs = app.part::<Jobs>().clone().with::<Endless>();
    let worker = Worker::new(app.with_part(jobs), server.mailer());
    let lanes = Lane::all();
    for clinic in &clinics {
        for lane in &lanes {
            lane.push(clinic.provisioned.id);
        }
    }
    let tried = async {
        for clinic in &clinics {
            while clinic.count("{}.job where kind = 'riddle' and attempts = 1").await == 0 {}
        }
    };
    let in_time = timeout(Duration::from_mins(1), tried);
    tokio::select! {
        _ = join_all(lanes.iter().map(|lane| worker.work_in(lane))) => {}
        in_time = in_time => in_time.expect("no job waits for a document"),
    }
    worker.give_back().await;
}

#[tokio::test]
async fn what_somebody_waits_for_runs_before_older_copies_that_nobody_waits_for() {
    let clinic = TestClinic::new().await;
    clinic
        .plant("insert into {}.job (kind, payload, run_at, created_at) select 'signed_copy', jsonb_build_object('kind', 'signed_copy', 'of', 'exam', 'record', number), now() - interval '2 hours', now() from generate_series(1, 3) number")
        .await;
    plant_due(&clinic, "riddle", 1).await;
    let worker = worker(&clinic);
    assert!(worker.run_one(clinic.provisioned.id).await.unwrap());
    assert_eq!(clinic.count("{}.job where kind = 'riddle' and attempts = 1").await, 1);
    assert_eq!(clinic.count("{}.job where kind = 'signed_copy' and attempts = 0").await, 3);
    worker.visit(clinic.provisioned.id).await;
    assert_eq!(
        clinic.count("{}.job where kind = 'signed_copy' and done_at is not null").await,
        3,
        "they have their turn"
    );
}

#[tokio::test]
async fn other_jobs_run_while_every_place_for_mails_is_taken_by_a_silent_server() {
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let mut clinics = Vec::new();
    for _ in 0..=AT_ONCE {
        let clinic = with_a_job().await;
        // An unknown kind: it is tried once and fails.
        plant_due(&clinic, "riddle", 1).await;
        clinics.push(clinic);
    }
    let config = &clinics[0].server.config;
    let server = MailServer::parse(&format!("smtp://{}", silent.local_addr().unwrap()), None).unwrap();
    let mailer = Mailer::new(&config.mail_from, Some(&server), config.mail_dir.clone()).unwrap();
    let worker = Worker::new(clinics[0].server.app.clone(), mailer);
    let (others, sending) = (Lane::new(LaneKind::Small), Lane::new(LaneKind::Sending));
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
    // The worker is stopped. Every interrupted job is given back.
    worker.give_back().await;
    for clinic in &clinics {
        assert_eq!(
            clinic.count("{}.job where kind = 'password_reset' and attempts = 0 and claimed_until is null").await,
            1
        );
    }
}
