//! Amelia Hart: Botox in the upper face twice on one exam; the next visit is booked.

use entity::words::{ServiceName, TreatmentType};

use super::approval::approved;
use crate::{
    features::clinical::exam_templates::NEUROTOXIN,
    operations::demo::{
        aurelle::team::{ASSISTANT, PRACTITIONER, RECEPTIONIST},
        people::{DemoAppointment, DemoConsent, DemoExam, DemoPatient, DemoTreatment, consent},
    },
};

pub const CHART: DemoPatient = DemoPatient {
    first_name: "Amelia",
    last_name: "Hart",
    email: Some("amelia.hart@example.com"),
    phone: Some("(212) 555-0111"),
    birth_date: Some("1985-03-14"),
    days_ago: 135,
    exams: &[DemoExam {
        examiner: PRACTITIONER,
        days_ago: 128,
        at: "10:05",
        template: &NEUROTOXIN,
        vitals: &[
            "BP: 116/74 mmHg",
            "HR: 68 bpm",
            "Temp: 98.2 °F",
            "SpO2: 99%",
            "RR: 14/min",
            "Weight: 138 lb",
            "Height: 5 ft 6 in",
            "BMI: 22.3 kg/m²",
            "Pain: 0/10",
        ],
        ros: &[],
        pe: &[(
            "skin",
            &[
                "Skin warm, dry and intact",
                "No infection, lesion or inflammation in treatment area",
                "Fitzpatrick skin type II",
                "Dynamic rhytids of forehead, glabella and lateral canthi",
            ],
        )],
    }],
    treatments: &[
        DemoTreatment::new(
            TreatmentType::Botox,
            PRACTITIONER,
            (128, "10:30"),
            "Glabella, forehead, crow's feet",
            "Glabella 20, forehead 10, crow's feet 6 each side. Tolerated well, no bruising. Aftercare sheet given.",
            Some(approved((127, "18:10"))),
        )
        .drug(42, "C8135C3"),
        DemoTreatment::new(
            TreatmentType::Botox,
            PRACTITIONER,
            (36, "10:15"),
            "Glabella, forehead, crow's feet",
            "No change in health since the exam. Same pattern, forehead 8 at her wish for more movement.",
            Some(approved((34, "17:45"))),
        )
        .drug(40, "C8290C1"),
    ],
    consents: &[
        DemoConsent::signed(consent::PRIVACY, RECEPTIONIST, (133, "09:20"), (132, "20:14")),
        DemoConsent::signed(consent::TOXIN, RECEPTIONIST, (133, "09:21"), (132, "20:19")),
        DemoConsent::signed(consent::PHOTOS, ASSISTANT, (128, "09:50"), (128, "09:56")),
    ],
    appointments: &[DemoAppointment::at(56, "10:00", ServiceName::Botox, PRACTITIONER)],
};
