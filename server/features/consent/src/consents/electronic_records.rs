//! The notice that a patient gets before signing electronically (15 USC 7001(c)), and the wording of the act of signing.
//! A signature stores the versions of both. A version never changes: another wording is a new version.

use serde::Serialize;
use utoipa::ToSchema;

/// A wording. `{clinic}` stands for the clinic's name.
struct Wording {
    version: i32,
    dated: &'static str,
    paragraphs: &'static [&'static str],
}

/// The notice: paper instead, withdrawing, what it covers, how to reach the clinic, fees, and the equipment needed.
const NOTICES: &[Wording] = &[Wording {
    version: 1,
    dated: "2026-11-25",
    paragraphs: &[
        "{clinic} keeps the form that you sign here as an electronic record. This covers this form only.",
        "You may ask {clinic} for a paper form instead, for a paper copy at any time, or to withdraw your agreement to \
         electronic records. Contact the clinic for this, or when your contact details change; it will tell you of any \
         fee first. All you need is a web browser; after signing you can save or print a copy here.",
    ],
}];

/// The meaning of pressing the button.
const ACTS: &[Wording] = &[Wording {
    version: 1,
    dated: "2026-11-25",
    paragraphs: &["By pressing “Sign consent” I sign this form and agree to the electronic record described above."],
}];

/// The notice of electronic records and the wording of the act, as the page shows them.
#[derive(Debug, Serialize, ToSchema)]
pub struct ElectronicRecords {
    notice_version: i32,
    /// The day of the notice's version.
    notice_dated: &'static str,
    /// The paragraphs of the notice.
    notice: Vec<String>,
    act_version: i32,
    /// The meaning of pressing the button.
    act: String,
}

impl ElectronicRecords {
    /// The present versions, with the clinic's name.
    pub fn of(clinic: &str) -> Self {
        let (notice, act) = (&NOTICES[NOTICES.len() - 1], &ACTS[ACTS.len() - 1]);
        Self {
            notice_version: notice.version,
            notice_dated: notice.dated,
            notice: notice.paragraphs.iter().map(|paragraph| paragraph.replace("{clinic}", clinic)).collect(),
            act_version: act.version,
            act: act.paragraphs.join(" ").replace("{clinic}", clinic),
        }
    }
}

fn find(wordings: &'static [Wording], version: i32) -> Option<&'static Wording> {
    wordings.iter().find(|wording| wording.version == version)
}

/// Whether the notice has this version.
pub fn is_notice(version: i32) -> bool {
    find(NOTICES, version).is_some()
}

/// Whether the act has this version.
pub fn is_act(version: i32) -> bool {
    find(ACTS, version).is_some()
}

/// The day and the text of a version of the notice, with the clinic's name.
pub fn notice_of(version: i32, clinic: &str) -> Option<(&'static str, String)> {
    find(NOTICES, version).map(|wording| (wording.dated, wording.paragraphs.join("\n").replace("{clinic}", clinic)))
}

/// The day and the text of a version of the act.
pub fn act_of(version: i32, clinic: &str) -> Option<(&'static str, String)> {
    find(ACTS, version).map(|wording| (wording.dated, wording.paragraphs.join("\n").replace("{clinic}", clinic)))
}

#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};

    use super::*;

    /// A signature names a version, so the words of a version must never change.
    #[test]
    fn the_words_of_a_version_never_change() {
        let digest = |text: String| hex::encode(Sha256::digest(text.as_bytes()))[..16].to_owned();
        let kept = |list: &[Wording]| {
            list.iter().map(|one| (one.version, digest(one.paragraphs.join("\n")))).collect::<Vec<_>>()
        };
        assert_eq!(kept(NOTICES), [(1, "5b9089613da769f5".to_owned())]);
        assert_eq!(kept(ACTS), [(1, "577a561e1d0c350f".to_owned())]);
    }

    #[test]
    fn the_versions_count_up_and_the_newest_is_shown() {
        for list in [NOTICES, ACTS] {
            assert!(list.windows(2).all(|pair| pair[0].version < pair[1].version));
        }
        let shown = ElectronicRecords::of("Linden");
        assert!(shown.notice.iter().all(|paragraph| !paragraph.contains('{')));
        assert!(shown.notice.concat().contains("ask Linden for a paper form instead"));
        assert!(is_notice(shown.notice_version) && is_act(shown.act_version) && !is_notice(0) && !is_act(99));
    }
}
