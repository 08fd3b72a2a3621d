//! Daniel Feldman: a course of PRP for the hair, examined by the director; the newest session waits for approval.

use entity::words::{AppointmentStatus, ServiceName, TreatmentType};

use super::approval::approved;
use crate::{
    features::clinical::exam_templates::HAIR,
    operations::demo::{
        aurelle::team::{ASSISTANT, DIRECTOR, NURSE, RECEPTIONIST},
        people::{DemoAppointment, DemoConsent, DemoExam, DemoPatient, DemoTreatment, GU_MEN, consent},
    },
};

pub const CHART: DemoPatient = DemoPatient {
    first_name: "Daniel",
    last_name: "Feldman",
    email: Some("daniel.feldman@example.com"),
    phone: Some("(917) 555-0114"),
    birth_date: Some("1972-01-30"),
    days_ago: 80,
    exams: &[DemoExam {
        examiner: DIRECTOR,
        days_ago: 75,
        at: "13:05",
        template: &HAIR,
        vitals: &[
            "BP: 128/82 mmHg",
            "HR: 72 bpm",
            "Temp: 98.0 °F",
            "SpO2: 97%",
            "RR: 16/min",
            "Weight: 182 lb",
            "Height: 5 ft 11 in",
            "BMI: 25.4 kg/m²",
            "Pain: 0/10",
        ],
        ros: &[("gu", GU_MEN)],
        pe: &[(
            "skin",
            &[
                "Skin warm, dry and intact",
                "No infection, lesion or inflammation in treatment area",
                "Pattern hair loss, Norwood/Ludwig grade III vertex",
            ],
        )],
    }],
    treatments: &[
        DemoTreatment::new(
            TreatmentType::PrpHairRestoration,
            NURSE,
            (75, "13:45"),
            "Frontal hairline, crown",
            "First of three. 30 mL drawn, PRP 5 mL in 0.1 mL points after scalp block by Dr. Adeyemi.",
            Some(approved((75, "17:30"))),
        ),
        DemoTreatment::new(
            TreatmentType::PrpHairRestoration,
            NURSE,
            (40, "13:40"),
            "Frontal hairline, crown",
            "Second of three. Some shedding in weeks 2 to 4, expected and explained. PRP 5 mL.",
            Some(approved((39, "12:15"))),
        ),
        DemoTreatment::new(
            TreatmentType::PrpHairRestoration,
            NURSE,
            (5, "13:40"),
            "Frontal hairline, crown",
            "Third of three. Fine regrowth at the hairline in photographs. PRP 5 mL. Review in 3 months.",
            None,
        ),
    ],
    consents: &[
        DemoConsent::signed(consent::PLATELETS, RECEPTIONIST, (79, "16:40"), (78, "22:03")),
        DemoConsent::signed(consent::PRIVACY, ASSISTANT, (75, "12:50"), (75, "12:57")),
    ],
    appointments: &[
        DemoAppointment::at(-5, "13:00", ServiceName::PrpHairRestoration, NURSE),
        DemoAppointment::at(0, "09:00", ServiceName::FollowUp, NURSE)
            .noting("Scalp check.")
            .now(AppointmentStatus::NoShow),
        DemoAppointment::at(84, "13:00", ServiceName::FollowUp, NURSE).noting("Three-month review with photographs."),
    ],
};
