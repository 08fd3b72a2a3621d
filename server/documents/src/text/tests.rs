use super::*;

#[test]
fn what_no_font_has_is_named_by_its_code_points() {
    assert_eq!(
        printable("Zoë 𒀀𒀁 \u{10fffd} \u{fffd} Łódź 日本語 한국어 שלום"),
        "Zoë [U+12000 U+12001] [U+10FFFD] [U+FFFD] Łódź 日本語 한국어 שלום"
    );
    assert_eq!(printable("Николай Ελένη สมชาย अनीता 😀 ✓ ☑"), "Николай Ελένη สมชาย अनीता 😀 ✓ ☑");
}

#[test]
fn a_mark_upon_a_letter_of_another_font_is_named_too() {
    assert_eq!(printable("a\u{5b0}"), "a[U+05B0]");
    assert_eq!(printable("e\u{301} ก\u{e31} ש\u{5b0}"), "e\u{301} ก\u{e31} ש\u{5b0}");
}

#[test]
fn controls_and_overrides_are_gone() {
    assert_eq!(printable("a\u{0}b\tc\nd\u{202e}txt\u{202c}"), "a b c\ndtxt");
}

#[test]
fn a_wide_word_can_break_and_a_digest_is_whole() {
    assert_eq!(printable(&"ab".repeat(32)), "ab".repeat(32));
    assert_eq!(printable(&"a".repeat(130)).matches('\u{200b}').count(), 129);
    assert_eq!(printable(&"l".repeat(40)), "l".repeat(40));
    assert_eq!(printable(&"W".repeat(40)).matches('\u{200b}').count(), 39);
    assert_eq!(printable(&printable(&"a".repeat(130))), printable(&"a".repeat(130)));
}

#[test]
fn spaces_that_do_not_break_join_few_words() {
    assert_eq!(printable("5\u{a0}units"), "5\u{a0}units");
    assert_eq!(printable("The\u{a0}patient\u{a0}was\u{a0}told\u{a0}that"), "The patient was told that");
    assert_eq!(printable("The\u{202f}patient\u{202f}was\u{2007}told\u{2060}that"), "The patient was toldthat");
}

#[test]
fn marks_upon_one_letter_are_few() {
    let piled = printable(&("e".to_owned() + &"\u{301}".repeat(20_000)));
    assert_eq!(piled.chars().count(), 1 + MAX_MARKS);
}

#[test]
fn a_document_has_a_bounded_length_of_text() {
    let mut value = serde_json::json!(["a".repeat(6), { "b": "c".repeat(6) }]);
    assert_eq!(print_all(&mut value, &mut 11), Err(Refused("there is too much text")));
    assert_eq!(print_all(&mut value, &mut 12), Ok(()));
}
