//! The common findings that say that nothing is wrong, and those that say that a part was not examined.

use super::findings::ROS;

/// The entries of [`PE`](super::findings::PE) that say that nothing is wrong. In [`ROS`] these are all denials.
pub(crate) const NORMAL_PE: &[&str] = &[
    "Well-developed, well-nourished, in no acute distress",
    "Alert and oriented x4",
    "Appears stated age",
    "Vital signs reviewed and within normal limits",
    "Afebrile",
    "Ambulates without difficulty",
    "Normocephalic, atraumatic",
    "PERRL, EOMI, conjunctivae clear",
    "No baseline brow or eyelid ptosis",
    "Brows and face symmetric at rest",
    "Oropharynx clear, mucous membranes moist",
    "Neck supple without lymphadenopathy",
    "Regular rate and rhythm",
    "No murmurs, rubs or gallops",
    "Radial pulses 2+ and symmetric",
    "Capillary refill under 2 seconds",
    "No peripheral edema",
    "Adequate peripheral veins for blood draw",
    "Respirations even and unlabored",
    "Clear to auscultation bilaterally",
    "No wheezes, rales or rhonchi",
    "Speaks in full sentences",
    "No accessory muscle use",
    "Abdomen soft, non-tender, non-distended",
    "Bowel sounds normoactive",
    "No hepatosplenomegaly or masses",
    "No jaundice or ascites",
    "No CVA tenderness",
    "No suprapubic tenderness",
    "Urine pregnancy test negative",
    "Full range of motion of neck and extremities",
    "Strength 5/5 and symmetric",
    "Normal gait and posture",
    "TMJ without click or tenderness",
    "Masseters normal and symmetric",
    "Cranial nerves II-XII grossly intact",
    "Facial nerve function symmetric",
    "Frontalis, corrugator and orbicularis strength symmetric",
    "Sensation intact to light touch in treatment area",
    "No focal motor deficit",
    "No tremor or ataxia",
    "Skin warm, dry and intact",
    "No infection, lesion or inflammation in treatment area",
    "Appropriate mood and affect",
    "Cooperative with good eye contact",
    "Thought process logical and goal-directed",
    "Judgment and insight intact",
    "Realistic treatment expectations expressed",
    "Demonstrates capacity to consent",
];

/// The phrases that the exam form writes by one press if the list has none: as reported, and as seen.
pub(crate) const BY_ONE_PRESS: [&str; 2] = ["Denies symptoms", "Within normal limits"];

/// The phrases of a text, as the exam form joins them.
pub(crate) fn phrases(text: &str) -> impl Iterator<Item = &str> {
    text.split([';', '\n']).map(str::trim).filter(|phrase| !phrase.is_empty())
}

/// Whether a text says only that a part was not examined.
pub fn says_deferred(text: &str) -> bool {
    let mut phrases = phrases(text).peekable();
    phrases.peek().is_some() && phrases.all(|phrase| DEFERRED.iter().any(|entry| entry.eq_ignore_ascii_case(phrase)))
}

const DEFERRED: [&str; 2] = ["Exam deferred, not indicated for planned treatment", "Patient declined exam"];

/// Whether a whole entry of the lists says that nothing is wrong.
pub fn is_normal(entry: &str) -> bool {
    NORMAL_PE.contains(&entry) || (entry.starts_with("Denies ") && ROS.iter().any(|(_, list)| list.contains(&entry)))
}

/// Whether a whole entry of the lists says that a part was not examined.
pub fn is_deferred(entry: &str) -> bool {
    DEFERRED.contains(&entry)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{super::findings::PE, *};

    #[test]
    fn what_is_normal_is_an_entry_of_the_lists() {
        let normal: BTreeSet<_> = NORMAL_PE.iter().collect();
        assert_eq!(normal.len(), NORMAL_PE.len(), "an entry stands twice");
        let offered: BTreeSet<_> = PE.iter().flat_map(|(_, findings)| findings.iter()).collect();
        assert!(normal.is_subset(&offered));
    }
}
