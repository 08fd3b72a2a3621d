//! What is planned for a visit in each state, without a database.

use super::*;

const NEW_YORK: Tz = chrono_tz::America::New_York;

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

const fn clock(hour: u32, minute: u32) -> NaiveTime {
    match NaiveTime::from_hms_opt(hour, minute, 0) {
        Some(time) => time,
        None => NaiveTime::MIN,
    }
}

/// The settings of a new clinic: no messages.
const fn default_settings(now: DateTime<Utc>) -> message_setting::Model {
    message_setting::Model {
        id: 1,
        enabled: false,
        booked: true,
        moved: true,
        cancelled: true,
        reminder: true,
        reminder_days: 2,
        reminder_at: clock(9, 0),
        confirm_text: true,
        confirm_text_at: clock(14, 0),
        day_text: false,
        day_text_at: clock(8, 0),
        aftercare: true,
        recall: true,
        form_reminders: false,
        news_by_text: false,
        follow_up_days: None,
        quiet_from: clock(21, 0),
        quiet_to: clock(8, 0),
        sender_name: None,
        reply_to: None,
        version: 0,
        updated_at: now,
        updated_by: None,
        updated_by_name: None,
    }
}

fn on() -> message_setting::Model {
    message_setting::Model { enabled: true, confirm_text: false, ..default_settings(DateTime::UNIX_EPOCH) }
}

/// A visit booked at 10:00 in New York for 9:30 a week later. The patient knows nothing of it yet.
fn booked(settings: &message_setting::Model) -> VisitState<'_> {
    VisitState {
        status: Booked,
        move_asked: false,
        starts_at: at("2026-12-08T14:30:00Z"),
        known_starts_at: None,
        changed_at: at("2026-12-01T15:00:00Z"),
        status_at: None,
        settings,
        service: ServiceRules { reminder: true, has_aftercare: false, recall: None },
        news: Ok(()),
        reminder: Ok(()),
        text: Ok(()),
        news_text: Ok(()),
        at_once: false,
        zone: NEW_YORK,
        now: at("2026-12-01T15:00:00Z"),
    }
}

fn send(kind: MessageKind, when: &str) -> PlannedMessage {
    PlannedMessage { kind, channel: kind.channel(), action: Action::Send(at(when)) }
}

fn drop(kind: MessageKind, reason: MessageReason) -> PlannedMessage {
    PlannedMessage { kind, channel: kind.channel(), action: Action::Drop(reason) }
}

const REMINDED: &str = "2026-12-06T14:00:00Z";

#[test]
fn a_booking_is_told_after_three_minutes_and_reminded_two_days_before_at_nine() {
    let on = on();
    let told = booked(&on);
    let reminder = send(MessageKind::Reminder, REMINDED);
    assert_eq!(told.plan(), [send(MessageKind::Booked, "2026-12-01T15:03:00Z"), reminder]);
    let known = VisitState { known_starts_at: Some(told.starts_at), ..told };
    assert_eq!(known.plan(), [reminder]);
    let confirmed = VisitState { status: Confirmed, ..known };
    assert_eq!(confirmed.plan(), [reminder]);
}

#[test]
fn a_move_and_back_tells_nothing_and_a_move_tells_the_new_time() {
    let on = on();
    let back = VisitState { known_starts_at: Some(at("2026-12-08T14:30:00Z")), ..booked(&on) };
    assert_eq!(back.plan(), [send(MessageKind::Reminder, REMINDED)]);
    let moved = VisitState { known_starts_at: Some(at("2026-12-07T14:30:00Z")), ..back };
    let news = send(MessageKind::Moved, "2026-12-01T15:03:00Z");
    assert_eq!(moved.plan(), [news, send(MessageKind::Reminder, REMINDED)]);
}

