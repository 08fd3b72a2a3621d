//! The exam templates that a new clinic starts with: a normal Good Faith Exam for each kind of treatment.
//!
//! Every entry is one of the findings that the exam form offers, so that a template reads like an exam typed by hand.
//! A template states only what its exam looks at: systems that the planned treatment does not touch say so instead of
//! claiming a normal finding. `___` is a blank that the examiner fills in.

use super::findings::{SYSTEM_LABELS, SYSTEMS};

/// Findings by system, `("heent", &["..."])`.
pub type SystemFindings = &'static [(&'static str, &'static [&'static str])];

/// A ready-made exam. `ros` and `pe` hold the differences from `NORMAL_ROS` and `NORMAL_PE`. The methods
/// return all findings.
#[derive(Debug)]
pub struct ExamTemplate {
    pub name: &'static str,
    pub description: &'static str,
    pub vitals: &'static [&'static str],
    pub ros: SystemFindings,
    pub pe: SystemFindings,
}

impl ExamTemplate {
    /// The vitals in one line, joined as the exam form joins them.
    pub fn vitals_text(&self) -> String {
        self.vitals.join(", ")
    }

    /// The denials and reports of the patient, a line for each system: `HEENT: first; second`.
    pub fn ros_text(&self) -> String {
        lines(|system| self.ros_findings(system))
    }

    /// The findings of the examiner, a line for each system.
    pub fn pe_text(&self) -> String {
        lines(|system| self.pe_findings(system))
    }

    /// The findings of one system in the review of systems. Empty for an unknown system.
    pub fn ros_findings(&self, system: &str) -> &'static [&'static str] {
        of_system(self.ros, system).or_else(|| of_system(NORMAL_ROS, system)).unwrap_or_default()
    }

    /// The findings of one system in the physical exam. Empty for an unknown system.
    pub fn pe_findings(&self, system: &str) -> &'static [&'static str] {
        of_system(self.pe, system).or_else(|| of_system(NORMAL_PE, system)).unwrap_or_default()
    }
}

/// The entry for a system in a list of findings.
pub fn of_system(list: SystemFindings, system: &str) -> Option<&'static [&'static str]> {
    list.iter().find(|(name, _)| *name == system).map(|(_, findings)| *findings)
}

fn lines(findings: impl Fn(&str) -> &'static [&'static str]) -> String {
    let labelled = SYSTEMS.iter().zip(SYSTEM_LABELS);
    let lines = labelled.map(|(system, label)| format!("{label}: {}", findings(system).join("; ")));
    lines.collect::<Vec<_>>().join("\n")
}

/// The vitals of every visit: blood pressure, pulse, temperature and saturation.
const VISIT_VITALS: &[&str] =
    &["BP: ___/___ mmHg", "HR: ___ bpm", "Temp: ___ °F", "SpO2: ___%", "RR: ___/min", "Pain: ___/10"];

/// The vitals of a first visit, with weight and height.
const FULL_VITALS: &[&str] = &[
    "BP: ___/___ mmHg",
    "HR: ___ bpm",
    "Temp: ___ °F",
    "SpO2: ___%",
    "RR: ___/min",
    "Weight: ___ lb",
    "Height: ___ ft ___ in",
    "BMI: ___ kg/m²",
    "Pain: ___/10",
];

/// The denials of every template without its own entry.
const NORMAL_ROS: SystemFindings = &[
    (
        "constitutional",
        &["Denies fever, chills or night sweats", "Denies illness, infection or antibiotic use in past 2 weeks"],
    ),
    ("heent", &["Denies vision change, double vision or eye pain", "Denies cold sores or oral lesions"]),
    ("cardio", &["Denies chest pain, pressure or palpitations", "Denies anticoagulant or antiplatelet use"]),
    ("resp", &["Denies cough, wheezing or shortness of breath", "Denies recent respiratory infection"]),
    ("gi", &["Denies nausea, vomiting or abdominal pain"]),
    ("gu", &["Denies pregnancy", "Denies breastfeeding"]),
    ("msk", &["Denies muscle pain or weakness", "Denies autoimmune or connective tissue disease"]),
    ("neuro", &["Denies headache, dizziness or seizures", "Denies numbness, tingling or focal weakness"]),
    (
        "skin",
        &[
            "Denies rash, hives or itching",
            "Denies keloid or hypertrophic scarring",
            "Denies easy bruising or bleeding disorder",
            "Denies open wound or infection in treatment area",
        ],
    ),
    ("psych", &["Denies depression, anxiety or mood change", "Denies history of body dysmorphic or eating disorder"]),
];

