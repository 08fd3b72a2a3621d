//! A lane of a worker: the clinics in which a job may be due, and a limited number of jobs at once, at most one of each clinic.
//!
//! Jobs that send something have a separate lane, and so have large jobs. A mail server that takes a minute for each
//! mail delays no other job, and a clinic's fifty signed documents do not delay an import that a person is watching.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Mutex, MutexGuard, PoisonError},
};

use futures_util::{StreamExt, stream::FuturesUnordered};
use tokio::sync::Notify;
use uuid::Uuid;

/// How many jobs run at once, except in the lane of large jobs. Each job holds a connection only briefly.
pub const AT_ONCE: usize = 8;

/// The lanes of a worker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LaneKind {
    /// Jobs that wait for a mail server or a provider of texts.
    Sending,
    /// Jobs that use much memory, such as those that make documents. A worker runs one of these at a time.
    Large,
    /// All other jobs, including kinds that only a newer release knows.
    Small,
}

impl LaneKind {
    pub(super) const ALL: [Self; 3] = [Self::Sending, Self::Large, Self::Small];

    const fn at_once(self) -> usize {
        match self {
            Self::Sending | Self::Small => AT_ONCE,
            Self::Large => 1,
        }
    }
}

/// The clinics that wait for their next job.
pub struct Lane {
    pub kind: LaneKind,
    queue: Mutex<Queue>,
    wake: Notify,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Uuid>,
    known: HashMap<Uuid, State>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Waiting,
    Running {
        /// Another job may have been added too late for the running one to find it.
        again: bool,
    },
}

impl Lane {
    pub fn new(kind: LaneKind) -> Self {
        Self { kind, queue: Mutex::default(), wake: Notify::new() }
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a clinic, unless it is queued already.
    pub fn push(&self, clinic: Uuid) {
        let mut queue = self.queue();
        match queue.known.get_mut(&clinic) {
            Some(State::Waiting) => {}
            Some(State::Running { again }) => *again = true,
            None => {
                queue.known.insert(clinic, State::Waiting);
                queue.waiting.push_back(clinic);
            }
        }
        drop(queue);
        self.wake.notify_one();
    }

    /// One lane of each kind.
    pub fn all() -> [Self; 3] {
        LaneKind::ALL.map(Self::new)
    }

    fn next(&self) -> Option<Uuid> {
        let mut queue = self.queue();
        let clinic = queue.waiting.pop_front()?;
        queue.known.insert(clinic, State::Running { again: false });
        Some(clinic)
    }

    /// If a job was found in the clinic, the clinic goes to the end of the queue.
    fn settle(&self, clinic: Uuid, found: bool) {
        let mut queue = self.queue();
        if found || queue.known.get(&clinic) == Some(&State::Running { again: true }) {
            queue.known.insert(clinic, State::Waiting);
            queue.waiting.push_back(clinic);
        } else {
            queue.known.remove(&clinic);
        }
    }

    /// Runs one job of each waiting clinic in turn, several at once, until the future is dropped. `run_one` returns
    /// whether there was a job.
    pub async fn work<F: Future<Output = bool>>(&self, run_one: impl Fn(Uuid) -> F) {
        let mut running = FuturesUnordered::new();
        loop {
            while running.len() < self.kind.at_once()
                && let Some(clinic) = self.next()
            {
                let run = run_one(clinic);
                running.push(async move { (clinic, run.await) });
            }
            tokio::select! {
                Some((clinic, found)) = running.next() => self.settle(clinic, found),
                () = self.wake.notified() => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        cell::{Cell, RefCell},
        time::Duration,
    };

    use tokio::time::timeout;

    use super::*;

    fn clinic(number: u128) -> Uuid {
        Uuid::from_u128(number)
    }

    #[tokio::test]
    async fn clinics_take_turns_and_a_bounded_number_runs_at_once() {
        let lane = Lane::new(LaneKind::Small);
        for number in 0..20 {
            lane.push(clinic(number));
            lane.push(clinic(number));
        }
        let (running, most) = (Cell::new(0), Cell::new(0));
        // The order in which the jobs begin, because of several at once a later one may end first.
        let (order, done) = (RefCell::new(Vec::new()), Cell::new(0));
        let work = lane.work(async |clinic| {
            let turn = {
                let mut order = order.borrow_mut();
                order.push(clinic);
                order.iter().filter(|begun| **begun == clinic).count()
            };
            running.set(running.get() + 1);
            most.set(most.get().max(running.get()));
            assert!(running.get() <= AT_ONCE);
            tokio::task::yield_now().await;
            running.set(running.get() - 1);
            done.set(done.get() + 1);
            // Three jobs of each clinic.
            turn < 3
        });
        let all = async {
            while done.get() < 60 {
                tokio::task::yield_now().await;
            }
        };
        tokio::select! { () = work => {}, () = all => {} }
        assert_eq!(most.get(), AT_ONCE);
        let order = order.into_inner();
        assert!((0..20).all(|number| order[..20].contains(&clinic(number))), "each had its first turn before a second");
    }

    #[tokio::test]
    async fn a_clinic_that_is_pushed_while_its_job_runs_is_looked_at_again() {
        let lane = Lane::new(LaneKind::Sending);
        lane.push(clinic(1));
        let seen = Cell::new(0);
        let twice = Notify::new();
        let work = lane.work(async |clinic| {
            seen.set(seen.get() + 1);
            if seen.get() == 1 {
                lane.push(clinic);
            } else {
                twice.notify_one();
            }
            false
        });
        tokio::select! { () = work => {}, () = twice.notified() => {} }
        assert_eq!(seen.get(), 2);
    }

    #[tokio::test]
    async fn jobs_that_hang_leave_the_others_of_the_lane_their_places() {
        let lane = Lane::new(LaneKind::Small);
        for number in 0..20 {
            lane.push(clinic(number));
        }
        let done = Cell::new(0);
        let all = Notify::new();
        let work = lane.work(async |one| {
            if one == clinic(0) {
                std::future::pending::<()>().await;
            }
            done.set(done.get() + 1);
            if done.get() == 19 {
                all.notify_one();
            }
            false
        });
        let ended = async {
            tokio::select! { () = work => {}, () = all.notified() => {} }
        };
        timeout(Duration::from_secs(10), ended).await.expect("the others ran");
    }
}
