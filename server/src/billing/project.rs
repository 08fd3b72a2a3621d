//! From what Stripe has to what our rows say: a pure function. It writes nothing, asks nobody and
//! gives the same answer however often and in whichever order it is asked.

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use rust_decimal::Decimal;

use super::{
    catalog::{Cycle, PlanId},
    gateway::{Customer, SubSnapshot},
    status::{StripeStatus, SubscriptionStatus},
};

/// Of a subscription's row, what Stripe may change. Notes and signatures are not here: no event
/// ever touches them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fields {
    pub stripe_subscription_id: String,
    pub stripe_status: String,
    pub status: SubscriptionStatus,
    pub plan: PlanId,
    pub cycle: Cycle,
    pub price_id: String,
    /// Cents for each period.
    pub amount: i64,
    pub trial_enabled: bool,
    pub trial_days: i32,
    pub start: NaiveDate,
    pub trial_end: NaiveDate,
    /// None when it has ended or will end.
    pub next_bill: Option<NaiveDate>,
    pub cancel_at: Option<DateTime<Utc>>,
    pub ended_at: Option<DateTime<Utc>>,
    pub past_due_since: Option<DateTime<Utc>>,
}

impl Fields {
    /// Dollars.
    pub fn price(&self) -> Decimal {
        Decimal::new(self.amount, 2)
    }
}

/// A row as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    pub id: i64,
    /// 'Other (manual)': nobody but a person changes it.
    pub is_manual: bool,
    pub status: SubscriptionStatus,
    pub plan: PlanId,
    pub cycle: Cycle,
    pub price_id: String,
    /// None until it was linked with a subscription of Stripe's.
    pub stripe: Option<Fields>,
}

/// Something to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// A row that Stripe says differently of; linked with it from now on.
    Update { row: i64, from: SubscriptionStatus, fields: Fields },
    /// A subscription that no row is for. `attempt` is what began it, as the caller found it.
    Insert { fields: Fields, subscription: usize },
}

/// What the platform keeps of the clinic's account.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Account {
    pub stripe_subscription_id: Option<String>,
    pub stripe_status: Option<String>,
    pub status: Option<SubscriptionStatus>,
    pub plan: Option<PlanId>,
    pub cycle: Option<Cycle>,
    pub current_period_end: Option<DateTime<Utc>>,
    pub cancel_at: Option<DateTime<Utc>>,
    pub past_due_since: Option<DateTime<Utc>>,
    /// When a trial of this customer began, if any did.
    pub trial_used_at: Option<DateTime<Utc>>,
}

/// All that follows from one look.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Projection {
    pub changes: Vec<Change>,
    pub account: Account,
    /// Worth a person's eye, in a word each.
    pub alerts: Vec<&'static str>,
}

/// The subscription that counts: a live one before one in the making before one that has ended,
/// then the newest. The newest alone would let a fresh attempt that failed hide a paying one.
pub fn canonical(subscriptions: &[SubSnapshot]) -> Option<&SubSnapshot> {
    subscriptions.iter().max_by(|one, other| {
        let rank = |snapshot: &SubSnapshot| match &snapshot.status {
            status if status.is_live() => 3,
            // Unknown: perhaps live. Nobody is cut off over a word.
            StripeStatus::Unknown(_) => 2,
            StripeStatus::Incomplete => 1,
            _ => 0,
        };
        (rank(one), one.created, &one.id).cmp(&(rank(other), other.created, &other.id))
    })
}

