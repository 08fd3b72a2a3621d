//! The demo data follows the product's own rules: no treatment without an exam, and nobody is in two places at once.

use std::{collections::BTreeSet, sync::LazyLock};

use chrono::{Datelike, NaiveDate, NaiveTime, Timelike};
use entity::words::{AppointmentStatus, Role, TreatmentType};
use practice::clinical::{
    consent_templates::CONSENT_TEMPLATES,
    durations::default_minutes,
    findings::{PE, ROS, SYSTEMS, VITALS},
};
use sea_orm::Iterable;

use super::{
    calendar::{Day, Moment},
    clinic::DemoClinic,
    consents::CONSENT_LINK_DAYS,
    patients::DemoPatient,
    team::DemoMember,
    visits::DemoAppointment,
};

static CLINICS: LazyLock<Vec<DemoClinic>> =
    LazyLock::new(|| DemoClinic::always().unwrap().into_iter().chain([DemoClinic::clearing().unwrap()]).collect());

/// The clinics that are always made. They show everything; the third shows clearance, with as few exams and visits as that takes.
fn always() -> &'static [DemoClinic] {
    &CLINICS[..2]
}

const TODAY: Day = Day::after_today(0);

/// A minute count that grows with time. Today's midnight is zero.
fn minute(moment: Moment) -> i64 {
    moment.day.days_from_today() * 1440 + minute_of_day(moment.time)
}

fn minute_of_day(time: NaiveTime) -> i64 {
    i64::from(time.num_seconds_from_midnight() / 60)
}

fn minutes(visit: &DemoAppointment) -> i64 {
    i64::from(default_minutes(visit.service))
}

fn charts() -> impl Iterator<Item = (&'static DemoClinic, &'static DemoPatient)> {
    charts_of(&CLINICS)
}

fn charts_of(clinics: &'static [DemoClinic]) -> impl Iterator<Item = (&'static DemoClinic, &'static DemoPatient)> {
    clinics.iter().flat_map(|clinic| clinic.patients.iter().map(move |patient| (clinic, patient)))
}

fn assert_date(date: NaiveDate) {
    assert!((1940..2030).contains(&date.year()), "{date}");
}

/// Whether `text` is `entry` with its blanks filled in.
fn fills(text: &str, entry: &str) -> bool {
    let parts: Vec<_> = entry.split("___").collect();
    let [first, between @ .., last] = &parts[..] else { return text == entry };
    let Some(mut rest) = text.strip_prefix(first).and_then(|rest| rest.strip_suffix(last)) else { return false };
    for part in between {
        match rest.split_once(part) {
            Some((filled, after)) if !filled.is_empty() => rest = after,
            _ => return false,
        }
    }
    !rest.is_empty()
}

fn consent_for(treatment_type: TreatmentType) -> &'static str {
    match treatment_type {
        TreatmentType::Botox => "Botulinum toxin (Botox)",
        TreatmentType::Microneedling => "Microneedling",
        TreatmentType::EzGelFace | TreatmentType::EzGelHands => "EZ Gel",
        TreatmentType::PrpPrfFace | TreatmentType::PrpHairRestoration => "PRP/PRF (face or scalp)",
    }
}

#[test]
fn clinics_have_the_requested_size() {
    let sizes: Vec<_> =
        CLINICS.iter().map(|clinic| (clinic.subdomain.as_str(), clinic.members.len(), clinic.patients.len())).collect();
    assert_eq!(sizes, [("demo", 7, 24), ("harbor", 3, 9), ("sage", 4, 6)]);
    for clinic in &*CLINICS {
        assert_eq!(clinic.members.iter().filter(|member| member.is_owner).count(), 1);
        assert!(clinic.members[0].is_owner && clinic.members.iter().any(|member| member.role == Role::MedicalDirector));
    }
}

