//! How times, days, pictures and amounts stand in a document's values.

use base64::{Engine, engine::general_purpose::STANDARD};
use chrono::{DateTime, NaiveDate, Utc};
use rust_decimal::{Decimal, RoundingStrategy};
use serde_json::{Value, json};

/// A moment.
pub fn at(at: DateTime<Utc>) -> Value {
    json!({ "$at": at })
}

/// A day of the calendar.
pub fn day(day: NaiveDate) -> Value {
    json!({ "$day": day })
}

/// A signature's picture.
pub fn picture(png: &[u8]) -> Value {
    STANDARD.encode(png).into()
}

/// A digest, as it is written.
pub fn hex(digest: Option<&[u8]>) -> Option<String> {
    digest.map(hex::encode)
}

/// In dollars: `$1,234.50`.
pub fn money(amount: Decimal) -> String {
    let cents = amount.abs().round_dp_with_strategy(2, RoundingStrategy::MidpointAwayFromZero);
    let text = format!("{cents:.2}");
    let (whole, cents) = text.split_once('.').unwrap_or((&text, "00"));
    let sign = if amount.is_sign_negative() && !amount.is_zero() { "-" } else { "" };
    format!("{sign}${}.{cents}", grouped(whole))
}

/// With a comma before each three digits: `10,000`.
pub fn grouped(digits: &str) -> String {
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_is_written_as_on_the_screen() {
        let written = |amount: &str| money(amount.parse().unwrap());
        assert_eq!(written("0"), "$0.00");
        assert_eq!(written("480"), "$480.00");
        assert_eq!(written("1234567.5"), "$1,234,567.50");
        assert_eq!(written("-12"), "-$12.00");
    }
}
