//! Olivia Brennan: a first treatment with Botox, which waits for approval.

use entity::words::{ServiceName, TreatmentType};

use crate::{
    features::clinical::exam_templates::NEUROTOXIN,
    operations::demo::{
        aurelle::team::{ASSISTANT, PRACTITIONER, RECEPTIONIST},
        people::{DemoAppointment, DemoConsent, DemoExam, DemoPatient, DemoTreatment, consent},
    },
};

pub const CHART: DemoPatient = DemoPatient {
    first_name: "Olivia",
    last_name: "Brennan",
    email: Some("olivia.brennan@example.com"),
    phone: Some("(929) 555-0117"),
    birth_date: Some("1995-12-05"),
    days_ago: 8,
    exams: &[DemoExam {
        examiner: PRACTITIONER,
        days_ago: 3,
        at: "10:05",
        template: &NEUROTOXIN,
        vitals: &[
            "BP: 108/66 mmHg",
            "HR: 62 bpm",
            "Temp: 98.5 °F",
            "SpO2: 100%",
            "RR: 13/min",
            "Weight: 134 lb",
            "Height: 5 ft 8 in",
            "BMI: 20.4 kg/m²",
            "Pain: 0/10",
        ],
        ros: &[],
        pe: &[(
            "skin",
            &[
                "Skin warm, dry and intact",
                "No infection, lesion or inflammation in treatment area",
                "Fitzpatrick skin type I",
                "Dynamic rhytids of forehead, glabella and lateral canthi",
            ],
        )],
    }],
    treatments: &[DemoTreatment::new(
        TreatmentType::Botox,
        PRACTITIONER,
        (3, "10:20"),
        "Glabella, crow's feet",
        "First treatment, conservative. Glabella 15, crow's feet 5 each side. Review at two weeks.",
        None,
    )
    .drug(25, "C8412C3")],
    consents: &[
        DemoConsent::signed(consent::TOXIN, RECEPTIONIST, (7, "13:15"), (6, "23:02")),
        DemoConsent::signed(consent::POLICY, RECEPTIONIST, (7, "13:16"), (6, "23:05")),
        DemoConsent::signed(consent::PRIVACY, ASSISTANT, (3, "09:52"), (3, "09:55")),
    ],
    appointments: &[
        DemoAppointment::at(-3, "10:00", ServiceName::Botox, PRACTITIONER),
        DemoAppointment::at(11, "10:00", ServiceName::FollowUp, PRACTITIONER).noting("Two-week review."),
    ],
};