#[test]
fn the_prescribers_of_the_clinic_that_clears_have_a_license() {
    let clinic = DemoClinic::clearing().unwrap();
    let licensed = clinic.members.iter().filter(|member| member.license_expires.is_some());
    assert!(licensed.clone().all(|member| member.credential.is_some() && member.license_number.is_some()));
    assert_eq!(licensed.count(), 3);
}

#[test]
fn nobody_shares_an_address_or_a_number_and_none_is_real() {
    let mut emails = BTreeSet::new();
    let mut phones = BTreeSet::new();
    let members = CLINICS.iter().flat_map(|clinic| &clinic.members);
    let members = members.map(|member| (Some(member.email.as_str()), Some(member.phone.as_str())));
    let patients = charts().map(|(_, patient)| (patient.email.as_deref(), patient.phone.as_deref()));
    for (email, phone) in members.chain(patients) {
        if let Some(email) = email {
            assert!(email.ends_with("@example.com") && email.is_ascii() && email == email.to_lowercase(), "{email}");
            assert!(emails.insert(email), "{email} stands twice");
        }
        if let Some(phone) = phone {
            assert!(phone.len() == 14 && phone[4..].starts_with(") 555-01"), "{phone}");
            assert!(phones.insert(phone), "{phone} stands twice");
        }
    }
    assert!(emails.len() > 35);
}

#[test]
fn names_are_distinct_and_dates_are_valid() {
    let names: BTreeSet<_> = charts().map(|(_, patient)| patient.full_name()).collect();
    assert_eq!(names.len(), charts().count());
    charts().filter_map(|(_, patient)| patient.birth_date).for_each(assert_date);
    for clinic in &*CLINICS {
        let names: BTreeSet<_> = clinic.members.iter().map(DemoMember::full_name).collect();
        assert_eq!(names.len(), clinic.members.len());
        clinic.members.iter().for_each(|member| assert_date(member.hire_date));
    }
}

#[test]
fn exams_use_the_form_and_leave_no_blank() {
    for (_, patient) in charts_of(always()) {
        for exam in &patient.exams {
            for vital in &exam.vitals {
                assert!(VITALS.iter().any(|entry| fills(vital, entry)), "{}: {vital}", patient.last_name);
                assert!(!vital.contains([',', ';', '_']), "{vital}");
            }
            for ((system, ros), (_, pe)) in ROS.iter().zip(PE) {
                for (text, offered) in [(exam.ros_text(system), ros), (exam.pe_text(system), pe)] {
                    for finding in text.split("; ") {
                        let known = offered.iter().any(|entry| fills(finding, entry));
                        assert!(known && !finding.contains('_'), "{}: {system}: {finding:?}", patient.last_name);
                    }
                }
            }
            assert!(exam.ros.keys().chain(exam.pe.keys()).all(|system| SYSTEMS.contains(&system.as_str())));
        }
    }
}

#[test]
fn body_mass_index_follows_from_weight_and_height() {
    let number = |vitals: &[String], label: &str| {
        let found = vitals.iter().find_map(|vital| vital.strip_prefix(label));
        found.map(|rest| rest.split(' ').filter_map(|word| word.parse::<f64>().ok()).collect::<Vec<_>>())
    };
    let mut checked = 0;
    for exam in charts().flat_map(|(_, patient)| &patient.exams) {
        let vitals = &exam.vitals;
        let Some(height) = number(vitals, "Height: ") else { continue };
        let (weight, index) = (number(vitals, "Weight: ").unwrap()[0], number(vitals, "BMI: ").unwrap()[0]);
        let inches = height[0] * 12.0 + height[1];
        let expected = weight * 703.0 / (inches * inches);
        assert!((expected - index).abs() <= 0.051, "{}: {expected} instead of {index}", exam.vitals_text());
        checked += 1;
    }
    assert!(checked >= 15);
}

#[test]
fn examiners_may_examine() {
    for (clinic, patient) in charts_of(always()) {
        for exam in &patient.exams {
            let role = clinic.member(&exam.examiner).unwrap().role;
            assert!(matches!(role, Role::Provider | Role::MedicalDirector), "{}: {role:?}", patient.last_name);
            assert!(exam.when.day < TODAY && exam.when.day >= patient.added.day);
        }
    }
}