#[test]
fn a_patient_who_asked_for_another_time_is_reminded_of_nothing_until_that_is_settled() {
    let texts = message_setting::Model { confirm_text: true, day_text: true, ..on() };
    let known = VisitState { known_starts_at: Some(at("2026-12-08T14:30:00Z")), ..booked(&texts) };
    assert_eq!(known.plan().len(), 3);
    let waiting = VisitState { move_asked: true, ..known };
    assert_eq!(waiting.plan(), []);
    for kind in [MessageKind::Reminder, MessageKind::ConfirmText, MessageKind::DayText] {
        assert_eq!(waiting.why_dropped(kind, waiting.starts_at), MessageReason::MoveAsked, "{kind:?}");
    }
    // What the clinic changes is still told.
    let moved = VisitState { starts_at: at("2026-12-09T14:30:00Z"), ..waiting };
    assert_eq!(moved.plan(), [send(MessageKind::Moved, "2026-12-01T15:03:00Z")]);
    let cancelled = VisitState { status: Cancelled, ..waiting };
    assert_eq!(cancelled.plan(), [send(MessageKind::Cancelled, "2026-12-01T15:03:00Z")]);
}

#[test]
fn a_cancelled_visit_is_told_once_and_reminds_of_nothing() {
    let on = on();
    let unknown = VisitState { status: Cancelled, ..booked(&on) };
    assert_eq!(unknown.plan(), []);
    let known = VisitState { known_starts_at: Some(unknown.starts_at), ..unknown };
    assert_eq!(known.plan(), [send(MessageKind::Cancelled, "2026-12-01T15:03:00Z")]);
    for over in [AppointmentStatus::NoShow, AppointmentStatus::Arrived, AppointmentStatus::Completed] {
        assert_eq!(VisitState { status: over, ..known }.plan(), [], "{over:?}");
    }
    assert_eq!(known.why_dropped(MessageKind::Reminder, known.starts_at), MessageReason::Cancelled);
}

#[test]
fn a_visit_that_has_begun_tells_nothing() {
    let on = on();
    for now in ["2026-12-08T14:30:00Z", "2026-12-09T14:30:00Z"] {
        let past = VisitState { now: at(now), ..booked(&on) };
        assert_eq!(past.plan(), []);
        assert_eq!(past.why_dropped(MessageKind::Booked, past.starts_at), MessageReason::Past);
    }
}

#[test]
fn a_visit_less_than_two_days_ahead_gets_no_reminder() {
    let on = on();
    let soon = VisitState { starts_at: at("2026-12-03T14:30:00Z"), ..booked(&on) };
    assert_eq!(soon.plan(), [send(MessageKind::Booked, "2026-12-01T15:03:00Z")]);
    // A visit booked a minute before nine gets one.
    let before_nine = at("2026-12-01T13:59:00Z");
    let in_time = VisitState { changed_at: before_nine, now: before_nine, ..soon };
    assert_eq!(in_time.plan()[1], send(MessageKind::Reminder, "2026-12-01T14:00:00Z"));
}

#[test]
fn quiet_hours_move_a_message_to_their_end_or_drop_it() {
    let on = on();
    let night = at("2026-12-02T03:00:00Z");
    let late = VisitState { changed_at: night, now: night, ..booked(&on) };
    assert_eq!(late.plan()[0], send(MessageKind::Booked, "2026-12-02T13:00:00Z"));
    let early = VisitState { starts_at: at("2026-12-02T12:30:00Z"), ..late };
    assert_eq!(early.plan(), [drop(MessageKind::Booked, MessageReason::QuietHours)]);
    // A worker that runs late also waits for the morning.
    let overslept = VisitState { changed_at: at("2026-12-02T01:00:00Z"), ..late };
    assert_eq!(overslept.plan()[0], send(MessageKind::Booked, "2026-12-02T13:00:00Z"));
    let morning = message_setting::Model { quiet_to: "10:00:00".parse().unwrap(), ..on.clone() };
    let reminded = VisitState { settings: &morning, ..booked(&on) };
    assert_eq!(reminded.plan()[1], send(MessageKind::Reminder, "2026-12-06T15:00:00Z"));
}

#[test]
fn reminders_keep_the_clinics_time_over_a_change_of_the_clocks() {
    let on = on();
    let spring = VisitState {
        starts_at: at("2027-03-15T13:30:00Z"),
        known_starts_at: Some(at("2027-03-15T13:30:00Z")),
        ..booked(&on)
    };
    assert_eq!(spring.plan(), [send(MessageKind::Reminder, "2027-03-13T14:00:00Z")]);
    let autumn = VisitState {
        starts_at: at("2026-11-02T14:30:00Z"),
        known_starts_at: Some(at("2026-11-02T14:30:00Z")),
        changed_at: at("2026-10-20T14:00:00Z"),
        now: at("2026-10-20T14:00:00Z"),
        ..booked(&on)
    };
    assert_eq!(autumn.plan(), [send(MessageKind::Reminder, "2026-10-31T13:00:00Z")]);
}

