//! The demo data follows the product's own rules: no treatment without an exam, nobody in two places at once.

use std::collections::BTreeSet;

use entity::words::{AppointmentStatus, Role, TreatmentType};
use sea_orm::Iterable;

use super::{CLINICS, people::*};
use crate::features::clinical::{
    consent_templates::CONSENT_TEMPLATES,
    durations::default_minutes,
    findings::{PE, ROS, SYSTEMS, VITALS},
};

/// A number that grows with time: minutes, with today's midnight as zero.
fn minute(days_ago: i32, at: &str) -> i32 {
    let (hour, minute) = at.split_once(':').unwrap();
    assert_eq!((hour.len(), minute.len()), (2, 2), "{at}");
    let (hour, minute): (i32, i32) = (hour.parse().unwrap(), minute.parse().unwrap());
    assert!((0..24).contains(&hour) && (0..60).contains(&minute), "{at}");
    -days_ago * 1440 + hour * 60 + minute
}

fn charts() -> impl Iterator<Item = (&'static DemoClinic, &'static DemoPatient)> {
    CLINICS.iter().flat_map(|clinic| clinic.patients().map(move |patient| (*clinic, patient)))
}

fn assert_date(text: &str) {
    let parts: Vec<usize> = text.split('-').map(|part| part.parse().unwrap()).collect();
    let [year, month, day] = parts[..] else { panic!("{text}") };
    let days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    assert!(text.len() == 10 && (1940..2030).contains(&year), "{text}");
    assert!((1..=12).contains(&month) && (1..=days[month - 1]).contains(&day), "{text}");
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
        TreatmentType::Botox => consent::TOXIN,
        TreatmentType::Microneedling => consent::MICRONEEDLING,
        TreatmentType::EzGelFace | TreatmentType::EzGelHands => consent::EZ_GEL,
        TreatmentType::PrpPrfFace | TreatmentType::PrpHairRestoration => consent::PLATELETS,
    }
}

#[test]
fn clinics_have_the_requested_size() {
    let sizes: Vec<_> =
        CLINICS.iter().map(|clinic| (clinic.subdomain, clinic.members.len(), clinic.patients().count())).collect();
    assert_eq!(sizes, [("demo", 7, 24), ("harbor", 3, 9)]);
    for clinic in CLINICS {
        assert_eq!(clinic.members.iter().filter(|member| member.is_owner).count(), 1);
        assert!(clinic.members[0].is_owner && clinic.members.iter().any(|member| member.role == Role::MedicalDirector));
    }
}