#[test]
fn treatments_follow_an_exam_and_a_signed_consent() {
    for (_, patient) in charts() {
        for treatment in &patient.treatments {
            let now = minute(treatment.when);
            let examined = patient.exams.iter().any(|exam| {
                let then = minute(exam.when);
                then < now && now - then < 365 * 1440
            });
            assert!(examined, "{}: no exam before {treatment:?}", patient.last_name);
            let agreed = patient.consents.iter().any(|consent| {
                consent.template == consent_for(treatment.kind)
                    && consent.signed.is_some_and(|signed| minute(signed) < now)
            });
            assert!(agreed, "{}: no consent before {treatment:?}", patient.last_name);
        }
    }
}

#[test]
fn treatments_record_the_fields_of_their_type() {
    for (clinic, patient) in charts_of(always()) {
        for treatment in &patient.treatments {
            let kind = treatment.kind;
            assert_eq!(treatment.units.is_some(), kind == TreatmentType::Botox, "{treatment:?}");
            assert_eq!(treatment.lot.is_some(), kind == TreatmentType::Botox, "{treatment:?}");
            assert_eq!(treatment.volumes_ml.is_some(), kind.as_str().starts_with("EZ Gel"), "{treatment:?}");
            let role = clinic.member(&treatment.provider).unwrap().role;
            assert!(matches!(role, Role::Provider | Role::MedicalDirector | Role::Nurse), "{role:?}");
        }
        let botox = patient.treatments.iter().filter(|treatment| treatment.kind == TreatmentType::Botox);
        let days: Vec<_> = botox.map(|treatment| treatment.when.day.days_from_today()).collect();
        assert!(days.windows(2).all(|pair| pair[0] + 90 <= pair[1]), "{}", patient.last_name);
    }
}

#[test]
fn a_director_approves_the_work_of_others_within_three_days() {
    for clinic in always() {
        let treatments: Vec<_> = clinic.patients.iter().flat_map(|patient| &patient.treatments).collect();
        for treatment in &treatments {
            let Some(approval) = &treatment.approval else { continue };
            let waited = minute(approval.when) - minute(treatment.when);
            assert!(approval.when.day < TODAY && (1..=72 * 60).contains(&waited), "{treatment:?}");
            assert_eq!(clinic.member(&approval.director).unwrap().role, Role::MedicalDirector);
            assert_ne!(approval.director, treatment.provider);
        }
        let pending = treatments.iter().filter(|treatment| treatment.approval.is_none()).count();
        assert!(pending >= 3 && pending < treatments.len(), "{}", clinic.name);
    }
}

#[test]
fn consents_have_a_status_that_fits_their_age() {
    for clinic in always() {
        let mut kinds = BTreeSet::new();
        for patient in &clinic.patients {
            for consent in &patient.consents {
                assert!(CONSENT_TEMPLATES.iter().any(|(name, _)| *name == consent.template), "{consent:?}");
                assert!(clinic.member(&consent.issued_by).is_some());
                let issued = consent.issued.day;
                assert!((patient.added.day..TODAY).contains(&issued), "{consent:?}");
                let link_days = i64::from(CONSENT_LINK_DAYS);
                kinds.insert(if let Some(signed) = consent.signed {
                    let took = minute(signed) - minute(consent.issued);
                    assert!(signed.day < TODAY && (1..=link_days * 1440).contains(&took), "{consent:?}");
                    "signed"
                } else {
                    // On its last day it would be open in the morning and expired in the evening.
                    assert_ne!(issued.days_from_today(), -link_days, "{consent:?}");
                    if issued.days_from_today() > -link_days { "pending" } else { "expired" }
                });
            }
        }
        assert_eq!(kinds.len(), 3, "{}", clinic.name);
    }
}

