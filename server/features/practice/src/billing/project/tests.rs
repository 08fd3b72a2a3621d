use chrono::TimeDelta;
use proptest::prelude::*;

use super::{choose::canonical, *};
use crate::billing::status::StripeStatus;

const ZONE: Tz = chrono_tz::America::New_York;

fn at(days: i64) -> DateTime<Utc> {
    // 2027-01-01, 05:00 in New York.
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

/// The rows after the changes were written.
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
                id: (100 + i64::try_from(rows.len()).unwrap()).into(),
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
    Row {
        id: id.into(),
        is_manual,
        status,
        plan,
        cycle: Cycle::Monthly,
        price_id: "price_basic".to_owned(),
        stripe: None,
    }
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
    // 04:00 UTC is still the day before in New York.
    assert_eq!(fields.trial_end, "2027-01-14".parse().unwrap());
    assert_eq!(fields.next_bill, Some(fields.trial_end));
    assert_eq!((fields.trial_enabled, fields.trial_days, fields.status), (true, 13, SubscriptionStatus::Trialing));
    assert_eq!(projection.account.trial_used_at, Some(at(0)));
    assert_eq!(fields.price(), Decimal::new(9900, 2));
}

#[test]
fn a_subscription_that_will_end_has_no_next_bill() {
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
fn a_failed_attempt_does_not_hide_the_paid_subscription() {
    let list = [snapshot(1, "active"), snapshot(2, "incomplete_expired"), snapshot(3, "incomplete")];
    assert_eq!(canonical(&list).unwrap().id, "sub_1");
    let projection = plain(&customer(list.to_vec()), &[]);
    assert_eq!(only(&projection).stripe_subscription_id, "sub_1");
    let two = [snapshot(1, "active"), snapshot(2, "trialing")];
    assert_eq!(canonical(&two).unwrap().id, "sub_2");
    assert!(plain(&customer(two.to_vec()), &[]).alerts.contains(&"a clinic has two live subscriptions"));
}

#[test]
fn the_forms_row_is_linked_once_and_a_manual_row_never() {
    let rows = [form(7, false), form(8, true)];
    for (wanted, linked) in [(7, true), (8, false), (9, false)] {
        let projection = project(&customer(vec![snapshot(1, "active")]), &rows, |_| Some(wanted.into()), ZONE, at(5));
        let is_update = matches!(projection.changes.as_slice(), [Change::Update { row, .. }] if *row == 7.into());
        assert_eq!(is_update, linked, "{wanted}");
    }
    let both = customer(vec![snapshot(2, "active"), snapshot(1, "canceled")]);
    let projection = project(&both, &rows, |_| Some(7.into()), ZONE, at(5));
    assert!(
        matches!(projection.changes.as_slice(), [Change::Update { row, .. }, Change::Insert { .. }] if *row == 7.into()),
        "{projection:?}"
    );
}

#[test]
fn an_unknown_status_or_price_keeps_the_former_values() {
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
fn a_deleted_customer_ends_all_stripe_rows() {
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
    /// A second projection changes nothing, whatever the order in Stripe's list.
    #[test]
    fn projecting_twice_changes_nothing(customer in any_customer(), later in 0..30i64) {
        let first = project(&customer, &[form(7, false)], |_| Some(7.into()), ZONE, at(5));
        let mut turned = customer.clone();
        turned.subscriptions.reverse();
        let other_way = project(&turned, &[form(7, false)], |_| Some(7.into()), ZONE, at(5));
        prop_assert_eq!(&first.account, &other_way.account);
        let rows = written(&[form(7, false)], &first.changes);
        prop_assert_eq!(&rows, &written(&[form(7, false)], &other_way.changes));
        let again = project(&turned, &rows, |_| Some(7.into()), ZONE, at(5 + later));
        prop_assert_eq!(again.changes, Vec::new());
    }

    /// An ended subscription stays ended unless Stripe itself says otherwise, and a manual row never changes.
    #[test]
    fn stripe_rows_follow_stripe_and_manual_rows_stay_unchanged(story in proptest::collection::vec(any_customer(), 1..6)) {
        let mut rows = vec![form(7, false), form(8, true)];
        for (step, customer) in story.iter().enumerate() {
            let now = at(i64::try_from(step).unwrap());
            let projection = project(customer, &rows, |_| Some(8.into()), ZONE, now);
            rows = written(&rows, &projection.changes);
            prop_assert_eq!(rows.iter().find(|row| row.id == 8.into()), Some(&form(8, true)));
            prop_assert_eq!(rows.iter().find(|row| row.id == 7.into()), Some(&form(7, false)));
            for snapshot in &customer.subscriptions {
                let row = rows.iter().find(|row| {
                    row.stripe.as_ref().is_some_and(|own| own.stripe_subscription_id == snapshot.id)
                });
                if let (Some(row), Some(shown), false) = (row, snapshot.status.to_status(), customer.is_gone) {
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
