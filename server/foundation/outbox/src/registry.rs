//! The kinds of jobs: each feature registers its own.

use std::collections::BTreeMap;

use entity::ids::{MemberId, PatientId};
use futures_util::future::BoxFuture;
use serde_json::Value;

use super::{
    Failed, Job, LaneKind, read,
    run::{MailsADay, Outcome, Run},
    sql::Kinds,
};
use base::error::Result;

/// The label of kinds that this release does not have.
pub const OTHER: &str = "other";

/// The kinds of jobs that a server runs.
#[derive(Clone)]
pub struct Jobs {
    kinds: BTreeMap<&'static str, Registered>,
    pub(super) mails_a_day: MailsADay,
}

/// The recipient of a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recipient {
    Member(MemberId),
    Patient(PatientId),
}

/// One kind of job, without its type.
#[derive(Clone, Copy)]
pub(super) struct Registered {
    about: Option<&'static str>,
    lane: LaneKind,
    can_wait: bool,
    recipient: fn(&Value) -> Option<Recipient>,
    pub(super) run: for<'a> fn(&'a Value, Run<'a>) -> BoxFuture<'a, Result<Outcome, Failed>>,
}

impl Jobs {
    pub fn new(mails_a_day: MailsADay) -> Self {
        Self { kinds: BTreeMap::new(), mails_a_day }
    }

    /// Adds one more kind.
    #[must_use]
    pub fn with<J: Job>(mut self) -> Self {
        let registered = Registered {
            about: J::MAIL_ABOUT,
            lane: J::LANE,
            can_wait: J::CAN_WAIT,
            recipient: |payload| {
                let job = read::<J>(payload).ok()?;
                job.member().map(Recipient::Member).or_else(|| job.patient().map(Recipient::Patient))
            },
            run: |payload, run| Box::pin(async move { read::<J>(payload)?.run(run).await }),
        };
        self.kinds.insert(J::KIND, registered);
        self
    }

    /// Every registered kind.
    pub fn kinds(&self) -> impl Iterator<Item = &'static str> {
        self.kinds.keys().copied()
    }

    /// The kinds with a mail.
    pub fn kinds_with_mail(&self) -> impl Iterator<Item = &'static str> {
        self.kinds.iter().filter(|(_, registered)| registered.about.is_some()).map(|(kind, _)| *kind)
    }

    /// The lane in which a kind runs.
    pub(super) fn lane(&self, kind: &str) -> LaneKind {
        self.kinds.get(kind).map_or(LaneKind::Small, |registered| registered.lane)
    }

    /// The kinds that may wait because nobody waits for them.
    pub(super) fn that_can_wait(&self) -> Vec<String> {
        self.kinds.iter().filter(|(_, registered)| registered.can_wait).map(|(kind, _)| (*kind).to_owned()).collect()
    }

    /// The kinds that run in a lane.
    pub(super) fn kinds_in(&self, lane: LaneKind) -> Kinds {
        let (here, elsewhere) = self.kinds().map(ToOwned::to_owned).partition(|kind| self.lane(kind) == lane);
        if lane == LaneKind::Small { Kinds::AllBut(elsewhere) } else { Kinds::These(here) }
    }

    pub(super) fn find(&self, kind: &str) -> Option<Registered> {
        self.kinds.get(kind).copied()
    }

    /// A kind as a label of the metrics. `other` if only a newer release has the kind.
    pub fn label(&self, kind: &str) -> &'static str {
        self.kinds.get_key_value(kind).map_or(OTHER, |(known, _)| known)
    }

    /// The subject and the recipient of a job's mail. `None` for a job without a mail.
    pub fn mail(&self, kind: &str, payload: &Value) -> Option<(&'static str, Recipient)> {
        let registered = self.find(kind)?;
        Some((registered.about?, (registered.recipient)(payload)?))
    }
}
