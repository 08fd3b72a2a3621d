//! The numbers that identify a provider by law: the NPI and the TIN.

use serde_json::Value;
use utoipa::ToSchema;

use super::{Field, text};

/// A National Provider Identifier: ten digits, of which the last one checks the others.
#[derive(Debug, Clone, PartialEq, Eq, ToSchema)]
#[schema(value_type = String, pattern = "^[0-9]{10}$")]
pub struct Npi(pub String);

impl Field for Npi {
    fn parse(value: &Value) -> Result<Self, String> {
        let digits = text(value)?;
        if digits.len() != 10 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err("must be an NPI: ten digits".to_owned());
        }
        if has_check_digit(&format!("80840{digits}")) {
            Ok(Self(digits.to_owned()))
        } else {
            Err("is no NPI: its last digit does not fit the others. Please compare it with the registry".to_owned())
        }
    }
}

/// The check of ISO/IEC 7812 (Luhn). An NPI is checked with the prefix 80840.
fn has_check_digit(digits: &str) -> bool {
    let sum: u32 = digits
        .chars()
        .rev()
        .filter_map(|digit| digit.to_digit(10))
        .enumerate()
        .map(|(place, digit)| match (place % 2, digit * 2) {
            (0, _) => digit,
            (_, doubled) => doubled / 10 + doubled % 10,
        })
        .sum();
    sum.is_multiple_of(10)
}

/// A business's taxpayer number (EIN): `12-3456789`. A person's, a Social Security number, is refused: it must not stand on what
/// patients take home.
#[derive(Debug, Clone, PartialEq, Eq, ToSchema)]
#[schema(value_type = String, pattern = "^[0-9]{2}-[0-9]{7}$")]
pub struct Tin(pub String);

impl Field for Tin {
    fn parse(value: &Value) -> Result<Self, String> {
        let number = text(value)?;
        // Replaces each digit by 9, and leaves every other character.
        let form: String = number.chars().map(|sign| if sign.is_ascii_digit() { '9' } else { sign }).collect();
        match form.as_str() {
            "99-9999999" => Ok(Self(number.to_owned())),
            "999-99-9999" | "999 99 9999" => {
                Err("has the form of a Social Security number, which must not stand on an \
                 estimate. Enter the business's own number (EIN), such as 12-3456789"
                    .to_owned())
            }
            _ => Err("must be the business's taxpayer number (EIN), such as 12-3456789".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_npi_has_a_check_digit() {
        // 1234567893 is the example of the standard itself.
        for good in ["1234567893", "1679576722", " 1234567893 "] {
            assert_eq!(Npi::parse(&json!(good)).map(|npi| npi.0), Ok(good.trim().to_owned()));
        }
        for digit in (0..10).filter(|digit| *digit != 3) {
            assert!(Npi::parse(&json!(format!("123456789{digit}"))).is_err(), "{digit}");
        }
        for bad in ["123456789", "12345678930", "12345 67893", "١٢٣٤٥٦٧٨٩٣", "abcdefghij", ""] {
            assert!(Npi::parse(&json!(bad)).is_err(), "{bad}");
        }
        assert!(Npi::parse(&json!(1_234_567_893_i64)).is_err());
    }

    #[test]
    fn a_tin_is_a_business_and_never_a_persons() {
        assert_eq!(Tin::parse(&json!("83-1234567")).map(|tin| tin.0), Ok("83-1234567".to_owned()));
        let persons = Tin::parse(&json!("123-45-6789")).unwrap_err();
        assert!(persons.contains("Social Security number"), "{persons}");
        for bad in ["123456789", "12-345678", "1-23456789", "12-34567890", "AB-1234567", "123 45 6789", ""] {
            assert!(Tin::parse(&json!(bad)).is_err(), "{bad}");
        }
    }
}
