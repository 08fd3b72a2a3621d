//! Amounts as they are written.

use rust_decimal::{Decimal, RoundingStrategy};

/// In dollars: `$1,234.50`.
#[must_use]
pub fn in_dollars(amount: Decimal) -> String {
    let cents = amount.abs().round_dp_with_strategy(2, RoundingStrategy::MidpointAwayFromZero);
    let text = format!("{cents:.2}");
    let (whole, cents) = text.split_once('.').unwrap_or((&text, "00"));
    let sign = if amount.is_sign_negative() && !amount.is_zero() { "-" } else { "" };
    format!("{sign}${}.{cents}", grouped(whole))
}

/// Adds thousands separators: `10,000`.
#[must_use]
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
        let written = |amount: &str| in_dollars(amount.parse().unwrap());
        assert_eq!(written("0"), "$0.00");
        assert_eq!(written("480"), "$480.00");
        assert_eq!(written("1234567.5"), "$1,234,567.50");
        assert_eq!(written("-12"), "-$12.00");
    }
}
