//! Tests which values each kind of field accepts and refuses.

use entity::ids::PatientId;
use rust_decimal::Decimal;
use serde_json::json;

use super::*;

#[test]
fn text_is_trimmed_bounded_and_free_of_control_characters() {
    assert_eq!(Name::parse(&json!("  Ann ")).unwrap().0, "Ann");
    assert!(Name::parse(&json!("  ")).is_err());
    assert!(Name::parse(&json!("a\u{0}b")).is_err());
    assert!(Name::parse(&json!("a\nb")).is_err());
    assert!(Name::parse(&json!("x".repeat(200))).is_ok());
    assert!(Name::parse(&json!("é".repeat(201))).is_err());
    assert_eq!(Note::parse(&json!("a\r\nb\tc")).unwrap().0, "a\nb\tc");
    assert!(Note::parse(&json!("a\u{7}b")).is_err());
    assert!(Note::parse(&json!("x".repeat(10_001))).is_err());
    assert!(Note::parse(&json!(5)).is_err());
}

#[test]
fn an_email_address_is_what_a_browser_accepts_and_a_mail_server_takes() {
    for good in [
        "ann@example.com",
        "a.b+c@x-y.example",
        "x@localhost",
        "o'hara@example.com",
        "anna+spa@example.com",
        "anna@xn--bcher-kva.example",
        "Anna@EXAMPLE.com",
        " anna@example.com ",
    ] {
        assert!(Email::parse(&json!(good)).is_ok(), "{good}");
    }
    for bad in [
        "ann",
        "@example.com",
        "ann@",
        "a b@example.com",
        "a@b@c",
        "a@-x.com",
        "a@x..com",
        "ann@example.com.",
        "änn@example.com",
        "anna@bücher.example",
        "name.@example.com",
        ".ann@example.com",
        "ann..b@example.com",
        "anna@example",
        "anna@example.com\u{200b}",
    ] {
        assert!(Email::parse(&json!(bad)).is_err(), "{bad}");
    }
    let of = |letters: usize| Email::parse(&json!(format!("{}@example.com", "a".repeat(letters))));
    assert!(of(64).is_ok() && of(65).is_err());
}

#[test]
fn a_quantity_is_exact_and_not_negative() {
    assert_eq!(Quantity::parse(&json!(12.5)).unwrap().0, Decimal::new(125, 1));
    assert_eq!(Quantity::parse(&json!("0.10")).unwrap().0, Decimal::new(10, 2));
    // However it was written, it has the form in which it is stored and read later.
    for (written, kept) in [("2.5300000000000000", "2.53"), ("-0", "0"), ("12.50", "12.5")] {
        assert_eq!(Quantity::parse(&json!(written)).unwrap().0.to_string(), kept);
    }
    assert!(Quantity::parse(&json!(-1)).is_err());
    assert!(Quantity::parse(&json!(0.001)).is_err());
    assert!(Quantity::parse(&json!("ten")).is_err());
    assert!(Quantity::parse(&json!(1e30)).is_err());
    assert!(Quantity::parse(&json!(true)).is_err());
    assert_eq!(serde_json::to_string(&Quantity(Decimal::new(1210, 2))).unwrap(), "12.1");
}

#[test]
fn a_day_is_a_date_and_nothing_more() {
    assert!(Day::parse(&json!("2024-02-29")).is_ok());
    for bad in ["2023-02-29", "2024-2-9", "2024-02-29T00:00:00Z", "29.02.2024", "+024-02-29"] {
        assert!(Day::parse(&json!(bad)).is_err(), "{bad}");
    }
    for (day, is_ours) in [
        ("1900-01-01", true),
        ("2200-12-31", true),
        ("1899-12-31", false),
        ("2201-01-01", false),
        ("0024-02-29", false),
    ] {
        assert_eq!(Day::parse(&json!(day)).is_ok(), is_ours, "{day}");
    }
}

#[test]
fn an_id_may_come_as_text() {
    assert_eq!(PatientId::deserialize(json!(7)).unwrap(), PatientId::deserialize(json!(" 7")).unwrap());
    for bad in [json!(1.5), json!("x"), json!(null), json!([1]), json!(u64::MAX)] {
        let refusal = PatientId::deserialize(&bad).unwrap_err().to_string();
        assert_eq!(refusal, format!("{FOR_PEOPLE}must be chosen"), "{bad}");
    }
}

#[test]
fn a_new_password_has_12_to_128_characters() {
    assert!(NewPassword::parse(&json!("short")).is_err());
    assert!(NewPassword::parse(&json!("correct horse battery")).is_ok());
    assert!(NewPassword::parse(&json!("x".repeat(129))).is_err());
    assert!(NewPassword::parse(&json!("passwordpassword")).is_err());
}
