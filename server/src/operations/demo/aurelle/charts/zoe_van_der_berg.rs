//! Zoë van der Berg: examined, and not treated because of her blood pressure.

use entity::words::ServiceName;

use crate::{
    features::clinical::exam_templates::NEUROTOXIN,
    operations::demo::{
        aurelle::team::{DIRECTOR, RECEPTIONIST},
        people::{DemoAppointment, DemoConsent, DemoExam, DemoPatient, consent},
    },
};

pub const CHART: DemoPatient = DemoPatient {
    first_name: "Zoë",
    last_name: "van der Berg",
    email: Some("zoe.vanderberg@example.com"),
    phone: Some("(917) 555-0122"),
    birth_date: Some("1990-08-03"),
    days_ago: 18,
    exams: &[DemoExam {
        examiner: DIRECTOR,
        days_ago: 12,
        at: "15:10",
        template: &NEUROTOXIN,
        vitals: &[
            "BP: 182/112 mmHg",
            "HR: 92 bpm",
            "Temp: 98.4 °F",
            "SpO2: 98%",
            "RR: 18/min",
            "Weight: 143 lb",
            "Height: 5 ft 9 in",
            "BMI: 21.1 kg/m²",
            "Pain: 0/10",
        ],
        ros: &[
            ("cardio", &["Denies chest pain, pressure or palpitations", "Reports history of hypertension"]),
            (
                "psych",
                &["Denies history of body dysmorphic or eating disorder", "Reports anxiety related to procedures"],
            ),
        ],
        pe: &[
            (
                "constitutional",
                &["Well-developed, well-nourished, in no acute distress", "Elevated blood pressure noted"],
            ),
            (
                "skin",
                &[
                    "Skin warm, dry and intact",
                    "No infection, lesion or inflammation in treatment area",
                    "Fitzpatrick skin type II",
                ],
            ),
            (
                "psych",
                &["Anxious affect", "Realistic treatment expectations expressed", "Demonstrates capacity to consent"],
            ),
        ],
    }],
    treatments: &[],
    consents: &[
        DemoConsent::signed(consent::PRIVACY, RECEPTIONIST, (17, "12:12"), (16, "09:09")),
        DemoConsent::pending(consent::TOXIN, RECEPTIONIST, (17, "12:13")),
    ],
    appointments: &[
        DemoAppointment::at(-12, "15:00", ServiceName::Consultation, DIRECTOR),
        DemoAppointment::at(3, "10:00", ServiceName::Consultation, DIRECTOR)
            .noting("Treatment deferred. Blood pressure seen by own physician, bring readings."),
    ],
};
