//! The order in which a column writes day, month and year. Only the column itself proves an order: it has dates with only one
//! possible meaning in that order, and none that contradict it. A person decides what the column leaves open.

use chrono::NaiveDate;
use entity::{
    clinic::import_batch::{DateFinding, DateFindingKind},
    words::DateOrder,
};

use base::{
    date_format::long_date,
    error::{Error, Result},
    written_date::{ORDERS, Written, written},
};

/// What the dates of a column reveal about their order. Dates with letters, with the year first, or as a spreadsheet's numbers
/// reveal nothing about the others. If a column has such dates beside an order that its numeric dates prove, it comes from
/// several sources, and the proof for one need not hold for another.
pub fn finding<'a>(dates: impl Iterator<Item = &'a str>, today: NaiveDate) -> DateFinding {
    let mut against: [Option<&str>; 3] = [None; 3];
    let mut example = None;
    let mut has_other_forms = false;
    for text in dates.map(str::trim) {
        match written(text, today) {
            Written::Plain(_) => has_other_forms = true,
            Written::Numbers(days) => {
                for (place, day) in days.iter().enumerate() {
                    if day.is_none() {
                        against[place].get_or_insert(text);
                    }
                }
                if written(text, today).readings().len() > 1 {
                    example.get_or_insert(text);
                }
            }
            Written::Serial(_) | Written::Time | Written::Nothing => {}
        }
    }
    let orders: Vec<_> =
        ORDERS.into_iter().zip(against).filter(|(_, text)| text.is_none()).map(|(order, _)| order).collect();
    // Month first, day first: a date that contradicts one order proves the other.
    let [month_first, day_first, _] = against;
    let proofs = [day_first, month_first].into_iter().flatten().map(str::to_owned).collect();
    let kind = match (example, orders.as_slice()) {
        (None, _) => DateFindingKind::Clear,
        (Some(_), []) => DateFindingKind::Mixed,
        (Some(_), [_]) if has_other_forms => DateFindingKind::Mixed,
        (Some(_), [_]) => DateFindingKind::Proven,
        (Some(_), _) => DateFindingKind::Open,
    };
    DateFinding { kind, orders, example: example.map(str::to_owned), proofs }
}

/// The order, if no person has to choose it.
pub fn found_order(finding: &DateFinding) -> Option<DateOrder> {
    match finding.kind {
        DateFindingKind::Clear => finding.orders.first().copied().or(Some(DateOrder::Mdy)),
        DateFindingKind::Proven => finding.orders.first().copied(),
        DateFindingKind::Open | DateFindingKind::Mixed => None,
    }
}

/// The order for the column's dates after a person's choice. `None` if a person answers for each ambiguous date.
///
/// Fails if the choice is missing, or the column contradicts it.
pub fn settled(finding: &DateFinding, chosen: Option<DateOrder>, today: NaiveDate) -> Result<Option<DateOrder>> {
    match (finding.kind, chosen) {
        (DateFindingKind::Clear, chosen) => Ok(chosen.or(found_order(finding))),
        (DateFindingKind::Open, None) => {
            let example = finding.example.as_deref().unwrap_or_default();
            Err(Error::field("date_order", format!("must be chosen: {}", meanings(example, today))))
        }
        // A column that contradicts itself has no common order.
        (DateFindingKind::Mixed, _) if finding.orders.is_empty() => Ok(None),
        (_, None) => Ok(found_order(finding)),
        (_, Some(order)) if finding.orders.contains(&order) => Ok(Some(order)),
        (_, Some(_)) => {
            let proof = finding.proofs.first().map(String::as_str).unwrap_or_default();
            Err(Error::field("date_order", format!("does not fit the file, which has {proof}")))
        }
    }
}