#[test]
fn nobody_is_in_two_places_at_once() {
    for clinic in &*CLINICS {
        let mut taken: Vec<(&str, i64, i64)> = Vec::new();
        for patient in &clinic.patients {
            let name = patient.email.as_deref().or(patient.phone.as_deref()).unwrap();
            for appointment in &patient.appointments {
                let start = minute(appointment.when);
                let end = start + minutes(appointment);
                for person in [appointment.provider.as_str(), name] {
                    let free = taken.iter().all(|(who, from, to)| *who != person || end <= *from || start >= *to);
                    assert!(free, "{person} is taken at {:?}", appointment.when);
                    taken.push((person, start, end));
                }
                let role = clinic.member(&appointment.provider).unwrap().role;
                assert!(matches!(role, Role::Provider | Role::MedicalDirector | Role::Nurse), "{role:?}");
                assert!((8..19).contains(&appointment.when.time.hour()), "{:?}", appointment.when);
            }
        }
        let visits = clinic.patients.iter().flat_map(|patient| &patient.appointments);
        assert!(visits.filter(|visit| visit.when.day == TODAY).count() >= 2, "{}", clinic.name);
    }
}

#[test]
fn recent_treatments_have_appointments() {
    for (_, patient) in charts() {
        for treatment in patient.treatments.iter().filter(|treatment| treatment.when.day >= Day::after_today(-14)) {
            let done = minute(treatment.when);
            let scheduled = patient.appointments.iter().any(|visit| {
                let start = minute(visit.when);
                visit.service.as_str() == treatment.kind.as_str()
                    && visit.provider == treatment.provider
                    && (start..start + minutes(visit)).contains(&done)
            });
            assert!(scheduled, "{}: {treatment:?}", patient.last_name);
        }
    }
}

#[test]
fn the_larger_clinics_day_has_every_status() {
    let visits = CLINICS[0].patients.iter().flat_map(|patient| &patient.appointments);
    let today: BTreeSet<_> =
        visits.filter(|visit| visit.when.day == TODAY).map(|visit| visit.status().as_str()).collect();
    assert_eq!(today, AppointmentStatus::iter().map(AppointmentStatus::as_str).collect());
    for visit in charts().flat_map(|(_, patient)| &patient.appointments) {
        let status = visit.status();
        assert_eq!(visit.cancel_reason.is_some(), status == AppointmentStatus::Cancelled, "{visit:?}");
        let is_to_come = matches!(status, AppointmentStatus::Booked | AppointmentStatus::Confirmed);
        assert!(visit.when.day <= TODAY || is_to_come, "{visit:?}");
        assert!(visit.when.day >= TODAY || status == AppointmentStatus::Completed, "{visit:?}");
    }
}

#[test]
fn nobody_is_booked_in_a_break_and_the_desk_names_people_of_the_clinic() {
    for clinic in &*CLINICS {
        for pause in &clinic.breaks {
            assert!(clinic.member(&pause.member).is_some(), "{pause:?}");
            let (from, to) = (minute_of_day(pause.starts), minute_of_day(pause.ends));
            assert!(from < to, "{pause:?}");
            let visits = clinic.patients.iter().flat_map(|patient| &patient.appointments);
            for visit in visits.filter(|visit| visit.provider == pause.member && visit.when.day >= TODAY) {
                let start = minute_of_day(visit.when.time);
                assert!(start + minutes(visit) <= from || start >= to, "{visit:?} in {pause:?}");
            }
        }
        for wait in &clinic.waiting {
            let patient = clinic.patient(&wait.patient).unwrap();
            assert!(wait.provider.as_ref().is_none_or(|name| clinic.member(name).is_some()), "{wait:?}");
            let waits_in_vain = |visit: &DemoAppointment| visit.service == wait.service && visit.when.day > TODAY;
            assert!(!patient.appointments.iter().any(waits_in_vain), "{} is booked", patient.last_name);
        }
        let rooms: BTreeSet<_> = clinic.rooms.iter().map(|room| &room.name).collect();
        assert_eq!(rooms.len(), clinic.rooms.len());
    }
}
