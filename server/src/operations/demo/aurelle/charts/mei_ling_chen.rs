//! Mei-Ling Chen: EZ Gel in the hands once; the second session is booked.

use entity::words::{ServiceName, TreatmentType};

use super::approval::approved;
use crate::{
    features::clinical::exam_templates::PLATELETS,
    operations::demo::{
        aurelle::team::{PRACTITIONER, RECEPTIONIST},
        people::{DemoAppointment, DemoConsent, DemoExam, DemoPatient, DemoTreatment, consent},
    },
};

pub const CHART: DemoPatient = DemoPatient {
    first_name: "Mei-Ling",
    last_name: "Chen",
    email: Some("meiling.chen@example.com"),
    phone: Some("(212) 555-0116"),
    birth_date: Some("1966-04-08"),
    days_ago: 61,
    exams: &[DemoExam {
        examiner: PRACTITIONER,
        days_ago: 55,
        at: "10:35",
        template: &PLATELETS,
        vitals: &[
            "BP: 126/76 mmHg",
            "HR: 70 bpm",
            "Temp: 97.9 °F",
            "SpO2: 98%",
            "RR: 15/min",
            "Weight: 118 lb",
            "Height: 5 ft 2 in",
            "BMI: 21.6 kg/m²",
            "Pain: 0/10",
        ],
        ros: &[("gu", &["Denies kidney disease", "Reports menopause or hormone therapy"])],
        pe: &[
            ("msk", &["Full range of motion of neck and extremities", "Dorsal hand volume loss with visible tendons"]),
            (
                "skin",
                &[
                    "Skin warm, dry and intact",
                    "No infection, lesion or inflammation in treatment area",
                    "Fitzpatrick skin type III",
                    "Glogau classification III",
                ],
            ),
        ],
    }],
    treatments: &[DemoTreatment::new(
        TreatmentType::EzGelHands,
        PRACTITIONER,
        (55, "11:20"),
        "Dorsal hands",
        "40 mL drawn. Cannula 25G, fanning between the tendons. Soft and even at the end, good refill.",
        Some(approved((54, "13:10"))),
    )
    .volumes("Right 2.0, left 2.0")],
    consents: &[
        DemoConsent::signed(consent::EZ_GEL, RECEPTIONIST, (60, "09:45"), (58, "19:20")),
        DemoConsent::signed(consent::PRIVACY, RECEPTIONIST, (60, "09:46"), (58, "19:24")),
    ],
    appointments: &[DemoAppointment::at(7, "10:30", ServiceName::EzGelHands, PRACTITIONER).noting("Second session.")],
};
