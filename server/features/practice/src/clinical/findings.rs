//! The entries that the exam form offers: vitals, and the common findings of ten body systems, as reported or denied by
//! the patient (review of systems) and as seen by the examiner (physical exam).
//!
//! Scope: the body systems of the usual review of systems, with items that matter before injections, platelet
//! treatments and microneedling. The form joins findings with "; " and vitals with ", ", so no finding holds a
//! semicolon and no vital sign a comma. `___` is a blank that the examiner fills in.

/// The body systems in the order of the exam form, named as in the exam's fields (`ros_heent`, `pe_heent`).
pub const SYSTEMS: &[&str; 10] =
    &["constitutional", "heent", "cardio", "resp", "gi", "gu", "msk", "neuro", "skin", "psych"];

/// The names of the systems for people.
pub const SYSTEM_LABELS: &[&str; 10] = &[
    "Constitutional",
    "HEENT",
    "Cardiovascular",
    "Respiratory",
    "Gastrointestinal",
    "Genitourinary",
    "Musculoskeletal",
    "Neurological",
    "Skin",
    "Psychiatric",
];

/// The quick-add entries for vitals.
pub const VITALS: &[&str] = &[
    "BP: ___/___ mmHg",
    "HR: ___ bpm",
    "Temp: ___ °F",
    "SpO2: ___%",
    "RR: ___/min",
    "Weight: ___ lb",
    "Height: ___ ft ___ in",
    "BMI: ___ kg/m²",
    "Pain: ___/10",
    "O2 sat: ___% on room air",
];

/// Review of systems: what the patient denies or reports.
pub const ROS: &[(&str, &[&str])] = &[
    (
        "constitutional",
        &[
            "Denies fever, chills or night sweats",
            "Denies unintentional weight loss or gain",
            "Denies fatigue or malaise",
            "Denies illness, infection or antibiotic use in past 2 weeks",
            "Denies vaccination or dental procedure in past 2 weeks",
            "Reports fatigue",
            "Reports recent weight change",
            "Reports recent illness or infection",
            "Reports fever or chills",
        ],
    ),
    (
        "heent",
        &[
            "Denies vision change, double vision or eye pain",
            "Denies dry eye, excessive tearing or eyelid droop",
            "Denies sinus pain, nasal discharge or sore throat",
            "Denies cold sores or oral lesions",
            "Denies hoarseness or difficulty swallowing",
            "Reports dry eye or contact lens wear",
            "Reports history of cold sores (HSV)",
            "Reports prior eyelid or facial surgery",
            "Reports prior filler or neurotoxin to face",
            "Reports recent or planned dental work",
        ],
    ),
    (
        "cardio",
        &[
            "Denies chest pain, pressure or palpitations",
            "Denies syncope or near-syncope",
            "Denies leg swelling or claudication",
            "Denies history of heart disease or arrhythmia",
            "Denies pacemaker or implanted cardiac device",
            "Denies anticoagulant or antiplatelet use",
            "Reports history of hypertension",
            "Reports anticoagulant or antiplatelet use",
            "Reports vasovagal reaction to needles or blood draws",
            "Reports palpitations",
        ],
    ),
    (
        "resp",
        &[
            "Denies cough, wheezing or shortness of breath",
            "Denies dyspnea on exertion or orthopnea",
            "Denies asthma or COPD",
            "Denies recent respiratory infection",
            "Denies tobacco or vape use",
            "Reports asthma",
            "Reports cough or congestion",
            "Reports shortness of breath",
            "Reports tobacco or vape use",
        ],
    ),
    (
        "gi",
        &[
            "Denies nausea, vomiting or abdominal pain",
            "Denies diarrhea or constipation",
            "Denies heartburn or reflux",
            "Denies dysphagia",
            "Denies blood in stool",
            "Denies liver disease, hepatitis or jaundice",
            "Reports heartburn or reflux",
            "Reports dysphagia",
            "Reports history of liver disease or hepatitis",
        ],
    ),
    (
        "gu",
        &[
            "Denies dysuria, frequency or urgency",
            "Denies hematuria",
            "Denies kidney disease",
            "Denies pregnancy",
            "Denies breastfeeding",
            "LMP: ___",
            "Reports pregnancy or possible pregnancy",
            "Reports breastfeeding",
            "Reports menopause or hormone therapy",
            "Reports current urinary symptoms",
        ],
    ),
    (
        "msk",
        &[
            "Denies joint pain, swelling or stiffness",
            "Denies muscle pain or weakness",
            "Denies neck pain or limited range of motion",
            "Denies jaw pain, clicking or clenching",
            "Denies autoimmune or connective tissue disease",
            "Reports jaw clenching or bruxism",
            "Reports neck or shoulder tension",
            "Reports joint pain",
            "Reports NSAID use in past 7 days",
        ],
    ),
    (
        "neuro",
        &[
            "Denies headache, dizziness or seizures",
            "Denies numbness, tingling or focal weakness",
            "Denies facial weakness or asymmetry",
            "Denies neuromuscular disorder (myasthenia gravis, Lambert-Eaton, ALS)",
            "Denies history of Bell's palsy or stroke",
            "Denies prior adverse reaction to botulinum toxin",
            "Reports migraine or tension headache",
            "Reports history of Bell's palsy",
            "Reports seizure disorder",
            "Reports numbness or tingling",
        ],
    ),
    (
        "skin",
        &[
            "Denies rash, hives or itching",
            "Denies flare of acne, rosacea, eczema or psoriasis",
            "Denies keloid or hypertrophic scarring",
            "Denies easy bruising or bleeding disorder",
            "Denies isotretinoin use in past 6 months",
            "Denies recent sunburn, tanning, peel or laser",
            "Denies open wound or infection in treatment area",
            "Reports fine lines, texture or pigment concerns",
            "Reports history of keloids",
            "Reports hair thinning or shedding",
        ],
    ),
    (
        "psych",
        &[
            "Denies depression, anxiety or mood change",
            "Denies sleep disturbance",
            "Denies suicidal ideation",
            "Denies history of body dysmorphic or eating disorder",
            "Denies needle phobia",
            "Reports anxiety related to procedures",
            "Reports treated depression or anxiety, stable",
            "Reports needle phobia",
            "Reports distress about appearance affecting daily life",
        ],
    ),
];

