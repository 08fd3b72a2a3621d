//! The kinds of jobs: each feature registers its own.

use std::collections::BTreeMap;

use entity::ids::{MemberId, PatientId};
use futures_util::future::BoxFuture;
use serde_json::Value;

use super::{
    Failed, Job, read,
    run::{MailsADay, Outcome, Run},
};
use crate::foundation::error::Result;

/// The label of kinds that this release does not have.
pub const OTHER: &str = "other";

/// The kinds of jobs that a server runs.
#[derive(Clone)]
pub struct Jobs {
    kinds: BTreeMap<&'static str, Registered>,
    pub(super) mails_a_day: MailsADay,
}

/// Whom a mail is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recipient {
    Member(MemberId),
    Patient(PatientId),
}

/// One kind of job, without its type.
#[derive(Clone, Copy)]
pub(super) struct Registered {
    about: Option<&'static str>,
    sends: bool,
    pub(super) is_large: bool,
    recipient: fn(&Value) -> Option<Recipient>,
    pub(super) run: for<'a> fn(&'a Value, Run<'a>) -> BoxFuture<'a, Result<Outcome, Failed>>,
}

impl Jobs {
    pub fn new(mails_a_day: MailsADay) -> Self {
        Self { kinds: BTreeMap::new(), mails_a_day }
    }

    /// The same with one more kind.
    #[must_use]
    pub fn with<J: Job>(mut self) -> Self {
        let registered = Registered {
            about: J::MAIL_ABOUT,
            sends: J::SENDS,
            is_large: J::IS_LARGE,
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

    /// The kinds that are a mail.
    pub fn kinds_with_mail(&self) -> impl Iterator<Item = &'static str> {
        self.kinds.iter().filter(|(_, registered)| registered.about.is_some()).map(|(kind, _)| *kind)
    }

    /// Whether a kind sends something. A newer release's kind does not.
    pub(super) fn sends(&self, kind: &str) -> bool {
        self.kinds.get(kind).is_some_and(|registered| registered.sends)
    }

    /// The kinds that send something.
    pub(super) fn sending(&self) -> Vec<String> {
        self.kinds().filter(|kind| self.sends(kind)).map(ToOwned::to_owned).collect()
    }

    pub(super) fn find(&self, kind: &str) -> Option<Registered> {
        self.kinds.get(kind).copied()
    }

    /// A kind as a label of the metrics. A newer release's kind is `other`.
    pub fn label(&self, kind: &str) -> &'static str {
        self.kinds.get_key_value(kind).map_or(OTHER, |(known, _)| known)
    }

    /// The subject and the recipient of a job's mail. None for a job without a mail.
    pub fn mail(&self, kind: &str, payload: &Value) -> Option<(&'static str, Recipient)> {
        let registered = self.find(kind)?;
        Some((registered.about?, (registered.recipient)(payload)?))
    }
}