/// The findings of every template without its own entry.
const NORMAL_PE: SystemFindings = &[
    (
        "constitutional",
        &[
            "Well-developed, well-nourished, in no acute distress",
            "Alert and oriented x4",
            "Vital signs reviewed and within normal limits",
        ],
    ),
    ("heent", &["Normocephalic, atraumatic", "PERRL, EOMI, conjunctivae clear"]),
    ("cardio", &["Regular rate and rhythm", "No peripheral edema"]),
    ("resp", &["Respirations even and unlabored", "Speaks in full sentences"]),
    ("gi", &["Exam deferred, not indicated for planned treatment"]),
    ("gu", &["Exam deferred, not indicated for planned treatment"]),
    ("msk", &["Full range of motion of neck and extremities", "Normal gait and posture"]),
    ("neuro", &["Cranial nerves II-XII grossly intact", "No focal motor deficit"]),
    (
        "skin",
        &[
            "Skin warm, dry and intact",
            "No infection, lesion or inflammation in treatment area",
            "Fitzpatrick skin type ___",
        ],
    ),
    (
        "psych",
        &[
            "Appropriate mood and affect",
            "Realistic treatment expectations expressed",
            "Demonstrates capacity to consent",
        ],
    ),
];

pub const NEUROTOXIN: ExamTemplate = ExamTemplate {
    name: "Neurotoxin - normal",
    description: "First exam before botulinum toxin: eyelids, facial symmetry, swallowing, neuromuscular disease.",
    vitals: FULL_VITALS,
    ros: &[
        (
            "heent",
            &[
                "Denies vision change, double vision or eye pain",
                "Denies dry eye, excessive tearing or eyelid droop",
                "Denies hoarseness or difficulty swallowing",
            ],
        ),
        ("resp", &["Denies cough, wheezing or shortness of breath", "Denies asthma or COPD"]),
        ("gi", &["Denies dysphagia"]),
        ("msk", &["Denies muscle pain or weakness", "Denies jaw pain, clicking or clenching"]),
        (
            "neuro",
            &[
                "Denies facial weakness or asymmetry",
                "Denies neuromuscular disorder (myasthenia gravis, Lambert-Eaton, ALS)",
                "Denies history of Bell's palsy or stroke",
                "Denies prior adverse reaction to botulinum toxin",
            ],
        ),
    ],
    pe: &[
        (
            "heent",
            &[
                "Normocephalic, atraumatic",
                "PERRL, EOMI, conjunctivae clear",
                "No baseline brow or eyelid ptosis",
                "Brows and face symmetric at rest",
            ],
        ),
        ("msk", &["TMJ without click or tenderness", "Masseters normal and symmetric"]),
        (
            "neuro",
            &[
                "Cranial nerves II-XII grossly intact",
                "Facial nerve function symmetric",
                "Frontalis, corrugator and orbicularis strength symmetric",
            ],
        ),
        (
            "skin",
            &[
                "Skin warm, dry and intact",
                "No infection, lesion or inflammation in treatment area",
                "Fitzpatrick skin type ___",
                "Dynamic rhytids of forehead, glabella and lateral canthi",
            ],
        ),
    ],
};

pub const PLATELETS: ExamTemplate = ExamTemplate {
    name: "PRP/PRF & EZ Gel - normal (blood draw)",
    description: "First exam before PRP, PRF or EZ Gel: bleeding, infection, recent procedures, veins for the draw.",
    vitals: FULL_VITALS,
    ros: &[
        (
            "constitutional",
            &[
                "Denies fever, chills or night sweats",
                "Denies fatigue or malaise",
                "Denies illness, infection or antibiotic use in past 2 weeks",
                "Denies vaccination or dental procedure in past 2 weeks",
            ],
        ),
        (
            "cardio",
            &[
                "Denies chest pain, pressure or palpitations",
                "Denies syncope or near-syncope",
                "Denies anticoagulant or antiplatelet use",
            ],
        ),
        ("gi", &["Denies liver disease, hepatitis or jaundice"]),
        ("gu", &["Denies kidney disease", "Denies pregnancy", "Denies breastfeeding"]),
        (
            "psych",
            &[
                "Denies depression, anxiety or mood change",
                "Denies history of body dysmorphic or eating disorder",
                "Denies needle phobia",
            ],
        ),
    ],
    pe: &[
        (
            "cardio",
            &[
                "Regular rate and rhythm",
                "Radial pulses 2+ and symmetric",
                "Capillary refill under 2 seconds",
                "Adequate peripheral veins for blood draw",
            ],
        ),
        ("neuro", &["Facial nerve function symmetric", "Sensation intact to light touch in treatment area"]),
        (
            "skin",
            &[
                "Skin warm, dry and intact",
                "No infection, lesion or inflammation in treatment area",
                "Fitzpatrick skin type ___",
                "Glogau classification ___",
            ],
        ),
    ],
};