/// Physical exam: what the examiner finds.
pub const PE: &[(&str, &[&str])] = &[
    (
        "constitutional",
        &[
            "Well-developed, well-nourished, in no acute distress",
            "Alert and oriented x4",
            "Appears stated age",
            "Vital signs reviewed and within normal limits",
            "Afebrile",
            "Ambulates without difficulty",
            "Elevated blood pressure noted",
            "Appears fatigued",
            "Appears acutely ill, treatment deferred",
        ],
    ),
    (
        "heent",
        &[
            "Normocephalic, atraumatic",
            "PERRL, EOMI, conjunctivae clear",
            "No baseline brow or eyelid ptosis",
            "Brows and face symmetric at rest",
            "Oropharynx clear, mucous membranes moist",
            "Neck supple without lymphadenopathy",
            "Baseline brow or eyelid ptosis noted",
            "Baseline facial asymmetry noted",
            "Infraorbital hollowing (tear trough)",
            "Active perioral herpetic lesion, treatment deferred",
        ],
    ),
    (
        "cardio",
        &[
            "Regular rate and rhythm",
            "No murmurs, rubs or gallops",
            "Radial pulses 2+ and symmetric",
            "Capillary refill under 2 seconds",
            "No peripheral edema",
            "Adequate peripheral veins for blood draw",
            "Irregular rhythm noted",
            "Peripheral edema present",
        ],
    ),
    (
        "resp",
        &[
            "Respirations even and unlabored",
            "Clear to auscultation bilaterally",
            "No wheezes, rales or rhonchi",
            "Speaks in full sentences",
            "No accessory muscle use",
            "Wheezing present",
            "Diminished breath sounds",
        ],
    ),
    (
        "gi",
        &[
            "Abdomen soft, non-tender, non-distended",
            "Bowel sounds normoactive",
            "No hepatosplenomegaly or masses",
            "No jaundice or ascites",
            "Striae or scar in treatment area",
            "Tenderness present",
            "Exam deferred, not indicated for planned treatment",
        ],
    ),
    (
        "gu",
        &[
            "Exam deferred, not indicated for planned treatment",
            "Patient declined exam",
            "No CVA tenderness",
            "No suprapubic tenderness",
            "Urine pregnancy test negative",
            "Urine pregnancy test positive, treatment deferred",
        ],
    ),
    (
        "msk",
        &[
            "Full range of motion of neck and extremities",
            "Strength 5/5 and symmetric",
            "Normal gait and posture",
            "TMJ without click or tenderness",
            "Masseters normal and symmetric",
            "Masseter hypertrophy",
            "Platysmal bands with animation",
            "Dorsal hand volume loss with visible tendons",
            "Limited range of motion",
        ],
    ),
    (
        "neuro",
        &[
            "Cranial nerves II-XII grossly intact",
            "Facial nerve function symmetric",
            "Frontalis, corrugator and orbicularis strength symmetric",
            "Sensation intact to light touch in treatment area",
            "No focal motor deficit",
            "No tremor or ataxia",
            "Facial asymmetry with animation",
            "Diminished sensation in treatment area",
        ],
    ),
    (
        "skin",
        &[
            "Skin warm, dry and intact",
            "No infection, lesion or inflammation in treatment area",
            "Fitzpatrick skin type ___",
            "Glogau classification ___",
            "Dynamic rhytids of forehead, glabella and lateral canthi",
            "Static rhytids present at rest",
            "Photodamage or dyschromia",
            "Acne scarring (ice pick, boxcar or rolling)",
            "Pattern hair loss, Norwood/Ludwig grade ___",
            "Active acne, rosacea or dermatitis in treatment area",
        ],
    ),
    (
        "psych",
        &[
            "Appropriate mood and affect",
            "Cooperative with good eye contact",
            "Thought process logical and goal-directed",
            "Judgment and insight intact",
            "Realistic treatment expectations expressed",
            "Demonstrates capacity to consent",
            "Anxious affect",
            "Unrealistic expectations, treatment deferred",
            "Preoccupation with minimal or absent defect, BDD screening advised",
        ],
    ),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn assert_clean(list: &[&str], forbidden: &[char]) {
        assert!(!list.is_empty());
        let unique: BTreeSet<_> = list.iter().collect();
        assert_eq!(unique.len(), list.len(), "an entry stands twice in {list:?}");
        for entry in list {
            assert!(!entry.is_empty());
            assert_eq!(*entry, entry.trim());
            assert!(!entry.contains(forbidden), "{entry:?} holds a character that joins entries");
        }
    }

    #[test]
    fn the_ten_vitals_can_be_joined_with_commas() {
        assert_eq!(VITALS.len(), 10);
        assert_clean(VITALS, &[',', ';']);
        assert!(VITALS.iter().all(|entry| entry.contains("___")));
    }

    #[test]
    fn both_lists_cover_the_ten_systems_in_order() {
        for list in [ROS, PE] {
            let systems: Vec<_> = list.iter().map(|(system, _)| *system).collect();
            assert_eq!(systems, SYSTEMS);
        }
        assert_clean(SYSTEMS, &[';']);
        assert_clean(SYSTEM_LABELS, &[';', ':']);
    }

    #[test]
    fn findings_can_be_joined_with_semicolons() {
        for (_, findings) in ROS.iter().chain(PE) {
            assert_clean(findings, &[';']);
        }
    }

    #[test]
    fn a_review_of_systems_names_its_source() {
        for (system, findings) in ROS {
            for finding in *findings {
                let stated = finding.starts_with("Denies ") || finding.starts_with("Reports ");
                assert!(stated || *finding == "LMP: ___", "{system}: {finding}");
            }
        }
    }
}
