//! Marcus Thompson: the first of three sessions of PRP for the hair; one consent has expired.

use entity::words::{ServiceName, TreatmentType};

use super::approval::approved;
use crate::{
    features::clinical::exam_templates::HAIR,
    operations::demo::{
        aurelle::team::{NURSE, PRACTITIONER, RECEPTIONIST},
        people::{DemoAppointment, DemoConsent, DemoExam, DemoPatient, DemoTreatment, GU_MEN, consent},
    },
};

pub const CHART: DemoPatient = DemoPatient {
    first_name: "Marcus",
    last_name: "Thompson",
    email: Some("marcus.thompson@example.com"),
    phone: Some("(646) 555-0119"),
    birth_date: Some("1980-10-11"),
    days_ago: 37,
    exams: &[DemoExam {
        examiner: PRACTITIONER,
        days_ago: 30,
        at: "10:05",
        template: &HAIR,
        vitals: &[
            "BP: 124/80 mmHg",
            "HR: 60 bpm",
            "Temp: 98.2 °F",
            "SpO2: 98%",
            "RR: 14/min",
            "Weight: 196 lb",
            "Height: 6 ft 1 in",
            "BMI: 25.9 kg/m²",
            "Pain: 0/10",
        ],
        ros: &[("gu", GU_MEN)],
        pe: &[(
            "skin",
            &[
                "Skin warm, dry and intact",
                "No infection, lesion or inflammation in treatment area",
                "Pattern hair loss, Norwood/Ludwig grade II",
            ],
        )],
    }],
    treatments: &[DemoTreatment::new(
        TreatmentType::PrpHairRestoration,
        NURSE,
        (30, "10:45"),
        "Temples, frontal hairline",
        "First of three. 30 mL drawn, PRP 4.5 mL. Mild scalp tightness, no headache.",
        Some(approved((28, "16:50"))),
    )],
    consents: &[
        DemoConsent::signed(consent::PLATELETS, RECEPTIONIST, (35, "17:20"), (33, "12:44")),
        DemoConsent::signed(consent::PRIVACY, RECEPTIONIST, (35, "17:21"), (33, "12:47")),
        DemoConsent::expired(consent::PHOTOS, RECEPTIONIST, (35, "17:22")),
    ],
    appointments: &[DemoAppointment::at(1, "10:00", ServiceName::PrpHairRestoration, NURSE).noting("Second of three.")],
};