#[test]
fn whoever_cannot_be_reached_is_told_nothing_once_it_is_due() {
    let on = on();
    let early =
        VisitState { news: Err(MessageReason::NoAddress), reminder: Err(MessageReason::NotWanted), ..booked(&on) };
    assert_eq!(early.plan()[0], send(MessageKind::Booked, "2026-12-01T15:03:00Z"));
    let due = VisitState { now: at("2026-12-01T15:03:00Z"), ..early };
    assert_eq!(
        due.plan(),
        [drop(MessageKind::Booked, MessageReason::NoAddress), send(MessageKind::Reminder, REMINDED)]
    );
    let later = VisitState { now: at(REMINDED), known_starts_at: Some(due.starts_at), ..due };
    assert_eq!(later.plan(), [drop(MessageKind::Reminder, MessageReason::NotWanted)]);
}

#[test]
fn a_text_asks_whoever_has_not_confirmed_and_another_comes_on_the_day() {
    let texts = message_setting::Model { reminder: false, confirm_text: true, day_text: true, ..on() };
    let known = VisitState { known_starts_at: Some(at("2026-12-08T14:30:00Z")), ..booked(&texts) };
    let today = send(MessageKind::DayText, "2026-12-08T13:00:00Z");
    assert_eq!(known.plan(), [send(MessageKind::ConfirmText, "2026-12-06T19:00:00Z"), today]);
    let confirmed = VisitState { status: Confirmed, ..known };
    assert_eq!(confirmed.plan(), [today]);
    assert_eq!(confirmed.why_dropped(MessageKind::ConfirmText, confirmed.starts_at), MessageReason::Confirmed);
    let stopped = VisitState { text: Err(MessageReason::Stopped), now: at("2026-12-06T19:00:00Z"), ..known };
    assert_eq!(stopped.plan(), [drop(MessageKind::ConfirmText, MessageReason::Stopped), today]);
}

/// A visit completed at 10:15 in New York. Its service has aftercare and a recall after four weeks.
fn completed(settings: &message_setting::Model) -> VisitState<'_> {
    let now = at("2026-12-08T15:15:00Z");
    let service = ServiceRules { reminder: true, has_aftercare: true, recall: Some(Ok(at("2027-01-05T14:00:00Z"))) };
    VisitState { status: Completed, status_at: Some(now), now, service, ..booked(settings) }
}

#[test]
fn a_completed_visit_sends_its_text_after_three_minutes_and_never_days_later() {
    let on = on();
    let text = send(MessageKind::Aftercare, "2026-12-08T15:18:00Z");
    assert_eq!(completed(&on).plan(), [text]);
    let late = VisitState { now: at("2026-12-10T15:18:00Z"), ..completed(&on) };
    assert_eq!((late.plan(), late.why_dropped(MessageKind::Aftercare, late.starts_at)), (vec![], MessageReason::Past));
    let night = at("2026-12-09T03:00:00Z");
    let at_night = VisitState { status_at: Some(night), now: night, ..completed(&on) };
    assert_eq!(at_night.plan(), [send(MessageKind::Aftercare, "2026-12-09T13:00:00Z")]);
    // A patient who wants no reminders still gets the aftercare.
    let unreminded =
        VisitState { reminder: Err(MessageReason::NotWanted), now: at("2026-12-08T15:18:00Z"), ..completed(&on) };
    assert_eq!(unreminded.plan(), [text]);
    let reopened = VisitState { status: AppointmentStatus::InRoom, ..completed(&on) };
    assert_eq!(reopened.plan(), []);
    assert_eq!(reopened.why_dropped(MessageKind::Aftercare, reopened.starts_at), MessageReason::Reopened);
}

