//! Lucía Fernández: a first treatment with Botox and its review; one consent is still open.

use entity::words::{ServiceName, TreatmentType};

use super::approval::approved;
use crate::{
    features::clinical::exam_templates::NEUROTOXIN,
    operations::demo::{
        aurelle::team::{PRACTITIONER, RECEPTIONIST},
        people::{DemoAppointment, DemoConsent, DemoExam, DemoPatient, DemoTreatment, consent},
    },
};

pub const CHART: DemoPatient = DemoPatient {
    first_name: "Lucía",
    last_name: "Fernández",
    email: Some("lucia.fernandez@example.com"),
    phone: Some("(347) 555-0115"),
    birth_date: Some("1988-09-17"),
    days_ago: 26,
    exams: &[DemoExam {
        examiner: PRACTITIONER,
        days_ago: 20,
        at: "12:05",
        template: &NEUROTOXIN,
        vitals: &[
            "BP: 110/68 mmHg",
            "HR: 64 bpm",
            "Temp: 98.3 °F",
            "SpO2: 99%",
            "RR: 14/min",
            "Weight: 129 lb",
            "Height: 5 ft 3 in",
            "BMI: 22.8 kg/m²",
            "Pain: 0/10",
        ],
        ros: &[(
            "neuro",
            &[
                "Denies facial weakness or asymmetry",
                "Denies neuromuscular disorder (myasthenia gravis, Lambert-Eaton, ALS)",
                "Denies prior adverse reaction to botulinum toxin",
                "Reports migraine or tension headache",
            ],
        )],
        pe: &[(
            "skin",
            &[
                "Skin warm, dry and intact",
                "No infection, lesion or inflammation in treatment area",
                "Fitzpatrick skin type III",
                "Dynamic rhytids of forehead, glabella and lateral canthi",
            ],
        )],
    }],
    treatments: &[DemoTreatment::new(
        TreatmentType::Botox,
        PRACTITIONER,
        (20, "12:25"),
        "Glabella, forehead",
        "First treatment. Glabella 20, forehead 8. Review at two weeks.",
        Some(approved((19, "18:25"))),
    )
    .drug(28, "C8412C3")],
    consents: &[
        DemoConsent::signed(consent::TOXIN, RECEPTIONIST, (25, "10:10"), (24, "08:33")),
        DemoConsent::signed(consent::PRIVACY, RECEPTIONIST, (25, "10:11"), (24, "08:36")),
        DemoConsent::pending(consent::PHOTOS, RECEPTIONIST, (6, "12:50")),
    ],
    appointments: &[DemoAppointment::at(-6, "12:30", ServiceName::FollowUp, PRACTITIONER)
        .noting("Two-week review. Happy, no touch-up.")],
};
