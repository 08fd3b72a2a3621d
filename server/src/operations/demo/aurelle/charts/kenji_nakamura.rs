//! Kenji Nakamura: Botox in the jaw, which waits for approval; a review is booked.

use entity::words::{ServiceName, TreatmentType};

use crate::{
    features::clinical::exam_templates::NEUROTOXIN,
    operations::demo::{
        aurelle::team::{PRACTITIONER, RECEPTIONIST},
        people::{DemoAppointment, DemoConsent, DemoExam, DemoPatient, DemoTreatment, GU_MEN, consent},
    },
};

pub const CHART: DemoPatient = DemoPatient {
    first_name: "Kenji",
    last_name: "Nakamura",
    email: Some("kenji.nakamura@example.com"),
    phone: Some("(347) 555-0123"),
    birth_date: Some("1976-12-29"),
    days_ago: 15,
    exams: &[DemoExam {
        examiner: PRACTITIONER,
        days_ago: 9,
        at: "16:05",
        template: &NEUROTOXIN,
        vitals: &[
            "BP: 120/76 mmHg",
            "HR: 66 bpm",
            "Temp: 98.3 °F",
            "SpO2: 98%",
            "RR: 14/min",
            "Weight: 171 lb",
            "Height: 5 ft 10 in",
            "BMI: 24.5 kg/m²",
            "Pain: 2/10",
        ],
        ros: &[("gu", GU_MEN), ("msk", &["Denies muscle pain or weakness", "Reports jaw clenching or bruxism"])],
        pe: &[
            ("msk", &["TMJ without click or tenderness", "Masseter hypertrophy"]),
            (
                "skin",
                &[
                    "Skin warm, dry and intact",
                    "No infection, lesion or inflammation in treatment area",
                    "Fitzpatrick skin type III",
                ],
            ),
        ],
    }],
    treatments: &[DemoTreatment::new(
        TreatmentType::Botox,
        PRACTITIONER,
        (9, "16:25"),
        "Masseters",
        "Off-label area explained. 20 each side, three points, kept off the parotid. Chewing may feel weaker.",
        None,
    )
    .drug(40, "C8412C3")],
    consents: &[
        DemoConsent::signed(consent::TOXIN, RECEPTIONIST, (14, "09:05"), (13, "22:40")),
        DemoConsent::signed(consent::PRIVACY, RECEPTIONIST, (14, "09:06"), (13, "22:42")),
    ],
    appointments: &[
        DemoAppointment::at(-9, "16:00", ServiceName::Botox, PRACTITIONER).noting("Jaw clenching. Exam first."),
        DemoAppointment::at(5, "16:30", ServiceName::FollowUp, PRACTITIONER),
    ],
};
