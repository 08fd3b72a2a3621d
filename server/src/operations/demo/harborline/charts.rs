//! Patients of Harborline Medspa who have been examined, with their charts.

use entity::words::{AppointmentStatus, ServiceName, TreatmentType};

use super::team::{DIRECTOR, PRACTITIONER, RECEPTIONIST};
use crate::{
    features::clinical::exam_templates::{HAIR, MICRONEEDLING, NEUROTOXIN, PLATELETS},
    operations::demo::people::{
        DemoAppointment, DemoApproval, DemoConsent, DemoExam, DemoPatient, DemoTreatment, GU_MEN, Moment, consent,
    },
};

const fn approved((days_ago, at): Moment) -> DemoApproval {
    DemoApproval { director: DIRECTOR, days_ago, at }
}

pub const PATIENTS: &[DemoPatient] = &[
    DemoPatient {
        first_name: "Alicia",
        last_name: "Moreno",
        email: Some("alicia.moreno@example.com"),
        phone: Some("(619) 555-0150"),
        birth_date: Some("1986-05-02"),
        days_ago: 102,
        exams: &[DemoExam {
            examiner: DIRECTOR,
            days_ago: 95,
            at: "10:35",
            template: &NEUROTOXIN,
            vitals: &[
                "BP: 118/72 mmHg",
                "HR: 70 bpm",
                "Temp: 98.2 °F",
                "SpO2: 99%",
                "RR: 14/min",
                "Weight: 144 lb",
                "Height: 5 ft 5 in",
                "BMI: 24.0 kg/m²",
                "Pain: 0/10",
            ],
            ros: &[],
            pe: &[(
                "skin",
                &[
                    "Skin warm, dry and intact",
                    "No infection, lesion or inflammation in treatment area",
                    "Fitzpatrick skin type IV",
                    "Dynamic rhytids of forehead, glabella and lateral canthi",
                ],
            )],
        }],
        treatments: &[
            DemoTreatment::new(
                TreatmentType::Botox,
                PRACTITIONER,
                (95, "11:00"),
                "Glabella, forehead",
                "Glabella 20, forehead 10. No bruising.",
                Some(approved((94, "08:20"))),
            )
            .drug(30, "C8144C2"),
            DemoTreatment::new(
                TreatmentType::Botox,
                PRACTITIONER,
                (3, "11:10"),
                "Glabella, forehead, crow's feet",
                "No change in health. Glabella 20, forehead 10, crow's feet 6 each side, first time there.",
                None,
            )
            .drug(42, "C8405C1"),
        ],
        consents: &[
            DemoConsent::signed(consent::TOXIN, RECEPTIONIST, (100, "13:40"), (99, "19:22")),
            DemoConsent::signed(consent::PRIVACY, RECEPTIONIST, (100, "13:41"), (99, "19:25")),
        ],
        appointments: &[
            DemoAppointment::at(-3, "11:00", ServiceName::Botox, PRACTITIONER),
            DemoAppointment::at(11, "11:00", ServiceName::FollowUp, PRACTITIONER),
        ],
    },
    DemoPatient {
        first_name: "Leilani",
        last_name: "Kahale",
        email: Some("leilani.kahale@example.com"),
        phone: Some("(760) 555-0151"),
        birth_date: Some("1992-12-12"),
        days_ago: 47,
        exams: &[DemoExam {
            examiner: PRACTITIONER,
            days_ago: 40,
            at: "14:05",
            template: &MICRONEEDLING,
            vitals: &[
                "BP: 110/70 mmHg",
                "HR: 64 bpm",
                "Temp: 98.4 °F",
                "SpO2: 99%",
                "RR: 14/min",
                "Weight: 140 lb",
                "Height: 5 ft 7 in",
                "BMI: 21.9 kg/m²",
                "Pain: 0/10",
            ],
            ros: &[],
            pe: &[(
                "skin",
                &[
                    "Skin warm, dry and intact",
                    "No infection, lesion or inflammation in treatment area",
                    "Fitzpatrick skin type IV",
                    "Glogau classification II",
                    "Photodamage or dyschromia",
                ],
            )],
        }],
        treatments: &[
            DemoTreatment::new(
                TreatmentType::Microneedling,
                PRACTITIONER,
                (40, "14:40"),
                "Full face",
                "Depth 0.75 mm, two passes. Surfing holiday moved to keep her out of the sun.",
                Some(approved((39, "08:05"))),
            ),
            DemoTreatment::new(
                TreatmentType::Microneedling,
                PRACTITIONER,
                (5, "14:45"),
                "Full face",
                "Smoother texture. Depth 1.0 mm, two passes. Redness even at the end.",
                None,
            ),
        ],
        consents: &[
            DemoConsent::signed(consent::MICRONEEDLING, RECEPTIONIST, (45, "09:55"), (44, "12:18")),
            DemoConsent::signed(consent::PHOTOS, PRACTITIONER, (40, "13:50"), (40, "13:54")),
        ],
        appointments: &[
            DemoAppointment::at(-5, "14:00", ServiceName::Microneedling, PRACTITIONER),
            DemoAppointment::at(30, "14:00", ServiceName::Microneedling, PRACTITIONER).noting("Third session."),
        ],
    },
    DemoPatient {
        first_name: "George",
        last_name: "Papadakis",
        email: Some("george.papadakis@example.com"),
        phone: Some("(858) 555-0152"),
        birth_date: Some("1965-10-28"),
        days_ago: 29,
        exams: &[DemoExam {
            examiner: DIRECTOR,
            days_ago: 22,
            at: "09:05",
            template: &HAIR,
            vitals: &[
                "BP: 136/84 mmHg",
                "HR: 72 bpm",
                "Temp: 98.0 °F",
                "SpO2: 97%",
                "RR: 16/min",
                "Weight: 188 lb",
                "Height: 5 ft 9 in",
                "BMI: 27.8 kg/m²",
                "Pain: 0/10",
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
                ("gu", GU_MEN),
            ],
            pe: &[(
                "skin",
                &[
                    "Skin warm, dry and intact",
                    "No infection, lesion or inflammation in treatment area",
                    "Pattern hair loss, Norwood/Ludwig grade IV",
                ],
            )],
        }],
        treatments: &[DemoTreatment::new(
            TreatmentType::PrpHairRestoration,
            PRACTITIONER,
            (22, "09:45"),
            "Crown",
            "First of three. 30 mL drawn, PRP 5 mL. Told that regrowth at grade IV is limited.",
            Some(approved((21, "12:40"))),
        )],
        consents: &[
            DemoConsent::signed(consent::PLATELETS, RECEPTIONIST, (28, "15:15"), (27, "20:01")),
            DemoConsent::signed(consent::PRIVACY, RECEPTIONIST, (28, "15:16"), (27, "20:04")),
        ],
        appointments: &[DemoAppointment::at(9, "09:00", ServiceName::PrpHairRestoration, PRACTITIONER)],
    },
    DemoPatient {
        first_name: "Sunita",
        last_name: "Iyer",
        email: Some("sunita.iyer@example.com"),
        phone: Some("(858) 555-0153"),
        birth_date: Some("1971-03-19"),
        days_ago: 24,
        exams: &[DemoExam {
            examiner: PRACTITIONER,
            days_ago: 17,
            at: "13:05",
            template: &PLATELETS,
            vitals: &[
                "BP: 124/78 mmHg",
                "HR: 76 bpm",
                "Temp: 98.3 °F",
                "SpO2: 98%",
                "RR: 15/min",
                "Weight: 137 lb",
                "Height: 5 ft 3 in",
                "BMI: 24.3 kg/m²",
                "Pain: 0/10",
            ],
            ros: &[("gu", &["Denies kidney disease", "Reports menopause or hormone therapy"])],
            pe: &[
                ("heent", &["Normocephalic, atraumatic", "Infraorbital hollowing (tear trough)"]),
                (
                    "skin",
                    &[
                        "Skin warm, dry and intact",
                        "No infection, lesion or inflammation in treatment area",
                        "Fitzpatrick skin type V",
                        "Glogau classification II",
                    ],
                ),
            ],
        }],
        treatments: &[DemoTreatment::new(
            TreatmentType::EzGelFace,
            DIRECTOR,
            (16, "10:10"),
            "Tear troughs",
            "40 mL drawn. Cannula 25G, deep to muscle. Vision and refill normal before and after.",
            None,
        )
        .volumes("Right 0.7, left 0.6")],
        consents: &[DemoConsent::signed(consent::EZ_GEL, RECEPTIONIST, (23, "11:30"), (21, "21:11"))],
        appointments: &[DemoAppointment::at(0, "10:30", ServiceName::FollowUp, DIRECTOR)
            .noting("Swelling check.")
            .now(AppointmentStatus::Arrived)],
    },
    DemoPatient {
        first_name: "Brittany",
        last_name: "Cole",
        email: Some("brittany.cole@example.com"),
        phone: Some("(619) 555-0154"),
        birth_date: Some("1999-01-21"),
        days_ago: 16,
        exams: &[DemoExam {
            examiner: DIRECTOR,
            days_ago: 10,
            at: "16:05",
            template: &NEUROTOXIN,
            vitals: &[
                "BP: 106/64 mmHg",
                "HR: 68 bpm",
                "Temp: 98.6 °F",
                "SpO2: 100%",
                "RR: 14/min",
                "Weight: 126 lb",
                "Height: 5 ft 6 in",
                "BMI: 20.3 kg/m²",
                "Pain: 0/10",
            ],
            ros: &[(
                "heent",
                &["Denies vision change, double vision or eye pain", "Reports dry eye or contact lens wear"],
            )],
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
        treatments: &[DemoTreatment::new(
            TreatmentType::Botox,
            PRACTITIONER,
            (10, "16:20"),
            "Glabella",
            "First treatment. Glabella 16, five points. Crow's feet left out because of dry eyes.",
            Some(approved((9, "12:30"))),
        )
        .drug(16, "C8405C1")],
        consents: &[
            DemoConsent::signed(consent::TOXIN, RECEPTIONIST, (15, "10:45"), (15, "11:20")),
            DemoConsent::pending(consent::PHOTOS, RECEPTIONIST, (10, "15:50")),
        ],
        appointments: &[
            DemoAppointment::at(-10, "16:00", ServiceName::Botox, PRACTITIONER).noting("Exam first."),
            DemoAppointment::at(4, "16:00", ServiceName::FollowUp, PRACTITIONER),
        ],
    },
    DemoPatient {
        first_name: "Mai",
        last_name: "Nguyen",
        email: Some("mai.nguyen@example.com"),
        phone: Some("(619) 555-0155"),
        birth_date: Some("1959-09-05"),
        days_ago: 40,
        exams: &[DemoExam {
            examiner: DIRECTOR,
            days_ago: 33,
            at: "13:35",
            template: &PLATELETS,
            vitals: &[
                "BP: 128/74 mmHg",
                "HR: 68 bpm",
                "Temp: 97.8 °F",
                "SpO2: 98%",
                "RR: 15/min",
                "Weight: 112 lb",
                "Height: 5 ft 1 in",
                "BMI: 21.2 kg/m²",
                "Pain: 0/10",
            ],
            ros: &[("gu", &["Denies kidney disease", "Reports menopause or hormone therapy"])],
            pe: &[
                (
                    "msk",
                    &["Full range of motion of neck and extremities", "Dorsal hand volume loss with visible tendons"],
                ),
                (
                    "skin",
                    &[
                        "Skin warm, dry and intact",
                        "No infection, lesion or inflammation in treatment area",
                        "Fitzpatrick skin type IV",
                        "Glogau classification III",
                    ],
                ),
            ],
        }],
        treatments: &[DemoTreatment::new(
            TreatmentType::EzGelHands,
            PRACTITIONER,
            (33, "14:20"),
            "Dorsal hands",
            "40 mL drawn. Cannula 25G, even after light shaping. Gloves loose for two days.",
            Some(approved((32, "08:30"))),
        )
        .volumes("Right 1.8, left 1.8")],
        consents: &[
            DemoConsent::signed(consent::EZ_GEL, RECEPTIONIST, (39, "14:25"), (36, "09:47")),
            DemoConsent::signed(consent::PRIVACY, RECEPTIONIST, (39, "14:26"), (36, "09:50")),
        ],
        appointments: &[DemoAppointment::at(16, "13:30", ServiceName::EzGelHands, PRACTITIONER)],
    },
];
