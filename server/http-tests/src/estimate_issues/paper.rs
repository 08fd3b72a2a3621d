//! The content of an issued estimate on paper, read back from the PDF.

use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::Complete;
use crate::testing::{
    factories,
    pdf::{pages, plain},
};
use base::date_format::date_and_time;

impl Complete {
    /// The pages of an issued version as the worker makes them, without white space.
    pub async fn paper(&self, version: i32) -> Vec<String> {
        self.work().await;
        let rows = self
            .clinic
            .rows(&format!(
                "select file from {{}}.estimate_file join {{}}.estimate_issue on id = issue_id where version = {version}"
            ))
            .await;
        let file: Vec<u8> =
            rows.first().expect("is celadon-documents built? cargo build -p documents").try_get("", "file").unwrap();
        pages(&file).iter().map(|page| plain(page)).collect()
    }

    /// Issues the draft, and replaces the version's document before its PDF is made.
    async fn issued_as(&self, change: impl FnOnce(&mut Value)) {
        self.issued().await;
        let rows = self.clinic.rows("select document from {}.estimate_issue").await;
        let mut document = serde_json::from_str(&rows[0].try_get::<String>("", "document").unwrap()).unwrap();
        change(&mut document);
        let text = document.to_string().replace('\'', "''");
        self.clinic.plant(&format!("update {{}}.estimate_issue set document = '{text}'")).await;
    }
}

/// Each element with the words before it, so that the same words elsewhere on the page do not match.
const ELEMENTS: [(&str, &str); 20] = [
    ("the patient and their birth date", "Patient Nora Lindqvist Date of birth March 14, 1985"),
    (
        "the primary service in plain words and its date",
        "Primary service Botox for the lines of the forehead Date of service December 14, 2026",
    ),
    (
        "the provider and the dates",
        "Provider Robin Provider Date of estimate November 20, 2026 Good until November 20, 2027",
    ),
    ("its NPI and TIN", "NPI 1679576722 TIN 83-1234567"),
    ("its address and state", "Place of care 214 W 18th Street, New York, NY 10011 State NY Phone (212) 555-0100"),
    (
        "a line with its codes, its provider and its NPI, and its charge less the discount",
        "Botox per unit Face, service code BTX-U, diagnosis code Z41.1 Tomás Rivera, RN NPI 1234567893 $12.00 20 2 $30.50 $449.50",
    ),
    (
        "a line of another provider without codes",
        "PRP Hair Restoration Hair Robin Provider NPI 1503384293 $500.05 1 3 none $1,500.15",
    ),
    ("the total", "Total of the expected charges $1,949.65"),
    ("the total of each provider", "Total of Tomás Rivera, RN $449.50 Total of Robin Provider $1,500.15"),
    ("the time frame of what recurs", "Recurring services From December 14, 2026 Until June 14, 2027"),
    ("how often and how many times", "How often every three months How many times 2"),
    ("the duration and the notes", "Expected duration Three months Notes Bring a hat"),
    ("what is scheduled separately", "Scheduled separately \u{2022} A blood count"),
    (
        "its own notice",
        "These items or services are scheduled or asked for separately, and their charges are not in this estimate. You receive a separate Good Faith Estimate when one of them is scheduled, or earlier when you ask us for it.",
    ),
    (
        "the disclaimer that it is only an estimate",
        "1. This is only an estimate. The items, services and charges you actually receive may differ from it.",
    ),
    (
        "the disclaimer of further items",
        "2. Other items or services may be recommended as part of your care. They are scheduled or asked for separately, and are not in this estimate.",
    ),
    (
        "the disclaimer of the right to dispute",
        "3. If you are billed at least $400 more than this estimate, you may start a patient-provider dispute resolution. How to do that, and when, is explained at www.cms.gov/nosurprises and at 1-800-985-3059. Starting it does not affect the quality of your care.",
    ),
    (
        "the disclaimer that it is no contract",
        "4. This estimate is not a contract. It does not oblige you to receive any of these services, here or elsewhere.",
    ),
    (
        "how to dispute, and until when",
        "To dispute it, start the process with the U.S. Department of Health and Human Services within 120 calendar days of the date on the original bill. There is a fee of $25.",
    ),
    (
        "where to ask",
        "go to www.cms.gov/nosurprises, call 1-800-985-3059, or write to FederalPPDRQuestions@cms.hhs.gov.",
    ),
];

