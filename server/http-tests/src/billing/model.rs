//! The row ends in Stripe's own final state, however deliveries are ordered, repeated and delayed, and however workers
//! interleave, crash and lose their lease.
//!
//! Simpler strategies fail the same test, which shows that the test can find the fault.

use chrono::{DateTime, TimeDelta};

use practice::billing::{
    gateway::{Customer, SubSnapshot},
    project::{Row, project},
    status::{StripeStatus, SubscriptionStatus},
};

/// How a worker handles an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Strategy {
    /// Uses the event's content.
    Snapshot,
    /// Uses the event's content unless a later event was seen. Times have whole seconds.
    SnapshotIfNotOlder,
    /// Uses the event's content only if the event is later than all seen before.
    SnapshotIfNewer,
    /// Fetches once for each event, without a lock.
    FetchOnce,
    /// The product's strategy: a counter, a lease that can expire, and a token that is checked when writing.
    CounterLeaseToken,
    /// The same without the token: a worker that was overtaken writes anyway.
    CounterLease,
}

/// A reproducible source of choices.
struct Choices(u64);

impl Choices {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 16).unwrap_or(0) % limit
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// A worker in the middle of a sync.
#[derive(Debug, Clone, Copy)]
enum Step {
    /// Has taken an event of this version.
    Took(usize),
    /// Has fetched this version. With a lease, also the token and the counter of the claim.
    Fetched {
        version: usize,
        token: u64,
        seq: u64,
    },
    ClaimedAccount {
        token: u64,
        seq: u64,
    },
}

