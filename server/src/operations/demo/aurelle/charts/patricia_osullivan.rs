//! Patricia O'Sullivan: four treatments with Botox on two exams, the first of which has expired.

use entity::words::{ServiceName, TreatmentType};

use super::approval::approved;
use crate::{
    features::clinical::exam_templates::{ANNUAL, NEUROTOXIN},
    operations::demo::{
        aurelle::team::{PRACTITIONER, RECEPTIONIST},
        people::{DemoAppointment, DemoConsent, DemoExam, DemoPatient, DemoTreatment, consent},
    },
};

pub const CHART: DemoPatient = DemoPatient {
    first_name: "Patricia",
    last_name: "O'Sullivan",
    email: Some("patricia.osullivan@example.com"),
    phone: Some("(516) 555-0121"),
    birth_date: Some("1963-05-19"),
    days_ago: 415,
    exams: &[
        DemoExam {
            examiner: PRACTITIONER,
            days_ago: 408,
            at: "09:05",
            template: &NEUROTOXIN,
            vitals: &[
                "BP: 130/78 mmHg",
                "HR: 72 bpm",
                "Temp: 98.1 °F",
                "SpO2: 98%",
                "RR: 15/min",
                "Weight: 161 lb",
                "Height: 5 ft 6 in",
                "BMI: 26.0 kg/m²",
                "Pain: 0/10",
            ],
            ros: &[("gu", &["Reports menopause or hormone therapy"])],
            pe: &[(
                "skin",
                &[
                    "Skin warm, dry and intact",
                    "No infection, lesion or inflammation in treatment area",
                    "Fitzpatrick skin type I",
                    "Dynamic rhytids of forehead, glabella and lateral canthi",
                    "Static rhytids present at rest",
                ],
            )],
        },
        DemoExam {
            examiner: PRACTITIONER,
            days_ago: 44,
            at: "09:05",
            template: &ANNUAL,
            vitals: &["BP: 132/80 mmHg", "HR: 74 bpm", "Temp: 98.0 °F", "SpO2: 98%", "RR: 15/min", "Pain: 0/10"],
            ros: &[("gu", &["Reports menopause or hormone therapy"])],
            pe: &[
                ("heent", &["Normocephalic, atraumatic", "No baseline brow or eyelid ptosis"]),
                (
                    "skin",
                    &[
                        "Skin warm, dry and intact",
                        "No infection, lesion or inflammation in treatment area",
                        "Fitzpatrick skin type I",
                        "Static rhytids present at rest",
                    ],
                ),
            ],
        },
    ],
    treatments: &[
        DemoTreatment::new(
            TreatmentType::Botox,
            PRACTITIONER,
            (408, "09:30"),
            "Glabella, forehead, crow's feet",
            "Glabella 20, forehead 10, crow's feet 10 each side.",
            Some(approved((407, "17:15"))),
        )
        .drug(50, "C7719C2"),
        DemoTreatment::new(
            TreatmentType::Botox,
            PRACTITIONER,
            (290, "09:20"),
            "Glabella, forehead, crow's feet",
            "Left brow slightly lower two weeks after the last visit, gone by itself. Forehead points kept higher.",
            Some(approved((288, "18:40"))),
        )
        .drug(48, "C7902C4"),
        DemoTreatment::new(
            TreatmentType::Botox,
            PRACTITIONER,
            (150, "09:15"),
            "Glabella, forehead, crow's feet",
            "Same pattern as last time. Brows level, small bruise at the right temple, pressure and ice.",
            Some(approved((149, "12:50"))),
        )
        .drug(48, "C8135C3"),
        DemoTreatment::new(
            TreatmentType::Botox,
            PRACTITIONER,
            (44, "09:30"),
            "Glabella, forehead, crow's feet",
            "Exam renewed today. Same pattern, no bruise.",
            Some(approved((43, "18:05"))),
        )
        .drug(48, "C8290C1"),
    ],
    consents: &[
        DemoConsent::signed(consent::PRIVACY, RECEPTIONIST, (414, "11:25"), (412, "16:02")),
        DemoConsent::signed(consent::TOXIN, RECEPTIONIST, (414, "11:26"), (412, "16:09")),
        DemoConsent::signed(consent::TOXIN, RECEPTIONIST, (47, "10:00"), (46, "18:31")),
    ],
    appointments: &[DemoAppointment::at(49, "09:00", ServiceName::Botox, PRACTITIONER)],
};