#[tokio::test]
async fn the_pdf_holds_every_element_of_the_law() {
    let complete = Complete::new().await;
    complete
        .change_all(json!({
            "hair_service": "PRP Hair Restoration", "hair_unit_cost": "500.05", "hair_qty": 1, "hair_sessions": "3",
            "expected_duration": "Three months", "notes": "Bring a hat",
        }))
        .await;
    let mut content = factories::estimate_content();
    content["lines"].as_array_mut().unwrap().push(json!({ "area": "hair", "provider_npi": "1503384293" }));
    complete.owner.put(&format!("{}/content", complete.path), content).await.expect(StatusCode::OK);
    let (issued, _) = complete.issued().await;
    let at: DateTime<Utc> = issued["draft"]["issues"][0]["issued_at"].as_str().unwrap().parse().unwrap();
    let at = date_and_time(at, chrono_tz::America::New_York);
    let version = format!("Version 1, issued {at} by Olive Owner, Medical Director, owner");
    let draft = complete.draft().await;
    let clinic = format!("Clinic {} NPI", draft["document"]["clinic"]["name"].as_str().unwrap());
    let of_the_moment =
        [("the number of the version, when and by whom it was issued", &*version), ("the clinic's name", &*clinic)];
    let paper = complete.paper(1).await.concat();
    for (what, words) in ELEMENTS.into_iter().chain(of_the_moment) {
        assert!(paper.contains(&plain(words)), "{what} is missing: {words}\n{paper}");
    }
    complete.change("notes", json!("Bring two hats")).await;
    complete.issued().await;
    assert!(complete.paper(2).await.concat().contains(&plain("Version 2, issued")));
}

#[tokio::test]
async fn of_forty_lines_each_amount_stands_once_and_the_total_after_them() {
    let complete = Complete::new().await;
    let charge = |at: usize| format!("{}.{at:02}", 1000 + 37 * at);
    complete
        .issued_as(|document| {
            let line = document["lines"][0].clone();
            let lines = (0..40).map(|at| {
                let mut line = line.clone();
                line["service"] = json!(format!("Service {at} {}", "of a long name that goes on ".repeat(at % 7)));
                line["charge"] = json!(charge(at));
                line
            });
            document["lines"] = lines.collect();
            document["total"] = json!("68867.80");
        })
        .await;
    let pages = complete.paper(1).await;
    let dollars = |amount: &str| format!("${},{}", &amount[..1], &amount[1..]);
    let on: Vec<_> = (0..40)
        .map(|at| {
            let row = plain(&format!("$12.00 20 2 $30.50 {}", dollars(&charge(at))));
            let found: Vec<_> = (0..pages.len()).filter(|page| pages[*page].contains(&row)).collect();
            assert!(found.len() == 1 && pages[found[0]].matches(&row).count() == 1, "{row}: {found:?}");
            found[0]
        })
        .collect();
    assert!(on.is_sorted() && on[39] > on[0] + 1, "{on:?}");
    // Each page repeats the column headings.
    let head = "ServiceProviderPriceQuantitySessionsDiscountCharge";
    for page in &pages[on[0]..=on[39]] {
        assert_eq!(page.matches(head).count(), 1, "{page}");
    }
    let total = plain("Total of the expected charges $68,867.80");
    let totals: Vec<_> = (0..pages.len()).filter(|page| pages[*page].contains(&total)).collect();
    assert!(totals.len() == 1 && totals[0] >= on[39], "{totals:?}");
    let whole = pages.concat();
    assert!(whole.find(&total) > whole.find(&dollars(&charge(39))), "after the last line");
    for page in &pages {
        assert!(page.contains(&plain("Nora Lindqvist, born March 14, 1985")), "{page}");
    }
}

/// Texts in other scripts, in both directions, and words that cannot be broken.
const HOSTILE: [&str; 6] = [
    "טיפול פנים",
    "علاج الوجه",
    "\u{202e}Reversed by a mark\u{202c}",
    "Pneumonoultramicroscopicsilicovolcanoconiosis-Behandlungszusatzvereinbarung",
    "#read(\"/etc/passwd\") *bold* <b> $x$",
    "面部注射 ボトックス 보톡스",
];

#[tokio::test]
async fn no_text_hides_a_number() {
    let complete = Complete::new().await;
    complete
        .issued_as(|document| {
            let line = document["lines"][0].clone();
            let lines = HOSTILE.iter().enumerate().map(|(at, text)| {
                let mut line = line.clone();
                line["service"] = json!(format!("{text} {}", "x".repeat(30 * at)));
                line["provider"] = json!(text);
                line["charge"] = json!(format!("{at}00.0{at}"));
                line
            });
            document["lines"] = lines.collect();
        })
        .await;
    let paper = complete.paper(1).await.concat();
    for (at, text) in HOSTILE.iter().enumerate() {
        let row = format!("NPI1234567893$12.00202$30.50${at}00.0{at}");
        assert_eq!(paper.matches(&row).count(), 1, "{row}");
        let letters = plain(text).replace(['\u{202e}', '\u{202c}'], "");
        // In a right-to-left text the last letter comes first in the file; the two of a ligature keep their order.
        let ligature = letters.replace("\u{644}\u{627}", "\u{fefb}");
        let backwards = ligature.chars().rev().collect::<String>().replace('\u{fefb}', "\u{644}\u{627}");
        assert!(paper.contains(&letters) || paper.contains(&backwards), "{text}");
    }
}