pub const MICRONEEDLING: ExamTemplate = ExamTemplate {
    name: "Microneedling - normal",
    description: "First exam before microneedling: scarring, isotretinoin, sun, cold sores, active skin disease.",
    vitals: FULL_VITALS,
    ros: &[(
        "skin",
        &[
            "Denies flare of acne, rosacea, eczema or psoriasis",
            "Denies keloid or hypertrophic scarring",
            "Denies easy bruising or bleeding disorder",
            "Denies isotretinoin use in past 6 months",
            "Denies recent sunburn, tanning, peel or laser",
            "Denies open wound or infection in treatment area",
        ],
    )],
    pe: &[(
        "skin",
        &[
            "Skin warm, dry and intact",
            "No infection, lesion or inflammation in treatment area",
            "Fitzpatrick skin type ___",
            "Glogau classification ___",
        ],
    )],
};

pub const HAIR: ExamTemplate = ExamTemplate {
    name: "Hair restoration - normal",
    description: "First exam before PRP for the scalp: causes of shedding, bleeding, veins, grade of hair loss.",
    vitals: FULL_VITALS,
    ros: &[
        (
            "constitutional",
            &[
                "Denies fever, chills or night sweats",
                "Denies unintentional weight loss or gain",
                "Denies fatigue or malaise",
                "Denies illness, infection or antibiotic use in past 2 weeks",
            ],
        ),
        (
            "cardio",
            &[
                "Denies chest pain, pressure or palpitations",
                "Denies syncope or near-syncope",
                "Denies anticoagulant or antiplatelet use",
            ],
        ),
        ("gi", &["Denies liver disease, hepatitis or jaundice"]),
        (
            "skin",
            &[
                "Denies rash, hives or itching",
                "Denies easy bruising or bleeding disorder",
                "Denies open wound or infection in treatment area",
                "Reports hair thinning or shedding",
            ],
        ),
    ],
    pe: &[
        (
            "cardio",
            &[
                "Regular rate and rhythm",
                "Capillary refill under 2 seconds",
                "Adequate peripheral veins for blood draw",
            ],
        ),
        (
            "skin",
            &[
                "Skin warm, dry and intact",
                "No infection, lesion or inflammation in treatment area",
                "Pattern hair loss, Norwood/Ludwig grade ___",
            ],
        ),
    ],
};

pub const ANNUAL: ExamTemplate = ExamTemplate {
    name: "Annual re-exam (no change)",
    description: "Yearly renewal for a patient whose health, medicines and allergies have not changed.",
    vitals: VISIT_VITALS,
    ros: &[],
    pe: &[],
};

/// All templates, in the order in which a clinic sees them.
pub const EXAM_TEMPLATES: &[&ExamTemplate] = &[&NEUROTOXIN, &PLATELETS, &MICRONEEDLING, &HAIR, &ANNUAL];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::findings::{PE, ROS, VITALS};
    use super::*;

    fn assert_from(list: &[(&str, &[&str])], system: &str, chosen: &[&str], template: &str) {
        let (_, offered) = list.iter().find(|(name, _)| *name == system).unwrap();
        assert!(!chosen.is_empty(), "{template}: {system} is empty");
        assert_eq!(chosen.iter().collect::<BTreeSet<_>>().len(), chosen.len(), "{template}: {system}");
        for finding in chosen {
            assert!(offered.contains(finding), "{template}: {system} does not offer {finding:?}");
        }
    }

    #[test]
    fn templates_hold_only_findings_the_form_offers() {
        for template in EXAM_TEMPLATES {
            for system in SYSTEMS {
                assert_from(ROS, system, template.ros_findings(system), template.name);
                assert_from(PE, system, template.pe_findings(system), template.name);
            }
            assert!(template.vitals.iter().all(|vital| VITALS.contains(vital)), "{}", template.name);
        }
    }

    #[test]
    fn no_template_changes_an_unknown_system() {
        for template in EXAM_TEMPLATES {
            for (system, _) in template.ros.iter().chain(template.pe) {
                assert!(SYSTEMS.contains(system), "{}: {system}", template.name);
            }
        }
    }

    #[test]
    fn names_and_descriptions_are_distinct() {
        let names: BTreeSet<_> = EXAM_TEMPLATES.iter().map(|template| template.name).collect();
        let descriptions: BTreeSet<_> = EXAM_TEMPLATES.iter().map(|template| template.description).collect();
        assert_eq!((names.len(), descriptions.len()), (5, 5));
        assert!(descriptions.iter().all(|description| description.len() <= 200));
    }

    #[test]
    fn texts_have_a_line_for_each_system() {
        let vitals = ANNUAL.vitals_text();
        assert!(vitals.starts_with("BP: ___/___ mmHg, HR: ___ bpm, "), "{vitals}");
        for text in [HAIR.ros_text(), HAIR.pe_text()] {
            assert_eq!(text.lines().count(), 10);
            assert!(text.len() < 10_000);
        }
        assert!(HAIR.ros_text().contains("\nGastrointestinal: Denies liver disease, hepatitis or jaundice\n"));
        assert!(HAIR.pe_text().contains("\nSkin: Skin warm, dry and intact; No infection, lesion"));
    }
}
