//! Rebecca Steinberg: EZ Gel in the face twice; she is here for the third session today.

use entity::words::{AppointmentStatus, ServiceName, TreatmentType};

use super::approval::approved;
use crate::{
    features::clinical::exam_templates::PLATELETS,
    operations::demo::{
        aurelle::team::{ASSISTANT, DIRECTOR, PRACTITIONER, RECEPTIONIST},
        people::{DemoAppointment, DemoConsent, DemoExam, DemoPatient, DemoTreatment, consent},
    },
};

pub const CHART: DemoPatient = DemoPatient {
    first_name: "Rebecca",
    last_name: "Steinberg",
    email: Some("rebecca.steinberg@example.com"),
    phone: Some("(212) 555-0118"),
    birth_date: Some("1958-07-21"),
    days_ago: 110,
    exams: &[DemoExam {
        examiner: DIRECTOR,
        days_ago: 101,
        at: "11:05",
        template: &PLATELETS,
        vitals: &[
            "BP: 134/80 mmHg",
            "HR: 76 bpm",
            "Temp: 98.0 °F",
            "SpO2: 97%",
            "RR: 16/min",
            "Weight: 156 lb",
            "Height: 5 ft 5 in",
            "BMI: 26.0 kg/m²",
            "Pain: 1/10",
        ],
        ros: &[
            (
                "cardio",
                &[
                    "Denies chest pain, pressure or palpitations",
                    "Denies anticoagulant or antiplatelet use",
                    "Reports history of hypertension",
                ],
            ),
            ("gu", &["Denies kidney disease", "Reports menopause or hormone therapy"]),
            ("msk", &["Denies muscle pain or weakness", "Reports joint pain"]),
        ],
        pe: &[
            (
                "heent",
                &[
                    "Normocephalic, atraumatic",
                    "No baseline brow or eyelid ptosis",
                    "Infraorbital hollowing (tear trough)",
                ],
            ),
            (
                "skin",
                &[
                    "Skin warm, dry and intact",
                    "No infection, lesion or inflammation in treatment area",
                    "Fitzpatrick skin type II",
                    "Glogau classification III",
                    "Static rhytids present at rest",
                ],
            ),
        ],
    }],
    treatments: &[
        DemoTreatment::new(
            TreatmentType::EzGelFace,
            PRACTITIONER,
            (101, "12:00"),
            "Tear troughs, midface",
            "40 mL drawn. Cannula 25G deep to muscle under the eyes. Refill brisk, vision normal before and after.",
            Some(approved((100, "17:55"))),
        )
        .volumes("Tear troughs 0.6 each side, midface 1.0 each side"),
        DemoTreatment::new(
            TreatmentType::EzGelFace,
            PRACTITIONER,
            (52, "11:45"),
            "Tear troughs, midface",
            "Second session. Swelling lasted 4 days after the first. Less volume under the eyes this time.",
            Some(approved((51, "18:35"))),
        )
        .volumes("Tear troughs 0.4 each side, midface 1.0 each side"),
    ],
    consents: &[
        DemoConsent::signed(consent::PRIVACY, RECEPTIONIST, (109, "14:00"), (105, "10:21")),
        DemoConsent::signed(consent::EZ_GEL, RECEPTIONIST, (109, "14:01"), (105, "10:34")),
        DemoConsent::signed(consent::PHOTOS, ASSISTANT, (101, "10:52"), (101, "10:58")),
    ],
    appointments: &[DemoAppointment::at(0, "11:00", ServiceName::EzGelFace, PRACTITIONER)
        .noting("Third session. Recheck blood pressure.")
        .now(AppointmentStatus::Arrived)],
};
