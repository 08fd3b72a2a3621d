//! Phone numbers by their digits, however they are written.

/// The digits of a phone number as typed, which searches compare.
pub fn digits(phone: &str) -> String {
    phone.chars().filter(char::is_ascii_digit).collect()
}

/// A phone number's digits without the country code of the United States, which people leave out.
pub fn national(digits: &str) -> &str {
    digits.strip_prefix('1').filter(|rest| rest.len() == 10).unwrap_or(digits)
}

#[cfg(test)]
mod tests {
    use super::{digits, national};

    #[test]
    fn a_number_is_compared_by_its_digits() {
        assert_eq!(digits("+1 (555) 010-1000"), "15550101000");
        assert_eq!(digits("none"), "");
    }

    #[test]
    fn only_a_country_code_is_left_out_of_a_phone_number() {
        for (digits, plain) in [("15550101000", "5550101000"), ("5550101000", "5550101000"), ("1555010", "1555010")] {
            assert_eq!(national(digits), plain);
        }
    }
}
