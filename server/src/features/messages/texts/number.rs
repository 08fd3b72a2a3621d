//! A phone number as a provider of texts takes it.

use crate::foundation::phone;

/// The number with its country: `+15550101234`. One without a country is of the United States. None for what is no number
/// that texts can be sent to.
pub fn international(typed: &str) -> Option<String> {
    let digits = phone::digits(typed);
    let is_abroad = typed.trim_start().starts_with('+');
    match digits.len() {
        8..=15 if is_abroad => Some(format!("+{digits}")),
        10 => Some(format!("+1{digits}")),
        11 if digits.starts_with('1') => Some(format!("+{digits}")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::international;

    #[test]
    fn a_number_gets_its_country() {
        for (typed, number) in [
            ("(555) 010-1234", Some("+15550101234")),
            ("1 555 010 1234", Some("+15550101234")),
            ("+1 (555) 010-1234", Some("+15550101234")),
            ("+44 20 7946 0018", Some("+442079460018")),
            (" +49 30 901820", Some("+4930901820")),
            ("555 0101", None),
            ("25550101234", None),
            ("", None),
        ] {
            assert_eq!(international(typed).as_deref(), number, "{typed}");
        }
    }
}
