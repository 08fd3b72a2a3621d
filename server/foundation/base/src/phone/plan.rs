//! The lengths of the numbers that texts can be sent to, by country (ITU-T E.164 and the countries' plans). A number
//! that is too short for its country was meant as another number.

/// Country codes with the fewest and the most digits after them.
const LENGTHS: [(&str, usize, usize); 87] = [
    ("1", 10, 10),
    ("7", 10, 10),
    ("20", 9, 10),
    ("27", 9, 9),
    ("30", 10, 10),
    ("31", 9, 9),
    ("32", 8, 9),
    ("33", 9, 9),
    ("34", 9, 9),
    ("36", 8, 9),
    ("39", 8, 11),
    ("40", 9, 9),
    ("41", 9, 9),
    ("43", 7, 13),
    ("44", 9, 10),
    ("45", 8, 8),
    ("46", 9, 9),
    ("47", 8, 8),
    ("48", 9, 9),
    ("49", 7, 12),
    ("51", 9, 9),
    ("52", 10, 11),
    ("53", 8, 8),
    ("54", 10, 11),
    ("55", 10, 11),
    ("56", 9, 9),
    ("57", 10, 10),
    ("58", 10, 10),
    ("60", 9, 10),
    ("61", 9, 9),
    ("62", 9, 12),
    ("63", 10, 10),
    ("64", 8, 10),
    ("65", 8, 8),
    ("66", 9, 9),
    ("81", 9, 10),
    ("82", 9, 10),
    ("84", 9, 10),
    ("86", 10, 11),
    ("90", 10, 10),
    ("91", 10, 10),
    ("92", 10, 10),
    ("93", 9, 9),
    ("94", 9, 9),
    ("95", 8, 10),
    ("98", 10, 10),
    ("212", 9, 9),
    ("213", 9, 9),
    ("216", 8, 8),
    ("234", 10, 10),
    ("251", 9, 9),
    ("254", 9, 9),
    ("351", 9, 9),
    ("353", 9, 9),
    ("354", 7, 7),
    ("356", 8, 8),
    ("358", 6, 11),
    ("359", 8, 9),
    ("370", 8, 8),
    ("380", 9, 9),
    ("385", 8, 9),
    ("420", 9, 9),
    ("421", 9, 9),
    ("502", 8, 8),
    ("503", 8, 8),
    ("504", 8, 8),
    ("505", 8, 8),
    ("506", 8, 8),
    ("507", 8, 8),
    ("509", 8, 8),
    ("591", 8, 8),
    ("593", 9, 9),
    ("595", 9, 9),
    ("598", 8, 8),
    ("852", 8, 8),
    ("853", 8, 8),
    ("855", 8, 9),
    ("880", 10, 10),
    ("886", 9, 9),
    ("961", 7, 8),
    ("962", 9, 9),
    ("964", 10, 10),
    ("965", 8, 8),
    ("966", 9, 9),
    ("971", 9, 9),
    ("972", 9, 9),
    ("974", 8, 8),
];

/// Countries whose numbers keep their zero in calls from abroad.
const KEPT_ZERO: [&str; 6] = ["39", "225", "229", "241", "242", "378"];

/// The digits of a number with its country code, without the zero that is dialed only within the country.
pub(super) fn without_trunk_zero(digits: &str) -> String {
    if KEPT_ZERO.iter().any(|code| digits.starts_with(code)) {
        return digits.to_owned();
    }
    let known = LENGTHS
        .iter()
        .find_map(|(code, least, most)| Some((code, digits.strip_prefix(code)?.strip_prefix('0')?, *least..=*most)));
    match known {
        Some((code, rest, lengths)) if lengths.contains(&rest.len()) => format!("{code}{rest}"),
        _ => digits.to_owned(),
    }
}

/// Whether a number with its country code has the length of that country's numbers. In a country that is not listed, 8 to 15 digits.
pub(super) fn is_whole(digits: &str) -> bool {
    let known = LENGTHS.iter().find_map(|(code, least, most)| Some((digits.strip_prefix(code)?.len(), *least, *most)));
    match known {
        Some((length, least, most)) => (least..=most).contains(&length),
        None => (8..=15).contains(&digits.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_country_code_begins_with_another_one() {
        for (place, (code, least, most)) in LENGTHS.iter().enumerate() {
            assert!(least <= most && code.len() + most <= 15, "{code}");
            assert!(LENGTHS[place + 1..].iter().all(|(other, ..)| !other.starts_with(code)), "{code}");
        }
    }
}