#[test]
fn it_is_time_for_the_next_visit_for_two_weeks_and_only_while_none_is_booked() {
    let on = on();
    let due = VisitState { now: at("2027-01-05T14:00:00Z"), ..completed(&on) };
    assert_eq!(due.plan(), [send(MessageKind::Recall, "2027-01-05T14:00:00Z")]);
    let later = VisitState { now: at("2027-01-19T14:00:00Z"), ..due };
    assert_eq!(later.plan(), []);
    let unwilling = VisitState { reminder: Err(MessageReason::NotWanted), ..due };
    assert_eq!(unwilling.plan(), [drop(MessageKind::Recall, MessageReason::NotWanted)]);
    for reason in [MessageReason::VisitBooked, MessageReason::Skipped, MessageReason::Archived] {
        let stopped = VisitState { service: ServiceRules { recall: Some(Err(reason)), ..due.service }, ..due };
        assert_eq!((stopped.plan(), stopped.why_dropped(MessageKind::Recall, due.starts_at)), (vec![], reason));
    }
}

#[test]
fn a_service_can_do_without_reminders() {
    let on = message_setting::Model { confirm_text: true, day_text: true, ..on() };
    let service = ServiceRules { reminder: false, has_aftercare: false, recall: None };
    let state = VisitState { service, ..booked(&on) };
    assert_eq!(state.plan(), [send(MessageKind::Booked, "2026-12-01T15:03:00Z")]);
    assert_eq!(state.why_dropped(MessageKind::Reminder, state.starts_at), MessageReason::SwitchedOff);
}

#[test]
fn each_kind_can_be_switched_off() {
    let on = on();
    let silent = message_setting::Model { booked: false, reminder: false, ..on.clone() };
    let state = VisitState { settings: &silent, ..booked(&on) };
    assert_eq!(
        state.plan(),
        [PlannedMessage { kind: MessageKind::Booked, channel: MessageChannel::Email, action: Action::Silent }]
    );
    let off = message_setting::Model { enabled: false, ..on.clone() };
    let state = VisitState { settings: &off, ..booked(&on) };
    assert_eq!(state.plan(), []);
    assert_eq!(state.why_dropped(MessageKind::Booked, state.starts_at), MessageReason::SwitchedOff);
}

#[test]
fn whoever_cannot_be_mailed_is_texted_what_is_new_if_the_clinic_wants_that() {
    let on = message_setting::Model { news_by_text: true, ..on() };
    let news = |state: &VisitState<'_>| state.plan().first().map(|planned| (planned.kind, planned.channel));
    let with_mail = booked(&on);
    assert_eq!(news(&with_mail), Some((MessageKind::Booked, MessageChannel::Email)));
    let without = VisitState { news: Err(MessageReason::NoAddress), ..with_mail };
    assert_eq!(news(&without), Some((MessageKind::Booked, MessageChannel::Text)));
    // Reminders keep their channel. If neither channel reaches the patient, the message has a reason.
    let plan = without.plan();
    let reminder = plan.iter().find(|planned| planned.kind == MessageKind::Reminder);
    assert_eq!(reminder.map(|planned| planned.channel), Some(MessageChannel::Email));
    let neither = VisitState { news_text: Err(MessageReason::NoNumber), now: at("2026-12-01T15:04:00Z"), ..without };
    assert_eq!(neither.plan()[0], drop(MessageKind::Booked, MessageReason::NoAddress));
    let off = message_setting::Model { news_by_text: false, ..on.clone() };
    assert_eq!(news(&VisitState { settings: &off, ..without }), Some((MessageKind::Booked, MessageChannel::Email)));
}

/// At 22:30 in New York, of a visit at 7:30 the next morning.
#[test]
fn what_the_quiet_hours_would_stop_is_sent_where_the_desk_wants_it_at_once() {
    let on = on();
    let night = VisitState {
        status: Cancelled,
        starts_at: at("2026-12-02T12:30:00Z"),
        known_starts_at: Some(at("2026-12-02T12:30:00Z")),
        changed_at: at("2026-12-02T03:30:00Z"),
        now: at("2026-12-02T03:30:00Z"),
        ..booked(&on)
    };
    assert_eq!(night.plan(), [drop(MessageKind::Cancelled, MessageReason::QuietHours)]);
    let urgent = VisitState { at_once: true, ..night };
    assert_eq!(urgent.plan(), [send(MessageKind::Cancelled, "2026-12-02T03:33:00Z")]);
}