/// What to write so that the rows say what Stripe has. `form_row` gives the row of the form that a
/// subscription was begun for, from our own record of the attempt.
pub fn project(
    customer: &Customer,
    rows: &[Row],
    form_row: impl Fn(&SubSnapshot) -> Option<i64>,
    zone: Tz,
    now: DateTime<Utc>,
) -> Projection {
    let mut projection = Projection::default();
    let mut taken: Vec<i64> = Vec::new();
    // Oldest first, whichever order they came in.
    let mut order: Vec<usize> = (0..customer.subscriptions.len()).collect();
    order.sort_by_key(|at| (customer.subscriptions[*at].created, &customer.subscriptions[*at].id));
    for at in order {
        let snapshot = &customer.subscriptions[at];
        let linked =
            rows.iter().find(|row| row.stripe.as_ref().is_some_and(|own| own.stripe_subscription_id == snapshot.id));
        let waiting = || {
            let id = form_row(snapshot)?;
            rows.iter().find(|row| row.id == id && row.stripe.is_none() && !row.is_manual && !taken.contains(&id))
        };
        let row = linked.or_else(waiting);
        if let Some(row) = row {
            taken.push(row.id);
        }
        match fields(snapshot, customer.is_gone, row, zone, now, &mut projection.alerts) {
            Some(fields) => projection.note(row, fields, at),
            None => projection.alerts.push("a subscription has a status or a price that is not known"),
        }
    }
    if customer.is_gone {
        projection.end_the_rest(rows, &taken, now);
    }
    if customer.subscriptions.iter().filter(|snapshot| snapshot.status.is_live()).count() > 1 {
        projection.alerts.push("a clinic has two live subscriptions");
    }
    projection.account = account(customer, rows, &projection.changes);
    projection
}

impl Projection {
    fn note(&mut self, row: Option<&Row>, fields: Fields, subscription: usize) {
        match row {
            Some(row) if row.stripe.as_ref() == Some(&fields) && row.status == fields.status => {}
            Some(row) => self.changes.push(Change::Update { row: row.id, from: row.status, fields }),
            // A first payment that was never made is nothing to show.
            None if fields.stripe_status == "incomplete" || fields.stripe_status == "incomplete_expired" => {}
            None => self.changes.push(Change::Insert { fields, subscription }),
        }
    }

    /// The customer is no more, and Stripe tells nothing of its subscriptions: they have ended.
    fn end_the_rest(&mut self, rows: &[Row], told: &[i64], now: DateTime<Utc>) {
        for row in rows.iter().filter(|row| !told.contains(&row.id)) {
            let Some(own) = row.stripe.as_ref().filter(|own| own.status != SubscriptionStatus::Canceled) else {
                continue;
            };
            let fields = Fields {
                stripe_status: "canceled".to_owned(),
                status: SubscriptionStatus::Canceled,
                next_bill: None,
                past_due_since: None,
                ended_at: own.ended_at.or(Some(now)),
                ..own.clone()
            };
            self.changes.push(Change::Update { row: row.id, from: row.status, fields });
        }
    }
}

/// Nothing for a subscription of which nobody can say what it is: the caller leaves what is there.
fn fields(
    snapshot: &SubSnapshot,
    is_gone: bool,
    row: Option<&Row>,
    zone: Tz,
    now: DateTime<Utc>,
    alerts: &mut Vec<&'static str>,
) -> Option<Fields> {
    let before = row.and_then(|row| row.stripe.as_ref());
    let (stripe_status, status) = if is_gone && !snapshot.status.is_terminal() {
        ("canceled".to_owned(), SubscriptionStatus::Canceled)
    } else {
        // A status that is new to us changes nothing that is shown.
        let shown = snapshot.status.shown().or_else(|| before.map(|own| own.status))?;
        (snapshot.status.word().to_owned(), shown)
    };
    let (plan, cycle) = if let Some(bought) = snapshot.bought() {
        bought
    } else {
        alerts.push("a subscription's price is not of the catalog");
        row.map(|row| (row.plan, row.cycle))?
    };
    let day = |at: DateTime<Utc>| at.with_timezone(&zone).date_naive();
    let has_ended = status == SubscriptionStatus::Canceled;
    let cancel_at = if has_ended { None } else { snapshot.cancels_on() };
    let is_due = status == SubscriptionStatus::PastDue;
    Some(Fields {
        stripe_subscription_id: snapshot.id.clone(),
        stripe_status,
        status,
        plan,
        cycle,
        price_id: snapshot.price_id.clone().or_else(|| row.map(|row| row.price_id.clone())).unwrap_or_default(),
        amount: snapshot.amount().or(before.map(|own| own.amount)).unwrap_or(plan.terms().cents(cycle)),
        trial_enabled: snapshot.trial_end.is_some(),
        trial_days: trial_days(snapshot),
        start: day(snapshot.start),
        trial_end: day(snapshot.trial_end.unwrap_or(snapshot.start)),
        next_bill: if has_ended || cancel_at.is_some() { None } else { snapshot.current_period_end.map(day) },
        cancel_at,
        ended_at: if has_ended {
            snapshot.ended_at.or(before.and_then(|own| own.ended_at)).or(Some(now))
        } else {
            None
        },
        // Counted from when it was first seen, not from each failure anew.
        past_due_since: if is_due { before.and_then(|own| own.past_due_since).or(Some(now)) } else { None },
    })
}

