//! How far a provider's charges are above the expected charges. 45 CFR 149.620 calls them substantially in excess from $400.00 on.

use rust_decimal::Decimal;
use serde::Serialize;
use utoipa::ToSchema;

/// How far charges are above the estimate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Level {
    /// Less than $300.00.
    Quiet,
    /// From $300.00 on.
    Near,
    /// From $400.00 on: the patient may dispute the bill.
    Excess,
}

impl Level {
    pub fn of(charged: Decimal, expected: Decimal) -> Self {
        let over = charged - expected;
        if over >= Decimal::from(400) {
            Self::Excess
        } else if over >= Decimal::from(300) {
            Self::Near
        } else {
            Self::Quiet
        }
    }
}

/// The expected and the actual charges of a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Compared {
    pub provider: String,
    pub expected: Decimal,
    pub charged: Decimal,
}

impl Compared {
    pub fn level(&self) -> Level {
        Level::of(self.charged, self.expected)
    }
}

/// Compares charges with the expected ones, by provider. Each list has a provider once. If both lists have only one provider, these are
/// compared, even if they differ: a provider who takes a visit over accepts the estimate (149.610 (b)(1)(viii)).
pub(super) fn compare(expected: &[(String, Decimal)], charged: &[(String, Decimal)]) -> Vec<Compared> {
    if let ([(_, expected)], [(provider, charged)]) = (expected, charged) {
        return vec![Compared { provider: provider.clone(), expected: *expected, charged: *charged }];
    }
    let is_same = |one: &str, other: &str| one.trim().to_lowercase() == other.trim().to_lowercase();
    let of = |list: &[(String, Decimal)], provider: &str| -> Decimal {
        list.iter().filter(|(name, _)| is_same(name, provider)).map(|(_, sum)| sum).sum()
    };
    let mut compared: Vec<Compared> = Vec::new();
    for (provider, _) in expected.iter().chain(charged) {
        if !compared.iter().any(|known| is_same(&known.provider, provider)) {
            let (expected, charged) = (of(expected, provider), of(charged, provider));
            compared.push(Compared { provider: provider.clone(), expected, charged });
        }
    }
    compared
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn dollars(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn a_cent_decides() {
        for (over, level) in [
            ("-50.00", Level::Quiet),
            ("0", Level::Quiet),
            ("299.99", Level::Quiet),
            ("300.00", Level::Near),
            ("399.99", Level::Near),
            ("400.00", Level::Excess),
            ("4000.00", Level::Excess),
        ] {
            assert_eq!(Level::of(dollars("480.10") + dollars(over), dollars("480.10")), level, "{over}");
        }
    }

    #[test]
    fn providers_are_compared_one_by_one() {
        let expected = [("Dr. Ava Chen".to_owned(), dollars("500")), ("Ben Ortiz".to_owned(), dollars("200"))];
        let charged = [("dr. ava chen ".to_owned(), dollars("800")), ("Cleo Day".to_owned(), dollars("400"))];
        let compared = compare(&expected, &charged);
        let levels: Vec<_> = compared.iter().map(|one| (one.provider.as_str(), one.level())).collect();
        // Ben has charged less, but this does not offset the others.
        assert_eq!(levels, [("Dr. Ava Chen", Level::Near), ("Ben Ortiz", Level::Quiet), ("Cleo Day", Level::Excess)]);
    }

    #[test]
    fn somebody_who_takes_the_visit_over_is_held_to_the_estimate() {
        let compared =
            compare(&[("Dr. Ava Chen".to_owned(), dollars("500"))], &[("Cleo Day".to_owned(), dollars("900"))]);
        assert_eq!(
            compared,
            [Compared { provider: "Cleo Day".into(), expected: dollars("500"), charged: dollars("900") }]
        );
        assert_eq!(compared[0].level(), Level::Excess);
    }

    proptest! {
        #[test]
        fn levels_agree_with_whole_cents(expected in 0i64..100_000_000, over in -50_000i64..50_000) {
            let (expected, charged) = (Decimal::new(expected, 2), Decimal::new(expected + over, 2));
            let level = match over { ..30_000 => Level::Quiet, 30_000..40_000 => Level::Near, _ => Level::Excess };
            prop_assert_eq!(Level::of(charged, expected), level);
        }

        #[test]
        fn nothing_is_lost_between_providers(expected in prop::collection::vec((0u8..4, 0i64..1_000_000), 0..6),
            charged in prop::collection::vec((0u8..4, 0i64..1_000_000), 0..6)) {
            let list = |rows: &[(u8, i64)]| rows.iter().map(|(who, cents)| (format!("Provider {who}"), Decimal::new(*cents, 2))).collect::<Vec<_>>();
            let compared = compare(&list(&expected), &list(&charged));
            let sum = |rows: &[(u8, i64)]| Decimal::new(rows.iter().map(|(_, cents)| cents).sum(), 2);
            prop_assert_eq!(compared.iter().map(|one| one.expected).sum::<Decimal>(), sum(&expected));
            prop_assert_eq!(compared.iter().map(|one| one.charged).sum::<Decimal>(), sum(&charged));
        }
    }
}