struct World {
    strategy: Strategy,
    choices: Choices,
    /// Stripe's states in order: second and status.
    versions: Vec<(u64, &'static str)>,
    /// How many of the versions have happened.
    happened: usize,
    queue: Vec<usize>,
    workers: [Option<Step>; 3],
    row: Option<Row>,
    row_second: Option<u64>,
    seen: Vec<usize>,
    dirty: u64,
    synced: u64,
    lease: Option<u64>,
    tokens: u64,
}

impl World {
    fn new(strategy: Strategy, seed: u64) -> Self {
        let mut choices = Choices(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        let all = ["incomplete", "trialing", "active", "past_due", "active", "canceled"];
        let count = 2 + choices.below(5);
        let mut second = 0;
        let mut versions = Vec::new();
        for status in &all[..count] {
            second += u64::from(choices.chance(50));
            versions.push((second, *status));
        }
        Self {
            strategy,
            choices,
            versions,
            happened: 0,
            queue: Vec::new(),
            workers: [None; 3],
            row: None,
            row_second: None,
            seen: Vec::new(),
            dirty: 0,
            synced: 0,
            lease: None,
            tokens: 0,
        }
    }

    /// Writes this version of Stripe's state to the row with the product's own projection.
    fn write(&mut self, version: usize) {
        let customer = Customer { is_gone: false, subscriptions: vec![snapshot(self.versions[version].1)] };
        let rows: Vec<_> = self.row.clone().into_iter().collect();
        let now = DateTime::UNIX_EPOCH + TimeDelta::days(20_000);
        let projection = project(&customer, &rows, |_| Some(1.into()), chrono_tz::UTC, now);
        for change in projection.changes {
            let practice::billing::project::Change::Update { fields, .. } = change else { continue };
            let row = self.row.as_mut().unwrap();
            row.status = fields.status;
            row.stripe = Some(fields);
        }
    }

    /// Runs until everything that was delivered is processed. Returns whether the row is right at the end.
    fn ends_right(mut self) -> bool {
        self.row = Some(Row {
            id: 1.into(),
            is_manual: false,
            status: SubscriptionStatus::Trialing,
            plan: practice::billing::PlanId::Plus,
            cycle: practice::billing::Cycle::Monthly,
            price_id: "price_1".to_owned(),
            stripe: None,
        });
        for _ in 0..5_000 {
            let mut acts: Vec<usize> = (0..3).filter(|worker| self.workers[*worker].is_some()).collect();
            let has_room = acts.len() < 3;
            if self.happened < self.versions.len() {
                acts.push(10);
            }
            if has_room && (!self.queue.is_empty() || self.is_ours() && self.dirty > self.synced) {
                acts.push(11);
            }
            if acts.is_empty() {
                break;
            }
            match acts[self.choices.below(acts.len())] {
                10 => self.happen(),
                11 => self.take(),
                worker => self.step(worker),
            }
        }
        let last = self.versions[self.versions.len() - 1].1;
        self.row.unwrap().stripe.is_some_and(|own| own.stripe_status == last)
    }

    fn is_ours(&self) -> bool {
        matches!(self.strategy, Strategy::CounterLeaseToken | Strategy::CounterLease)
    }

    /// Stripe's state changes. The event is delivered once or twice.
    fn happen(&mut self) {
        for _ in 0..=usize::from(self.choices.chance(30)) {
            self.queue.push(self.happened);
        }
        self.happened += 1;
    }

    /// An idle worker takes a delivery, not always the first, or claims a marked account.
    fn take(&mut self) {
        let worker = self.workers.iter().position(Option::is_none).unwrap();
        if self.queue.is_empty() {
            self.claim(worker);
            return;
        }
        let at = if self.choices.chance(60) { self.choices.below(self.queue.len()) } else { 0 };
        let version = self.queue.swap_remove(at);
        if self.is_ours() {
            // The inbox does not count a repetition.
            if !self.seen.contains(&version) {
                self.seen.push(version);
                self.dirty += 1;
            }
            return;
        }
        self.workers[worker] = Some(Step::Took(version));
    }

    fn claim(&mut self, worker: usize) {
        // Sometimes a lease expires, even if its worker is not done.
        if self.lease.is_some() && !self.choices.chance(10) {
            // If no worker is left, the lease's worker has crashed, and the lease expires.
            if self.workers.iter().all(Option::is_none) {
                self.lease = None;
            }
            return;
        }
        self.tokens += 1;
        self.lease = Some(self.tokens);
        self.workers[worker] = Some(Step::ClaimedAccount { token: self.tokens, seq: self.dirty });
    }

    fn step(&mut self, worker: usize) {
        let now = self.happened - 1;
        let next = match self.workers[worker].unwrap() {
            Step::Took(version) => match self.strategy {
                Strategy::Snapshot => {
                    self.write(version);
                    None
                }
                Strategy::SnapshotIfNotOlder | Strategy::SnapshotIfNewer => {
                    let second = self.versions[version].0;
                    let passes = self.row_second.is_none_or(|seen| {
                        if self.strategy == Strategy::SnapshotIfNewer { second > seen } else { second >= seen }
                    });
                    if passes {
                        self.row_second = Some(second);
                        self.write(version);
                    }
                    None
                }
                _ if self.seen.contains(&version) => None,
                _ => {
                    self.seen.push(version);
                    Some(Step::Fetched { version: now, token: 0, seq: 0 })
                }
            },
            // A crash between claim and fetch. The lease expires later.
            Step::ClaimedAccount { .. } if self.choices.chance(5) => None,
            Step::ClaimedAccount { token, seq } => Some(Step::Fetched { version: now, token, seq }),
            Step::Fetched { version, .. } if !self.is_ours() => {
                self.write(version);
                None
            }
            Step::Fetched { version, token, seq } => {
                let is_ours_still = self.lease == Some(token) || self.strategy == Strategy::CounterLease;
                // After a crash between the clinic's commit and the registry's, the row is written but the account still marked.
                let crashes = self.choices.chance(5);
                if is_ours_still {
                    self.write(version);
                    if !crashes {
                        self.synced = self.synced.max(seq);
                        self.lease = None;
                    }
                }
                None
            }
        };
        self.workers[worker] = next;
    }
}

fn snapshot(status: &str) -> SubSnapshot {
    let at = DateTime::UNIX_EPOCH + TimeDelta::days(20_000);
    SubSnapshot {
        id: "sub_1".to_owned(),
        status: StripeStatus::read(status),
        created: at,
        start: at,
        trial_start: None,
        trial_end: None,
        current_period_end: Some(at + TimeDelta::days(30)),
        cancel_at: None,
        cancel_at_period_end: false,
        ended_at: None,
        price_id: Some("price_1".to_owned()),
        lookup_key: Some("celadon_plus_monthly".to_owned()),
        unit_amount: Some(9900),
        quantity: 1,
        attempt: None,
    }
}

fn wrong(strategy: Strategy, runs: u64) -> u64 {
    (1..=runs).map(|seed| u64::from(!World::new(strategy, seed).ends_right())).sum()
}

#[test]
fn every_sequence_of_events_ends_in_stripes_own_state() {
    assert_eq!(wrong(Strategy::CounterLeaseToken, 20_000), 0);
}

#[test]
fn simpler_designs_end_in_a_wrong_state() {
    for strategy in [
        Strategy::Snapshot,
        Strategy::SnapshotIfNotOlder,
        Strategy::SnapshotIfNewer,
        Strategy::FetchOnce,
        Strategy::CounterLease,
    ] {
        let wrong = wrong(strategy, 20_000);
        println!("{strategy:?}: {wrong} of 20000 end wrong");
        assert!(wrong > 0, "{strategy:?} never ends wrong: the test has no teeth");
    }
}