#[test]
fn nobody_shares_an_address_or_a_number_and_none_is_real() {
    let mut emails = BTreeSet::new();
    let mut phones = BTreeSet::new();
    let members = CLINICS.iter().flat_map(|clinic| clinic.members).map(|m| (Some(m.email), Some(m.phone)));
    for (email, phone) in members.chain(charts().map(|(_, patient)| (patient.email, patient.phone))) {
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
    let names: BTreeSet<_> = charts().map(|(_, patient)| (patient.last_name, patient.first_name)).collect();
    assert_eq!(names.len(), charts().count());
    charts().filter_map(|(_, patient)| patient.birth_date).for_each(assert_date);
    CLINICS.iter().flat_map(|clinic| clinic.members).for_each(|member| assert_date(member.hire_date));
}

#[test]
fn exams_use_the_form_and_leave_no_blank() {
    for (_, patient) in charts() {
        for exam in patient.exams {
            for vital in exam.vitals {
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
            assert!(exam.ros.iter().chain(exam.pe).all(|(system, _)| SYSTEMS.contains(system)));
        }
    }
}

#[test]
fn body_mass_index_follows_from_weight_and_height() {
    let number = |vitals: &[&str], label: &str| {
        let found = vitals.iter().find_map(|vital| vital.strip_prefix(label));
        found.map(|rest| rest.split(' ').filter_map(|word| word.parse::<f64>().ok()).collect::<Vec<_>>())
    };
    let mut checked = 0;
    for exam in charts().flat_map(|(_, patient)| patient.exams) {
        let Some(height) = number(exam.vitals, "Height: ") else { continue };
        let (weight, index) = (number(exam.vitals, "Weight: ").unwrap()[0], number(exam.vitals, "BMI: ").unwrap()[0]);
        let inches = height[0] * 12.0 + height[1];
        let expected = weight * 703.0 / (inches * inches);
        assert!((expected - index).abs() <= 0.051, "{}: {expected} instead of {index}", exam.vitals_text());
        checked += 1;
    }
    assert!(checked >= 15);
}

#[test]
fn examiners_may_examine() {
    for (clinic, patient) in charts() {
        for exam in patient.exams {
            let role = clinic.member(exam.examiner).unwrap().role;
            assert!(matches!(role, Role::Provider | Role::MedicalDirector), "{}: {role:?}", patient.last_name);
            assert!(exam.days_ago > 0 && exam.days_ago <= patient.days_ago);
        }
    }
}

#[test]
fn treatments_follow_an_exam_and_a_signed_consent() {
    for (_, patient) in charts() {
        for treatment in patient.treatments {
            let now = minute(treatment.days_ago.into(), treatment.at);
            let examined = patient.exams.iter().any(|exam| {
                let then = minute(exam.days_ago.into(), exam.at);
                then < now && now - then < 365 * 1440
            });
            assert!(examined, "{}: no exam before {treatment:?}", patient.last_name);
            let agreed = patient.consents.iter().any(|consent| match consent.state {
                DemoConsentState::Signed { days_ago, at } => {
                    consent.template == consent_for(treatment.treatment_type) && minute(days_ago.into(), at) < now
                }
                _ => false,
            });
            assert!(agreed, "{}: no consent before {treatment:?}", patient.last_name);
        }
    }
}

#[test]
fn treatments_record_the_fields_of_their_type() {
    for (clinic, patient) in charts() {
        for treatment in patient.treatments {
            let kind = treatment.treatment_type;
            assert_eq!(treatment.units.is_some(), kind == TreatmentType::Botox, "{treatment:?}");
            assert_eq!(treatment.lot.is_some(), kind == TreatmentType::Botox, "{treatment:?}");
            assert_eq!(treatment.volumes_ml.is_some(), kind.as_str().starts_with("EZ Gel"), "{treatment:?}");
            let role = clinic.member(treatment.provider).unwrap().role;
            assert!(matches!(role, Role::Provider | Role::MedicalDirector | Role::Nurse), "{role:?}");
        }
        let botox: Vec<_> = patient.treatments.iter().filter(|t| t.treatment_type == TreatmentType::Botox).collect();
        assert!(botox.windows(2).all(|pair| pair[0].days_ago >= pair[1].days_ago + 90), "{}", patient.last_name);
    }
}

#[test]
fn a_director_approves_the_work_of_others_within_three_days() {
    for clinic in CLINICS {
        let treatments: Vec<_> = clinic.patients().flat_map(|patient| patient.treatments).collect();
        for treatment in &treatments {
            let Some(approval) = &treatment.approval else { continue };
            let done = minute(treatment.days_ago.into(), treatment.at);
            let waited = minute(approval.days_ago.into(), approval.at) - done;
            assert!(approval.days_ago > 0 && (1..=72 * 60).contains(&waited), "{treatment:?}");
            assert_eq!(clinic.member(approval.director).unwrap().role, Role::MedicalDirector);
            assert_ne!(approval.director, treatment.provider);
        }
        let pending = treatments.iter().filter(|treatment| treatment.approval.is_none()).count();
        assert!(pending >= 3 && pending < treatments.len(), "{}", clinic.name);
    }
}

#[test]
fn consents_have_a_status_that_fits_their_age() {
    for clinic in CLINICS {
        let mut kinds = BTreeSet::new();
        for patient in clinic.patients() {
            for consent in patient.consents {
                assert!(CONSENT_TEMPLATES.iter().any(|(name, _)| *name == consent.template), "{consent:?}");
                assert!(clinic.member(consent.issued_by).is_some());
                assert!((1..=patient.days_ago).contains(&consent.issued_days_ago), "{consent:?}");
                let issued = minute(consent.issued_days_ago.into(), consent.at);
                kinds.insert(match consent.state {
                    DemoConsentState::Pending => {
                        assert!(consent.issued_days_ago < CONSENT_LINK_DAYS, "{consent:?}");
                        "pending"
                    }
                    DemoConsentState::Expired => {
                        assert!(consent.issued_days_ago > CONSENT_LINK_DAYS, "{consent:?}");
                        "expired"
                    }
                    DemoConsentState::Signed { days_ago, at } => {
                        let signed = minute(days_ago.into(), at);
                        let open = i32::from(CONSENT_LINK_DAYS) * 1440;
                        assert!(days_ago > 0 && (1..=open).contains(&(signed - issued)), "{consent:?}");
                        "signed"
                    }
                });
            }
        }
        assert_eq!(kinds.len(), 3, "{}", clinic.name);
    }
}

#[test]
fn nobody_is_in_two_places_at_once() {
    for clinic in CLINICS {
        let mut taken: Vec<(&str, i32, i32)> = Vec::new();
        for patient in clinic.patients() {
            let name = patient.email.or(patient.phone).unwrap();
            for appointment in patient.appointments {
                let start = minute(-i32::from(appointment.day), appointment.at);
                let end = start + i32::from(default_minutes(appointment.service));
                for person in [appointment.provider, name] {
                    let free = taken.iter().all(|(who, from, to)| *who != person || end <= *from || start >= *to);
                    assert!(free, "{person} is taken at {} on day {}", appointment.at, appointment.day);
                    taken.push((person, start, end));
                }
                let role = clinic.member(appointment.provider).unwrap().role;
                assert!(matches!(role, Role::Provider | Role::MedicalDirector | Role::Nurse), "{role:?}");
                assert!((8..19).contains(&(start.rem_euclid(1440) / 60)), "{}", appointment.at);
            }
        }
        let today = clinic.patients().flat_map(|patient| patient.appointments).filter(|visit| visit.day == 0);
        assert!(today.count() >= 2, "{}", clinic.name);
    }
}

#[test]
fn recent_treatments_have_appointments() {
    for (_, patient) in charts() {
        for treatment in patient.treatments.iter().filter(|treatment| treatment.days_ago <= 14) {
            let done = minute(treatment.days_ago.into(), treatment.at);
            let scheduled = patient.appointments.iter().any(|visit| {
                let start = minute(-i32::from(visit.day), visit.at);
                let minutes = default_minutes(visit.service);
                visit.service.as_str() == treatment.treatment_type.as_str()
                    && visit.provider == treatment.provider
                    && (start..start + i32::from(minutes)).contains(&done)
            });
            assert!(scheduled, "{}: {treatment:?}", patient.last_name);
        }
    }
}

#[test]
fn the_larger_clinics_day_has_every_status() {
    let today: BTreeSet<_> = CLINICS[0]
        .patients()
        .flat_map(|patient| patient.appointments)
        .filter(|visit| visit.day == 0)
        .map(|visit| visit.status.as_str())
        .collect();
    assert_eq!(today, AppointmentStatus::iter().map(AppointmentStatus::as_str).collect());
    for visit in charts().flat_map(|(_, patient)| patient.appointments) {
        assert_eq!(visit.reason.is_some(), visit.status == AppointmentStatus::Cancelled, "{visit:?}");
        let is_to_come = matches!(visit.status, AppointmentStatus::Booked | AppointmentStatus::Confirmed);
        assert!(visit.day <= 0 || is_to_come, "{visit:?}");
        assert!(visit.day >= 0 || visit.status == AppointmentStatus::Completed, "{visit:?}");
    }
}

#[test]
fn nobody_is_booked_in_a_break_and_the_desk_names_people_of_the_clinic() {
    for clinic in CLINICS {
        let patients: Vec<_> = clinic.patients().collect();
        for pause in clinic.desk.breaks {
            assert!(clinic.member(pause.member).is_some(), "{pause:?}");
            let (from, to) = (minute(0, pause.starts), minute(0, pause.ends));
            assert!(from < to, "{pause:?}");
            let visits = patients.iter().flat_map(|patient| patient.appointments);
            for visit in visits.filter(|visit| visit.provider == pause.member && visit.day >= 0) {
                let start = minute(0, visit.at);
                let end = start + i32::from(default_minutes(visit.service));
                assert!(end <= from || start >= to, "{visit:?} in {pause:?}");
            }
        }
        for wait in clinic.desk.waiting {
            let patient = patients[wait.patient];
            assert!(wait.provider.is_none_or(|email| clinic.member(email).is_some()), "{wait:?}");
            let waits_in_vain = |visit: &DemoAppointment| visit.service == wait.service && visit.day > 0;
            assert!(!patient.appointments.iter().any(waits_in_vain), "{} is booked", patient.last_name);
        }
        let rooms: BTreeSet<_> = clinic.desk.rooms.iter().map(|room| room.name).collect();
        assert_eq!(rooms.len(), clinic.desk.rooms.len());
    }
}
