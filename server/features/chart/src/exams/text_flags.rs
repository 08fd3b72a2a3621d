//! Which texts of an exam are flagged as normal or as left out. The form knows this as it writes the texts, so readers need not guess
//! it from the words.

use std::collections::BTreeSet;

use entity::words::ExamText;

use base::error::{Error, Result};
use practice::{clinical::normal_findings::says_deferred, settings::NormalFindings};

/// The flagged texts in the order of the exam. `None` if no text is flagged.
#[derive(Debug)]
pub(super) struct TextFlags {
    pub normal: Option<Vec<ExamText>>,
    pub deferred: Option<Vec<ExamText>>,
}

impl TextFlags {
    /// Keeps the flags that agree with their texts and with the clinic's list. A finding that is wrongly flagged as normal is kept
    /// as a finding.
    ///
    /// Fails if a flagged text is empty, or has both flags.
    pub fn new<'a>(
        normal: &[ExamText],
        deferred: &[ExamText],
        listed: &NormalFindings,
        words: impl Fn(ExamText) -> &'a str,
    ) -> Result<Self> {
        for (field, texts) in [("normal", normal), ("deferred", deferred)] {
            if let Some(empty) = texts.iter().find(|text| words(**text).is_empty()) {
                return Err(Error::field(field, format!("names {}, which is empty", empty.as_str())));
            }
        }
        if let Some(both) = deferred.iter().find(|text| normal.contains(text)) {
            return Err(Error::field("deferred", format!("names {}, which is also named as normal", both.as_str())));
        }
        let is_normal = |text: &ExamText| listed.say(is_reported(*text), words(*text));
        let is_deferred = |text: &ExamText| !is_reported(*text) && says_deferred(words(*text));
        Ok(Self { normal: those(normal, is_normal), deferred: those(deferred, is_deferred) })
    }
}

/// Whether a text is what the patient reported, not what the examiner saw.
fn is_reported(text: ExamText) -> bool {
    text.as_str().starts_with("ros_")
}

fn those(texts: &[ExamText], hold: impl Fn(&ExamText) -> bool) -> Option<Vec<ExamText>> {
    let texts: BTreeSet<_> = texts.iter().copied().filter(hold).collect();
    (!texts.is_empty()).then(|| texts.into_iter().collect())
}
