//! The job that sends the messages about one visit. It reads the present state each time, so it can run late or twice: it sends
//! only what is still true, and nothing twice.

use chrono::TimeDelta;
use entity::{
    ids::{AppointmentId, PatientId},
    words::MessageChannel,
};
use serde::{Deserialize, Serialize};

use super::{
    planned::{self, Next},
    send,
};
use outbox::{Failed, Job, LaneKind, Outcome, Run};

/// More messages than a visit ever has due at once, so that a bug cannot keep the worker busy.
const MAX_AT_ONCE: usize = 10;

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct VisitMessages {
    pub(super) appointment: AppointmentId,
    pub(super) patient: PatientId,
}

impl Job for VisitMessages {
    const KIND: &'static str = "visit_messages";
    const LANE: LaneKind = LaneKind::Sending;
    const RUNS_AGAIN: bool = true;

    fn patient(&self) -> Option<PatientId> {
        Some(self.patient)
    }

    async fn run(self, run: Run<'_>) -> Result<Outcome, Failed> {
        for _ in 0..MAX_AT_ONCE {
            match planned::next(self.appointment, &run).await? {
                Next::Nothing => return Ok(Outcome::Done),
                Next::Wait(at) => return Ok(Outcome::Again(at)),
                Next::Send(message) => {
                    let sent = match message.channel {
                        MessageChannel::Email => send::mail(*message, &run).await?,
                        MessageChannel::Text => send::text(*message, &run).await?,
                    };
                    if let held @ Outcome::Delayed(_) = sent {
                        return Ok(held);
                    }
                }
            }
        }
        Ok(Outcome::Again(run.now + TimeDelta::minutes(1)))
    }
}
