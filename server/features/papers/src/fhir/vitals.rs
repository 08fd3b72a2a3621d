//! Reads the vitals of an exam, which are free text such as `BP: 120/80 mmHg, HR: 72 bpm`. An entry that is not fully understood
//! makes no observation: neither a value nor a unit is ever guessed.

use std::str::FromStr;

use rust_decimal::Decimal;

/// An entry that was understood.
#[derive(Debug, PartialEq, Eq)]
pub struct Vital {
    /// The position of the entry in the text, from 1.
    pub number: usize,
    /// The entry as written.
    pub text: String,
    pub reading: Reading,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    BloodPressure { systolic: Decimal, diastolic: Decimal },
    HeartRate(Decimal),
    Temperature(Decimal, Degrees),
    OxygenSaturation(Decimal),
    RespiratoryRate(Decimal),
    Weight(Decimal, Mass),
    Height(Decimal, Length),
    BodyMassIndex(Decimal),
    Pain(Decimal),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Degrees {
    Fahrenheit,
    Celsius,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mass {
    Pounds,
    Kilograms,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Length {
    Inches,
    Centimeters,
}

/// The entries of the text that are understood.
pub fn read(text: &str) -> Vec<Vital> {
    let entries = text.split([',', ';', '\n']).enumerate();
    let read = entries.filter_map(|(at, entry)| {
        let reading = reading(&entry.trim().to_lowercase())?;
        Some(Vital { number: at + 1, text: entry.trim().to_owned(), reading })
    });
    read.collect()
}

fn reading(entry: &str) -> Option<Reading> {
    let digits = entry.find(|c: char| c.is_ascii_digit() || c == '_')?;
    // In 'SpO2: 98%' the first digit belongs to the name.
    let (name, value) = entry.split_once(':').unwrap_or_else(|| entry.split_at(name_end(entry, digits)));
    let value = value.trim();
    match name.trim() {
        "bp" | "blood pressure" => blood_pressure(value),
        "hr" | "heart rate" | "pulse" => plain(value, 3, &["", "bpm", "/min", "beats/min"]).map(Reading::HeartRate),
        "temp" | "temperature" | "t" => temperature(value),
        "spo2" | "o2 sat" | "o2 saturation" | "oxygen saturation" | "sao2" => {
            let known = ["", "%", "% on room air", "% room air", "% ra"];
            plain(value, 3, &known).filter(|percent| *percent <= Decimal::ONE_HUNDRED).map(Reading::OxygenSaturation)
        }
        "rr" | "resp" | "respiratory rate" | "respirations" => {
            plain(value, 2, &["", "/min", "breaths/min"]).map(Reading::RespiratoryRate)
        }
        "weight" | "wt" => weight(value),
        "height" | "ht" => height(value),
        "bmi" => plain(value, 2, &["", "kg/m²", "kg/m2"]).map(Reading::BodyMassIndex),
        "pain" => plain(value, 2, &["/10"]).filter(|score| *score <= Decimal::TEN).map(Reading::Pain),
        _ => None,
    }
}

/// Where the name of an entry without a colon ends.
fn name_end(entry: &str, first_digit: usize) -> usize {
    ["spo2", "sao2", "o2 sat"].iter().find(|name| entry.starts_with(**name)).map_or(first_digit, |name| name.len())
}

/// A number of at most `digits` digits before the point, and what follows it.
fn number(text: &str, digits: usize) -> Option<(Decimal, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, rest) = text.split_at(end);
    let whole = number.split('.').next().unwrap_or_default();
    let is_number = (1..=digits).contains(&whole.len()) && !number.ends_with('.') && number.len() <= digits + 3;
    let number = Decimal::from_str(number).ok().filter(|_| is_number)?;
    Some((number, rest.trim_start()))
}

/// A number with one of these units. The unit may be left out if the list contains an empty one.
fn plain(text: &str, digits: usize, units: &[&str]) -> Option<Decimal> {
    let (number, rest) = number(text, digits)?;
    units.contains(&rest).then_some(number)
}

fn blood_pressure(text: &str) -> Option<Reading> {
    let (systolic, rest) = number(text, 3)?;
    let diastolic = plain(rest.strip_prefix('/')?.trim_start(), 3, &["", "mmhg", "mm hg"])?;
    (systolic > diastolic).then_some(Reading::BloodPressure { systolic, diastolic })
}

fn temperature(text: &str) -> Option<Reading> {
    let (degrees, unit) = number(text, 3)?;
    let unit = match unit {
        "°f" | "f" | "deg f" => Degrees::Fahrenheit,
        "°c" | "c" | "deg c" => Degrees::Celsius,
        _ => return None,
    };
    Some(Reading::Temperature(degrees, unit))
}

fn weight(text: &str) -> Option<Reading> {
    let (weight, unit) = number(text, 3)?;
    let unit = match unit {
        "lb" | "lbs" | "pounds" => Mass::Pounds,
        "kg" => Mass::Kilograms,
        _ => return None,
    };
    Some(Reading::Weight(weight, unit))
}

/// A height; feet and inches are converted to inches.
fn height(text: &str) -> Option<Reading> {
    let (first, rest) = number(text, 3)?;
    match rest {
        "in" | "inches" | "\"" => return Some(Reading::Height(first, Length::Inches)),
        "cm" => return Some(Reading::Height(first, Length::Centimeters)),
        _ => {}
    }
    let feet = Some(first).filter(|feet| feet.scale() == 0 && *feet <= Decimal::from(9))?;
    let rest = ["ft", "'", "’"].iter().find_map(|unit| rest.strip_prefix(unit))?.trim_start();
    let inches = if rest.is_empty() { Decimal::ZERO } else { plain(rest, 2, &["in", "inches", "\"", "”", ""])? };
    let inches = Some(inches).filter(|inches| *inches < Decimal::from(12))?;
    Some(Reading::Height(feet * Decimal::from(12) + inches, Length::Inches))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn d(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn the_forms_own_entries_are_read() {
        let text = "BP: 120/80 mmHg, HR: 72 bpm, Temp: 98.6 °F, SpO2: 98%, RR: 16/min, Weight: 150 lb, Height: 5 ft 6 in, \
                    BMI: 24.2 kg/m², Pain: 2/10, O2 sat: 97% on room air";
        let readings: Vec<_> = read(text).into_iter().map(|vital| (vital.number, vital.reading)).collect();
        let expected = [
            Reading::BloodPressure { systolic: d("120"), diastolic: d("80") },
            Reading::HeartRate(d("72")),
            Reading::Temperature(d("98.6"), Degrees::Fahrenheit),
            Reading::OxygenSaturation(d("98")),
            Reading::RespiratoryRate(d("16")),
            Reading::Weight(d("150"), Mass::Pounds),
            Reading::Height(d("66"), Length::Inches),
            Reading::BodyMassIndex(d("24.2")),
            Reading::Pain(d("2")),
            Reading::OxygenSaturation(d("97")),
        ];
        assert_eq!(readings, expected.into_iter().enumerate().map(|(at, one)| (at + 1, one)).collect::<Vec<_>>());
    }

    #[test]
    fn what_staff_also_write_is_read() {
        let one = |text| read(text).pop().map(|vital| vital.reading);
        assert_eq!(one("bp 118 / 76"), Some(Reading::BloodPressure { systolic: d("118"), diastolic: d("76") }));
        assert_eq!(one("Pulse 64"), Some(Reading::HeartRate(d("64"))));
        assert_eq!(one("SpO2 99"), Some(Reading::OxygenSaturation(d("99"))));
        assert_eq!(one("Temp 37.1 C"), Some(Reading::Temperature(d("37.1"), Degrees::Celsius)));
        assert_eq!(one("Ht: 5'6\""), Some(Reading::Height(d("66"), Length::Inches)));
        assert_eq!(one("Height: 170 cm"), Some(Reading::Height(d("170"), Length::Centimeters)));
        assert_eq!(one("Wt: 68.5 kg"), Some(Reading::Weight(d("68.5"), Mass::Kilograms)));
    }

    #[test]
    fn nothing_is_guessed() {
        for unclear in [
            "",
            "BP: ___/___ mmHg",
            "HR: ___ bpm",
            "BP: 120",
            "BP: 80/120",
            "BP: 120/80 left arm, sitting or 130/85",
            "HR: 70-80",
            "HR: 72 bpm after exercise",
            "Temp: 98.6",
            "Weight: 150",
            "Height: 5 ft 14 in",
            "Height: 5",
            "SpO2: 980%",
            "SpO2: 120%",
            "Pain: 11/10",
            "Pain: 3",
            "RR: 1.6.2",
            "BMI: about 24",
            "72",
            "Glucose: 90 mg/dl",
            "HR: 7²",
        ] {
            assert_eq!(read(unclear), [], "{unclear}");
        }
    }

    #[test]
    fn an_entry_keeps_its_number_whatever_stands_before_it() {
        let numbers = |text| read(text).into_iter().map(|vital| vital.number).collect::<Vec<_>>();
        assert_eq!(numbers("looks well; HR: 72 bpm\nBP: ___/___, RR: 16"), [2, 4]);
    }
}
