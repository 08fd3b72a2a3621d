//! Masks the address that a link was sent to. Somebody who knows the address recognizes it, and nobody else learns it.

use entity::words::MessageChannel;

/// An e-mail address with the first letter and the domain, a number with its last four digits.
pub fn masked(channel: MessageChannel, address: &str) -> String {
    match channel {
        MessageChannel::Email => match address.rsplit_once('@') {
            Some((name, domain)) => format!("{}***@{domain}", name.chars().next().unwrap_or('*')),
            None => "***".to_owned(),
        },
        MessageChannel::Text => {
            let digits: Vec<char> = address.chars().filter(char::is_ascii_digit).collect();
            // The last four digits would reveal a short number.
            let shown = if digits.len() >= 8 { &digits[digits.len() - 4..] } else { &[] };
            format!("***{}", shown.iter().collect::<String>())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_masked_address_is_recognizable_and_not_readable() {
        for (channel, address, shown) in [
            (MessageChannel::Email, "nora@example.com", "n***@example.com"),
            (MessageChannel::Email, "\"a@b\"@example.com", "\"***@example.com"),
            (MessageChannel::Email, "@example.com", "****@example.com"),
            (MessageChannel::Email, "nothing", "***"),
            (MessageChannel::Text, "+1 (212) 555-0123", "***0123"),
            (MessageChannel::Text, "12345", "***"),
        ] {
            assert_eq!(masked(channel, address), shown);
        }
    }
}
