//! The arithmetic of an estimate, in exact decimals: the browser's live totals and the server's must agree to
//! the cent.

use rust_decimal::{Decimal, RoundingStrategy};

/// Unit cost x quantity x sessions, half up at 2 decimals (specification 5). Every factor has at
/// most 2 decimals and at most 8 digits, so no product is too large.
pub fn subtotal(unit_cost: Decimal, quantity: Decimal, sessions: Decimal) -> Decimal {
    (unit_cost * quantity * sessions).round_dp_with_strategy(2, RoundingStrategy::MidpointAwayFromZero)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The same computation in whole hundredths, without decimals.
    fn independently(cost: i128, quantity: i128, sessions: i128) -> i128 {
        // Cost and quantity in hundredths: the product is in ten-thousandths.
        (cost * quantity * sessions + 50) / 100
    }

    proptest! {
        #[test]
        fn totals_agree_with_integer_arithmetic(cost in 0i64..100_000_000, quantity in 0i64..100_000_000, sessions in 0i64..10_000) {
            let exact = subtotal(Decimal::new(cost, 2), Decimal::new(quantity, 2), Decimal::from(sessions));
            let expected = independently(cost.into(), quantity.into(), sessions.into());
            prop_assert_eq!(exact, Decimal::from_i128_with_scale(expected, 2));
        }
    }

    #[test]
    fn half_a_cent_is_rounded_up() {
        let decimal = |text: &str| text.parse::<Decimal>().unwrap();
        assert_eq!(subtotal(decimal("0.05"), decimal("0.1"), decimal("1")), decimal("0.01"));
        assert_eq!(subtotal(decimal("12"), decimal("20"), decimal("2")), decimal("480.00"));
        assert_eq!(subtotal(decimal("0.10"), decimal("3"), decimal("1")), decimal("0.30"));
    }
}
