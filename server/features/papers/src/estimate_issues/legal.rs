//! The legal texts of an estimate, all of them, in plain words.
//!
//! Source: 45 CFR 149.610 (c)(1) for the content of an estimate, 149.610 (b)(1)(iii) for the notice of the right to one, 149.620
//! for disputes; the model forms CMS-10791 (OMB 0938-1433). Read on the date of `VERSION`. The texts are not legal advice. The
//! settings say so, the clinic can change each of them, and issued versions keep the wording of their time.

use entity::clinic::estimate_setting::ChangedTexts;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The date of this wording. Another wording gets another date.
pub(super) const VERSION: &str = "2026-11-26";

pub(super) const SOURCE: &str = "45 CFR 149.610 and 149.620; model forms CMS-10791 (OMB 0938-1433)";

pub(super) const NOTE: &str = "Have your counsel review this text.";

/// The texts on an estimate, in the wording in force when it was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LegalTexts {
    /// The date of the product's wording.
    pub version: String,
    /// Whether the clinic has changed one of them.
    pub is_changed: bool,
    pub only_an_estimate: String,
    pub further_items: String,
    pub dispute_right: String,
    pub no_contract: String,
    pub how_to_dispute: String,
    /// Printed with the items that are scheduled separately.
    pub separate_items: String,
}

const ONLY_AN_ESTIMATE: &str =
    "This is only an estimate. The items, services and charges you actually receive may differ from it.";

const FURTHER_ITEMS: &str = "Other items or services may be recommended as part of your care. They are scheduled or asked for \
    separately, and are not in this estimate.";

const DISPUTE_RIGHT: &str = "If you are billed at least $400 more than this estimate, you may start a patient-provider dispute \
    resolution. How to do that, and when, is explained at www.cms.gov/nosurprises and at 1-800-985-3059. Starting it does not affect \
    the quality of your care.";

const NO_CONTRACT: &str =
    "This estimate is not a contract. It does not oblige you to receive any of these services, here or elsewhere.";

const HOW_TO_DISPUTE: &str = "You may talk to us first: ask us to correct the bill, to explain it, or whether financial help is \
    available. To dispute it, start the process with the U.S. Department of Health and Human Services within 120 calendar days of \
    the date on the original bill. There is a fee of $25. If the reviewer agrees with you, you pay the price on this estimate, \
    less the fee. To learn more and to get a form, go to www.cms.gov/nosurprises, call 1-800-985-3059, or write to \
    FederalPPDRQuestions@cms.hhs.gov. Keep a copy of this estimate: you may need it if you are billed more.";

const SEPARATE_ITEMS: &str = "These items or services are scheduled or asked for separately, and their charges are not in this \
    estimate. You receive a separate Good Faith Estimate when one of them is scheduled, or earlier when you ask us for it.";

const RIGHT_TO_RECEIVE: &str = "You have the right to receive a \u{201c}Good Faith Estimate\u{201d} explaining how much your health care will \
    cost.\n\nUnder the law, health care providers need to give patients who do not have certain types of health care coverage, \
    or who are not using it, an estimate of their bill for health care items and services before they are provided.\n\n\
    \u{2022} You have the right to a Good Faith Estimate of the total expected cost of any health care items or services when you ask \
    for one, and when you schedule them.\n\
    \u{2022} If you schedule at least 3 business days ahead, you receive it in writing within 1 business day after scheduling. If you \
    schedule at least 10 business days ahead, or ask what something costs, you receive it within 3 business days.\n\
    \u{2022} If you are billed at least $400 more than your Good Faith Estimate by a provider or a facility, you can dispute the bill.\n\
    \u{2022} Save a copy or a picture of your Good Faith Estimate and of the bill.\n\n\
    For questions, or to learn more about your right to a Good Faith Estimate, go to www.cms.gov/nosurprises or call \
    1-800-985-3059.";

/// One text: its key in the settings and the product's wording.
pub struct LegalText {
    pub key: &'static str,
    pub standard: &'static str,
    /// The clinic's wording of the text.
    pub changed: fn(&mut ChangedTexts) -> &mut Option<String>,
}

/// Every text, in the order in which an estimate has them.
pub(super) const TEXTS: [LegalText; 7] = [
    LegalText { key: "only_an_estimate", standard: ONLY_AN_ESTIMATE, changed: |texts| &mut texts.only_an_estimate },
    LegalText { key: "further_items", standard: FURTHER_ITEMS, changed: |texts| &mut texts.further_items },
    LegalText { key: "dispute_right", standard: DISPUTE_RIGHT, changed: |texts| &mut texts.dispute_right },
    LegalText { key: "no_contract", standard: NO_CONTRACT, changed: |texts| &mut texts.no_contract },
    LegalText { key: "how_to_dispute", standard: HOW_TO_DISPUTE, changed: |texts| &mut texts.how_to_dispute },
    LegalText { key: "separate_items", standard: SEPARATE_ITEMS, changed: |texts| &mut texts.separate_items },
    LegalText { key: "right_to_receive", standard: RIGHT_TO_RECEIVE, changed: |texts| &mut texts.right_to_receive },
];

/// The texts in force at a clinic with these changes.
pub(super) fn in_force(changed: &ChangedTexts) -> LegalTexts {
    let own = changed.clone();
    let is_changed = own != ChangedTexts { right_to_receive: own.right_to_receive.clone(), ..ChangedTexts::default() };
    let or = |own: Option<String>, standard: &str| own.unwrap_or_else(|| standard.to_owned());
    LegalTexts {
        version: VERSION.to_owned(),
        is_changed,
        only_an_estimate: or(own.only_an_estimate, ONLY_AN_ESTIMATE),
        further_items: or(own.further_items, FURTHER_ITEMS),
        dispute_right: or(own.dispute_right, DISPUTE_RIGHT),
        no_contract: or(own.no_contract, NO_CONTRACT),
        how_to_dispute: or(own.how_to_dispute, HOW_TO_DISPUTE),
        separate_items: or(own.separate_items, SEPARATE_ITEMS),
    }
}

/// The notice of the right to receive an estimate: for the wall, the website and the pages for patients.
pub(super) fn right_to_receive(changed: &ChangedTexts) -> String {
    changed.right_to_receive.clone().unwrap_or_else(|| RIGHT_TO_RECEIVE.to_owned())
}

/// The meaning of the button on the patient's page.
pub const RECEIPT: &str = "I received this estimate. This accepts no charges and no treatment.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_and_its_print_say_the_same_as_what_is_issued() {
        let screen = include_str!("../../../../../web/src/features/estimates/disclaimers.ts");
        let print = include_str!("../../../../documents/templates/estimate.typ").replace("\\$", "$");
        for text in [ONLY_AN_ESTIMATE, FURTHER_ITEMS, DISPUTE_RIGHT, NO_CONTRACT] {
            assert!(screen.contains(&format!("'{text}',")), "disclaimers.ts: {text}");
            assert!(print.contains(&format!("[{text}],")), "estimate.typ: {text}");
        }
    }

    /// A change of a text must also change its entry, with its source, in the documentation.
    #[test]
    fn the_list_of_the_documentation_names_each_text_and_its_date() {
        let page = include_str!("../../../../docs/estimates.md");
        for LegalText { key, .. } in TEXTS {
            let entry = format!("\n- `{key}`, version {VERSION}: ");
            assert_eq!(page.matches(&entry).count(), 1, "{key} has one entry in server/docs/estimates.md");
        }
        assert!(page.contains("**counsel reviews each of them"), "{page}");
    }
}
