//! Documents of every kind, and the effect of hostile text on them.

mod samples;
mod words;

use serde_json::json;
use typst::layout::{Frame, FrameItem};

use self::samples::{all, all_voided, certificate, consent, document, exam, treatment};
use super::*;

/// The text of each page.
fn pages(document: Document) -> Vec<String> {
    set(document).unwrap().pages().iter().map(|page| text(&page.frame)).collect()
}

fn text(frame: &Frame) -> String {
    let mut text = String::new();
    for (_, item) in frame.items() {
        match item {
            FrameItem::Text(item) => text.push_str(&item.text),
            FrameItem::Group(group) => text.push_str(&self::text(&group.frame)),
            _ => {}
        }
    }
    text
}

/// Removes white space and the break opportunities of the typesetting, which are not part of the text.
fn plain(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_whitespace() && *letter != '\u{200b}').collect()
}

#[test]
fn every_kind_says_what_its_record_holds() {
    for (document, expected) in all() {
        let kind = document.kind;
        let printed = plain(&pages(document).concat());
        for words in expected {
            assert!(printed.contains(&plain(words)), "{kind:?} does not say {words}: {printed}");
        }
    }
}

#[test]
fn every_kind_is_tagged_archivable_and_the_same_each_time() {
    for (document, _) in all() {
        let kind = document.kind;
        let pdf = render(document.clone()).unwrap_or_else(|refused| panic!("{kind:?}: {refused:?}"));
        assert!(pdf.starts_with(b"%PDF-1.7"), "{kind:?}");
        let holds = |text: &str| pdf.windows(text.len()).any(|part| part == text.as_bytes());
        assert!(holds("/StructTreeRoot") && holds("/MarkInfo"), "{kind:?} is not tagged");
        assert_eq!(render(document).unwrap(), pdf, "{kind:?}");
    }
}

#[test]
fn each_page_names_the_clinic_the_patient_and_its_number() {
    let long = consent(&"<p>One more paragraph of the text.</p>".repeat(150));
    let pages = pages(document("consent", &long));
    assert!(pages.len() > 2);
    for (index, page) in pages.iter().enumerate() {
        let number = format!("Page {} of {}", index + 1, pages.len());
        for words in [
            &number,
            "Aurelle Łódź",
            "Zoë Ångström-Đorđević",
            "February 29, 1984",
            "record 7",
            "9:15 AM EST",
            "Nora Lind",
        ] {
            assert!(plain(page).contains(&plain(words)), "page {index} does not say {words}: {page}");
        }
    }
}

#[test]
fn a_voided_record_says_so_on_each_page_and_who_voided_it_when_and_why() {
    for document in all_voided() {
        let kind = document.kind;
        render(document.clone()).unwrap_or_else(|refused| panic!("{kind:?}: {refused:?}"));
        let pages = pages(document);
        for (index, page) in pages.iter().enumerate() {
            assert_eq!(page.matches("VOID").count(), 2, "page {index} of the {kind:?}: {page}");
        }
        for words in
            ["Petra Void, Medical Director, license MD-9", "June 2, 2026, 9:00 AM EDT", "Reason: Wrong patient"]
        {
            assert!(plain(&pages[0]).contains(&plain(words)), "{kind:?} does not say {words}: {}", pages[0]);
        }
    }
}

#[test]
fn a_record_that_counts_has_no_mark() {
    let printed = pages(document("treatment", &treatment())).concat();
    assert!(!printed.contains("VOID") && !printed.contains("Voided"), "{printed}");
}

#[test]
fn markup_is_printed_letter_by_letter() {
    let typed = r#"#import "lib.typ": * #read("/etc/passwd") #eval("1+1") $x^2$ *b* _i_ `raw` <label> @ref #sys.version // c #{while true {}}"#;
    let mut content = exam();
    content["vitals"] = typed.into();
    content["addenda"][0]["text"] = typed.into();
    let printed = plain(&pages(document("exam", &content)).concat());
    assert_eq!(printed.matches(&plain(typed)).count(), 2, "{printed}");
    let typed = typed.replace('<', "&lt;").replace('>', "&gt;");
    let printed = plain(&pages(document("consent", &consent(&format!("<p>{typed}</p>")))).concat());
    assert!(printed.contains(&plain("#read(\"/etc/passwd\")")), "{printed}");
}

#[test]
fn text_that_a_standard_refuses_is_still_printed() {
    let hostile = [
        "😀 👩‍👩‍👧 🇩🇪 ☑ → \u{e000} \u{10ffff} \u{1} \u{0} ꙮ 𒀀 ไทย".to_owned(),
        "abc עברית 123 (שלום) العربية \u{202e}txt.exe\u{202c}".to_owned(),
        "e".to_owned() + &"\u{301}".repeat(20_000),
        "A".repeat(40_000),
        "漢字한글".repeat(2_000),
        "\n".repeat(500),
        " ".to_owned(),
        "\u{ad}\u{200b}".repeat(100),
    ];
    for text in hostile {
        let mut content = exam();
        content["vitals"] = text.clone().into();
        content["voided"]["reason"] = text.clone().into();
        let mut document = document("exam", &content);
        document.patient.name = text.clone();
        document.clinic.name = text.clone();
        document.title = text.clone();
        render(document.clone()).unwrap_or_else(|refused| panic!("{text:.20}: {refused:?}"));
        let mut content = certificate("<p>Text</p>", &text);
        content["signature"]["typed_name"] = text.clone().into();
        let signed = Document { kind: Kind::Certificate, content, ..document };
        render(signed).unwrap_or_else(|refused| panic!("certificate, {text:.20}: {refused:?}"));
    }
}

#[test]
fn empty_and_crooked_structure_is_still_printed() {
    let hostile = [
        "<h2></h2><p></p><table></table><ul></ul><ul><li></li></ul><table><tr></tr></table>".to_owned(),
        "<h4>a</h4><h1>b</h1><ul><li><h4>c</h4></li></ul>".to_owned(),
        "<ul><li>x".repeat(30) + &"</li></ul>".repeat(30),
        format!("<table>{}</table>", "<tr><td>a</td><td>b</td></tr>".repeat(500)),
        format!("<table><tr>{}</tr></table>", "<td>a</td>".repeat(100)),
        "<b></b><i><u></u></i><br><hr>".to_owned(),
        String::new(),
    ];
    for html in hostile {
        render(document("consent", &consent(&html))).unwrap_or_else(|refused| panic!("{html:.40}: {refused:?}"));
    }
}

#[test]
fn a_document_beyond_its_bounds_is_refused() {
    let mut content = exam();
    content["vitals"] = "word ".repeat(text::MAX_TEXT / 5 + 1).into();
    assert_eq!(render(document("exam", &content)), Err(Refused("there is too much text")));
    let mut content = exam();
    content["addenda"][0]["picture"] = "PHN2Zz48L3N2Zz4=".into();
    assert_eq!(render(document("exam", &content)), Err(Refused("a picture is no PNG or JPEG")));
}

#[test]
fn a_picture_that_is_cut_short_is_refused() {
    let whole = samples::signature();
    let mut content = exam();
    content["addenda"][0]["picture"] = whole[..whole.len() / 8 * 4].into();
    assert_eq!(render(document("exam", &content)), Err(Refused("the document cannot be set")));
}

#[test]
fn what_is_no_document_is_refused_by_name() {
    let other: Result<Document, _> = serde_json::from_value(json!({ "kind": "exam", "content": {} }));
    assert!(other.is_err());
}