/// The possible meanings of a date: `03/04/1985 is March 4, 1985 or April 3, 1985`.
pub fn meanings(text: &str, today: NaiveDate) -> String {
    let days: Vec<_> = written(text, today).readings().into_iter().map(|(_, day)| long_date(day)).collect();
    format!("{text} is {}", days.join(" or "))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn today() -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 11, 24).unwrap()
    }

    fn found(dates: &[&str]) -> (DateFindingKind, Option<DateOrder>) {
        let finding = finding(dates.iter().copied(), today());
        (finding.kind, found_order(&finding))
    }

    #[test]
    fn only_dates_of_numbers_prove_an_order() {
        use DateFindingKind::{Clear, Mixed, Open, Proven};
        use DateOrder::{Dmy, Mdy, Ymd};
        assert_eq!(found(&["03/04/1985", "3/14/1985"]), (Proven, Some(Mdy)));
        assert_eq!(found(&["03/04/1985", "14/3/1985"]), (Proven, Some(Dmy)));
        assert_eq!(found(&["03/04/05", "85/03/14"]), (Proven, Some(Ymd)));
        assert_eq!(found(&["03/04/1985", "", "unknown"]), (Open, None));
        assert_eq!(found(&["31120", "03/04/1990", "36585", "05/06/08"]), (Open, None), "serials prove nothing");
        assert_eq!(found(&["14-Mar-85", "05/04/1980"]), (Open, None), "letters prove nothing");
        assert_eq!(found(&["1985-03-14", "05/04/1980"]), (Open, None), "a year first proves nothing");
        assert_eq!(found(&["3/14/1985", "31/12/1990", "05/04/1980"]), (Mixed, None));
        assert_eq!(found(&["14-Mar-85", "05/04/1980", "25/03/1990", "1985-03-14", "03/04/12"]), (Mixed, None));
        assert_eq!(found(&["1985-03-14", "31120"]), (Clear, Some(Mdy)));
        assert_eq!(found(&["03/03/1985", "14/3/1985"]), (Clear, Some(Dmy)), "the same day in both orders");
        assert_eq!(found(&[]), (Clear, Some(Mdy)));
    }

    #[test]
    fn a_person_chooses_what_the_file_leaves_open_and_nothing_else() {
        use DateOrder::{Dmy, Mdy, Ymd};
        let of = |dates: &[&str], chosen| settled(&finding(dates.iter().copied(), today()), chosen, today());
        let refused = |dates: &[&str], chosen| format!("{:?}", of(dates, chosen).unwrap_err());
        let open = ["03/04/1985", "11/12/1979"];
        assert!(refused(&open, None).contains("03/04/1985 is March 4, 1985 or April 3, 1985"));
        assert_eq!(of(&open, Some(Dmy)).unwrap(), Some(Dmy));
        assert!(refused(&open, Some(Ymd)).contains("does not fit"));
        let proven = ["03/04/1985", "25/03/1990"];
        assert_eq!(of(&proven, None).unwrap(), Some(Dmy));
        assert!(refused(&proven, Some(Mdy)).contains("which has 25/03/1990"));
        let mixed = ["03/04/1985", "25/03/1990", "03/25/1990"];
        assert_eq!(of(&mixed, Some(Mdy)).unwrap(), None, "no order fits the whole file");
        let sources = ["03/04/1985", "25/03/1990", "1985-03-14"];
        assert_eq!(of(&sources, None).unwrap(), None);
        assert_eq!(of(&sources, Some(Dmy)).unwrap(), Some(Dmy), "as a person says who knows the file");
    }

    fn numeric(day: NaiveDate, order: DateOrder, separator: char) -> String {
        let (y, m, d) = (day.format("%Y"), day.format("%m"), day.format("%d"));
        match order {
            DateOrder::Mdy => format!("{m}{separator}{d}{separator}{y}"),
            DateOrder::Dmy => format!("{d}{separator}{m}{separator}{y}"),
            DateOrder::Ymd => format!("{y}{separator}{m}{separator}{d}"),
        }
    }

    fn days() -> impl Strategy<Value = NaiveDate> {
        (0..36_500_u64).prop_map(|days| {
            NaiveDate::from_ymd_opt(1926, 1, 1).unwrap().checked_add_days(chrono::Days::new(days)).unwrap()
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]

        /// Whatever a column contains, in one order or several: without a person, a date is read only as the day that was
        /// written, unless every numeric date allows the order that was used.
        #[test]
        fn no_date_is_read_in_an_order_that_the_column_does_not_prove(
            written_days in prop::collection::vec((days(), 0..4_u8, 0..3_usize), 1..12),
            one_order in prop::option::of(0..2_usize),
        ) {
            let texts: Vec<(NaiveDate, String)> = written_days.iter().map(|(day, form, separator)| {
                let separator = ['/', '-', '.'][*separator];
                let order = match (one_order, *form) {
                    (Some(order), _) => ORDERS[order],
                    (None, 0) => DateOrder::Mdy,
                    (None, 1) => DateOrder::Dmy,
                    (None, 2) => DateOrder::Ymd,
                    (None, _) => return (*day, day.format("%-d-%b-%Y").to_string()),
                };
                (*day, numeric(*day, order, separator))
            }).collect();
            let found = finding(texts.iter().map(|(_, text)| text.as_str()), today());
            let order = found_order(&found);
            for (day, text) in &texts {
                let readings = written(text, today()).readings();
                prop_assert!(readings.iter().any(|(_, reading)| reading == day), "{} is never {}", text, day);
                if let [(_, only)] = readings.as_slice() {
                    prop_assert_eq!(only, day, "one meaning alone is the one that was written");
                    continue;
                }
                // The date is ambiguous: an order without a person must be proven, and then it is the writer's.
                if let Some(order) = order {
                    prop_assert_eq!(found.kind, DateFindingKind::Proven);
                    let read = written(text, today()).in_order(order);
                    prop_assert!(read.is_some());
                    if one_order.is_some() {
                        prop_assert_eq!(read, Some(*day));
                    }
                    let proves = |text: &String| {
                        let days = ORDERS.map(|order| written(text, today()).in_order(order));
                        matches!(written(text, today()), Written::Numbers(_)) && days.iter().flatten().count() == 1
                    };
                    prop_assert!(texts.iter().any(|(_, text)| proves(text)), "something proves it");
                    let fits = |text: &String| match written(text, today()) {
                        Written::Numbers(_) => written(text, today()).in_order(order).is_some(),
                        _ => false,
                    };
                    prop_assert!(texts.iter().all(|(_, text)| fits(text)), "nothing speaks against it");
                } else {
                    prop_assert!(matches!(found.kind, DateFindingKind::Open | DateFindingKind::Mixed));
                }
            }
        }
    }
}