fn trial_days(snapshot: &SubSnapshot) -> i32 {
    let Some(end) = snapshot.trial_end else { return 0 };
    let days = (end - snapshot.trial_start.unwrap_or(snapshot.start)).num_days();
    i32::try_from(days.clamp(0, 365)).unwrap_or(0)
}

fn account(customer: &Customer, rows: &[Row], changes: &[Change]) -> Account {
    let trial_used_at =
        customer.subscriptions.iter().filter_map(|snapshot| snapshot.trial_start.or(snapshot.trial_end)).min();
    let Some(counted) = canonical(&customer.subscriptions) else {
        return Account { trial_used_at, ..Account::default() };
    };
    let written = changes.iter().find_map(|change| match change {
        Change::Update { fields, .. } | Change::Insert { fields, .. } => {
            (fields.stripe_subscription_id == counted.id).then_some(fields)
        }
    });
    let kept =
        || rows.iter().filter_map(|row| row.stripe.as_ref()).find(|own| own.stripe_subscription_id == counted.id);
    let Some(fields) = written.or_else(kept) else {
        return Account { trial_used_at, ..Account::default() };
    };
    Account {
        stripe_subscription_id: Some(fields.stripe_subscription_id.clone()),
        stripe_status: Some(fields.stripe_status.clone()),
        status: Some(fields.status),
        plan: Some(fields.plan),
        cycle: Some(fields.cycle),
        current_period_end: counted.current_period_end,
        cancel_at: fields.cancel_at,
        past_due_since: fields.past_due_since,
        trial_used_at,
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use proptest::prelude::*;

    use super::*;

    const ZONE: Tz = chrono_tz::America::New_York;

    fn at(days: i64) -> DateTime<Utc> {
        // 2027-01-01, five in the morning in New York.
        DateTime::UNIX_EPOCH + TimeDelta::days(20_819 + days) + TimeDelta::hours(10)
    }

    fn snapshot(number: u32, status: &str) -> SubSnapshot {
        SubSnapshot {
            id: format!("sub_{number}"),
            status: StripeStatus::read(status),
            created: at(i64::from(number)),
            start: at(0),
            trial_start: None,
            trial_end: None,
            current_period_end: Some(at(31)),
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

    fn customer(subscriptions: Vec<SubSnapshot>) -> Customer {
        Customer { is_gone: false, subscriptions }
    }

    /// The rows as they are after the changes were written.
    fn written(rows: &[Row], changes: &[Change]) -> Vec<Row> {
        let mut rows = rows.to_vec();
        for change in changes {
            match change {
                Change::Update { row, fields, .. } => {
                    let row = rows.iter_mut().find(|known| known.id == *row).unwrap();
                    (row.status, row.plan, row.cycle) = (fields.status, fields.plan, fields.cycle);
                    row.price_id.clone_from(&fields.price_id);
                    row.stripe = Some(fields.clone());
                }
                Change::Insert { fields, .. } => rows.push(Row {
                    id: 100 + i64::try_from(rows.len()).unwrap(),
                    is_manual: false,
                    status: fields.status,
                    plan: fields.plan,
                    cycle: fields.cycle,
                    price_id: fields.price_id.clone(),
                    stripe: Some(fields.clone()),
                }),
            }
        }
        rows
    }

    fn form(id: i64, is_manual: bool) -> Row {
        let (status, plan) = (SubscriptionStatus::Trialing, PlanId::Basic);
        Row { id, is_manual, status, plan, cycle: Cycle::Monthly, price_id: "price_basic".to_owned(), stripe: None }
    }

    fn plain(customer: &Customer, rows: &[Row]) -> Projection {
        project(customer, rows, |_| None, ZONE, at(5))
    }

    fn only(projection: &Projection) -> &Fields {
        match projection.changes.as_slice() {
            [Change::Update { fields, .. } | Change::Insert { fields, .. }] => fields,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_trial_is_charged_when_it_ends_and_days_are_the_clinics() {
        let mut trial = snapshot(1, "trialing");
        (trial.trial_start, trial.trial_end) = (Some(at(0)), Some(at(14) - TimeDelta::hours(6)));
        trial.current_period_end = trial.trial_end;
        let projection = plain(&customer(vec![trial]), &[]);
        let fields = only(&projection);
        // 04:00 in UTC is still the day before in New York.
        assert_eq!(fields.trial_end, "2027-01-14".parse().unwrap());
        assert_eq!(fields.next_bill, Some(fields.trial_end));
        assert_eq!((fields.trial_enabled, fields.trial_days, fields.status), (true, 13, SubscriptionStatus::Trialing));
        assert_eq!(projection.account.trial_used_at, Some(at(0)));
        assert_eq!(fields.price(), Decimal::new(9900, 2));
    }

    #[test]
    fn what_will_end_has_no_next_bill_whichever_field_says_so() {
        let mut by_call = snapshot(1, "active");
        by_call.cancel_at_period_end = true;
        let mut by_portal = snapshot(1, "active");
        by_portal.cancel_at = Some(at(31));
        for ending in [by_call, by_portal] {
            let projection = plain(&customer(vec![ending]), &[]);
            let fields = only(&projection);
            assert_eq!((fields.next_bill, fields.cancel_at), (None, Some(at(31))));
            assert_eq!(fields.status, SubscriptionStatus::Active);
        }
    }

    #[test]
    fn a_fresh_failure_does_not_hide_the_one_that_pays() {
        let list = [snapshot(1, "active"), snapshot(2, "incomplete_expired"), snapshot(3, "incomplete")];
        assert_eq!(canonical(&list).unwrap().id, "sub_1");
        let projection = plain(&customer(list.to_vec()), &[]);
        assert_eq!(only(&projection).stripe_subscription_id, "sub_1");
        let two = [snapshot(1, "active"), snapshot(2, "trialing")];
        assert_eq!(canonical(&two).unwrap().id, "sub_2");
        assert!(plain(&customer(two.to_vec()), &[]).alerts.contains(&"a clinic has two live subscriptions"));
    }

    #[test]
    fn the_row_of_the_form_is_linked_once_and_a_manual_one_never() {
        let rows = [form(7, false), form(8, true)];
        for (wanted, linked) in [(7, true), (8, false), (9, false)] {
            let projection = project(&customer(vec![snapshot(1, "active")]), &rows, |_| Some(wanted), ZONE, at(5));
            let is_update = matches!(projection.changes.as_slice(), [Change::Update { row: 7, .. }]);
            assert_eq!(is_update, linked, "{wanted}");
        }
        let both = customer(vec![snapshot(2, "active"), snapshot(1, "canceled")]);
        let projection = project(&both, &rows, |_| Some(7), ZONE, at(5));
        assert!(
            matches!(projection.changes.as_slice(), [Change::Update { row: 7, .. }, Change::Insert { .. }]),
            "{projection:?}"
        );
    }

    #[test]
    fn an_unknown_status_or_price_keeps_what_was() {
        let rows = written(&[], &plain(&customer(vec![snapshot(1, "active")]), &[]).changes);
        let mut next = snapshot(1, "hibernating");
        next.lookup_key = Some("gold".to_owned());
        let projection = plain(&customer(vec![next.clone()]), &rows);
        let fields = only(&projection);
        assert_eq!((fields.status, fields.plan), (SubscriptionStatus::Active, PlanId::Plus));
        assert!(!projection.alerts.is_empty());
        let unseen = plain(&customer(vec![next]), &[]);
        assert!(unseen.changes.is_empty() && !unseen.alerts.is_empty());
    }

    #[test]
    fn a_customer_that_is_gone_ends_everything_of_stripes() {
        let rows = written(&[form(8, true)], &plain(&customer(vec![snapshot(1, "active")]), &[form(8, true)]).changes);
        let gone = Customer { is_gone: true, subscriptions: Vec::new() };
        let projection = plain(&gone, &rows);
        let fields = only(&projection);
        assert_eq!((fields.status, fields.ended_at), (SubscriptionStatus::Canceled, Some(at(5))));
        assert!(plain(&gone, &written(&rows, &projection.changes)).changes.is_empty());
    }

    #[test]
    fn the_grace_is_counted_from_the_first_failure() {
        let rows = written(&[], &plain(&customer(vec![snapshot(1, "past_due")]), &[]).changes);
        let later = project(&customer(vec![snapshot(1, "unpaid")]), &rows, |_| None, ZONE, at(20));
        assert_eq!(only(&later).past_due_since, Some(at(5)));
        let paid = plain(&customer(vec![snapshot(1, "active")]), &written(&rows, &later.changes));
        assert_eq!(only(&paid).past_due_since, None);
    }

    fn any_snapshot() -> impl Strategy<Value = SubSnapshot> {
        let words = proptest::sample::select(vec![
            "trialing",
            "active",
            "past_due",
            "unpaid",
            "paused",
            "incomplete",
            "incomplete_expired",
            "canceled",
            "new",
        ]);
        let keys = proptest::sample::select(vec!["celadon_basic_monthly", "celadon_pro_annual", "gold"]);
        (1..5u32, words, keys, any::<bool>(), proptest::option::of(0..40i64), proptest::option::of(0..40i64)).prop_map(
            |(number, word, key, cancels, trial, ended)| SubSnapshot {
                lookup_key: Some(key.to_owned()),
                cancel_at_period_end: cancels,
                trial_start: trial.map(|_| at(0)),
                trial_end: trial.map(at),
                ended_at: ended.map(at),
                ..snapshot(number, word)
            },
        )
    }

    fn any_customer() -> impl Strategy<Value = Customer> {
        (proptest::collection::vec(any_snapshot(), 0..5), any::<bool>()).prop_map(|(mut list, is_gone)| {
            list.sort_by(|one, other| one.id.cmp(&other.id));
            list.dedup_by(|one, other| one.id == other.id);
            Customer { is_gone, subscriptions: list }
        })
    }

    proptest! {
        /// P3 of the design: what was written once is not written again, in whichever order Stripe
        /// lists it.
        #[test]
        fn to_look_twice_changes_nothing(customer in any_customer(), later in 0..30i64) {
            let first = project(&customer, &[form(7, false)], |_| Some(7), ZONE, at(5));
            let mut turned = customer.clone();
            turned.subscriptions.reverse();
            let other_way = project(&turned, &[form(7, false)], |_| Some(7), ZONE, at(5));
            prop_assert_eq!(&first.account, &other_way.account);
            let rows = written(&[form(7, false)], &first.changes);
            prop_assert_eq!(&rows, &written(&[form(7, false)], &other_way.changes));
            let again = project(&turned, &rows, |_| Some(7), ZONE, at(5 + later));
            prop_assert_eq!(again.changes, Vec::new());
        }

        /// P4 and P5: what has ended stays ended unless Stripe itself says otherwise, and a manual
        /// row stays as a person left it, whatever comes.
        #[test]
        fn rows_follow_stripe_and_manual_rows_follow_nobody(story in proptest::collection::vec(any_customer(), 1..6)) {
            let mut rows = vec![form(7, false), form(8, true)];
            for (step, customer) in story.iter().enumerate() {
                let now = at(i64::try_from(step).unwrap());
                let projection = project(customer, &rows, |_| Some(8), ZONE, now);
                rows = written(&rows, &projection.changes);
                prop_assert_eq!(rows.iter().find(|row| row.id == 8), Some(&form(8, true)));
                prop_assert_eq!(rows.iter().find(|row| row.id == 7), Some(&form(7, false)));
                for snapshot in &customer.subscriptions {
                    let row = rows.iter().find(|row| {
                        row.stripe.as_ref().is_some_and(|own| own.stripe_subscription_id == snapshot.id)
                    });
                    if let (Some(row), Some(shown), false) = (row, snapshot.status.shown(), customer.is_gone) {
                        let knows_price = snapshot.bought().is_some();
                        prop_assert!(!knows_price || row.status == shown);
                    }
                    if let (Some(row), true) = (row, customer.is_gone) {
                        prop_assert_eq!(row.status, SubscriptionStatus::Canceled);
                    }
                }
            }
        }
    }
}
