//! A name that anybody can enter must not look like a link, the product, or a department of it. A mail from our
//! address that says "Celadon Security" is believed.
//!
//! Names are compared as a person sees them: in the form NFKC, without marks and invisible characters. Letters of
//! other scripts that look like Latin letters are compared as those.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// The product's name.
const PRODUCT: &str = "celadon";

/// Department names that readers trust as official senders.
const ROLES: &[&str] = &[
    "abuse",
    "account",
    "accounting",
    "accounts",
    "admin",
    "administration",
    "administrator",
    "alert",
    "alerts",
    "auth",
    "authentication",
    "billing",
    "checkout",
    "compliance",
    "finance",
    "fraud",
    "help",
    "helpdesk",
    "hostmaster",
    "identity",
    "invoice",
    "invoices",
    "legal",
    "login",
    "mailer",
    "noreply",
    "notification",
    "notifications",
    "password",
    "passwords",
    "payment",
    "payments",
    "postmaster",
    "privacy",
    "refund",
    "refunds",
    "reply",
    "root",
    "safety",
    "secure",
    "security",
    "signin",
    "sso",
    "support",
    "system",
    "trust",
    "verification",
    "verify",
    "webmaster",
];

/// Words that stand beside a department name and add no meaning.
const FILLERS: &[&str] = &[
    "a",
    "and",
    "care",
    "center",
    "centre",
    "client",
    "clients",
    "customer",
    "customers",
    "department",
    "dept",
    "desk",
    "do",
    "for",
    "group",
    "it",
    "mail",
    "mails",
    "member",
    "members",
    "no",
    "not",
    "notice",
    "notices",
    "of",
    "office",
    "official",
    "our",
    "service",
    "services",
    "staff",
    "team",
    "the",
    "update",
    "updates",
    "user",
    "users",
    "your",
];

/// Characters that are invisible, or that only change how others are shown.
fn is_invisible(letter: char) -> bool {
    is_combining_mark(letter)
        || matches!(letter, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}')
}

/// The text as a person sees it: a one-dot leader is a dot, and `e` with marks is `e`.
fn seen(text: &str) -> String {
    text.nfkd().filter(|letter| !is_invisible(*letter)).nfkc().collect()
}

/// The Latin letter that a letter or digit looks like.
const fn latin(letter: char) -> char {
    match letter {
        '\u{430}' | '\u{3b1}' | '\u{251}' | '@' | '4' => 'a',
        '\u{432}' | '\u{3b2}' | '8' => 'b',
        '\u{441}' | '\u{3f2}' | '\u{1d04}' => 'c',
        '\u{501}' | '\u{257}' => 'd',
        '\u{435}' | '\u{454}' | '\u{3b5}' | '\u{212e}' | '\u{4bd}' | '\u{1d07}' | '3' => 'e',
        '\u{4bb}' | '\u{43d}' => 'h',
        '\u{456}' | '\u{3b9}' | '\u{131}' => 'i',
        '\u{458}' => 'j',
        '\u{43a}' | '\u{3ba}' => 'k',
        '\u{4cf}' | '\u{142}' | '\u{1c0}' | '1' => 'l',
        '\u{43c}' => 'm',
        '\u{3b7}' | '\u{578}' | '\u{274}' | '\u{43f}' => 'n',
        '\u{43e}' | '\u{3bf}' | '\u{3c3}' | '\u{585}' | '\u{f8}' | '\u{1d0f}' | '0' => 'o',
        '\u{440}' | '\u{3c1}' => 'p',
        '\u{433}' => 'r',
        '\u{455}' | '$' | '5' => 's',
        '\u{442}' | '\u{3c4}' | '7' => 't',
        '\u{3c5}' | '\u{57d}' => 'u',
        '\u{475}' | '\u{3bd}' => 'v',
        '\u{445}' | '\u{3c7}' => 'x',
        '\u{443}' | '\u{3b3}' => 'y',
        other => other,
    }
}

/// The ways to read the letters of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// Digits are read as letters.
    Plain,
    WithoutDigits,
    /// An `I` and a bar are read as an `l`, because they look like one in most typefaces. The words of the lists are read in the same way.
    Tall,
}

/// The words of a name in this reading.
fn words(name: &str, reading: Reading) -> Vec<String> {
    let kept = |letter: &char| reading != Reading::WithoutDigits || !letter.is_ascii_digit();
    let read = seen(name).to_lowercase();
    let read = read.chars().filter(kept).map(latin);
    let read: String = if reading == Reading::Tall { read.map(tall).collect() } else { read.collect() };
    read.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Maps a letter that looks like an `l` to `l`.
const fn tall(letter: char) -> char {
    if matches!(letter, 'i' | '|') { 'l' } else { letter }
}

/// Whether the list has this word in this reading.
fn holds_word(list: &[&str], word: &str, reading: Reading) -> bool {
    if reading == Reading::Tall {
        list.iter().any(|known| known.chars().map(tall).eq(word.chars()))
    } else {
        list.contains(&word)
    }
}

/// Whether a name contains the product's name, in one word or spread over several.
pub fn holds_product(name: &str) -> bool {
    let is_held = |words: Vec<String>| {
        words.iter().any(|word| word.contains(PRODUCT))
            || (0..words.len()).any(|first| {
                let mut joined = String::new();
                words[first..].iter().any(|word| {
                    joined.push_str(word);
                    joined == PRODUCT
                })
            })
    };
    // The product's own name is the same in both readings, because it has no `i`.
    is_held(words(name, Reading::Plain)) || is_held(words(name, Reading::Tall))
}

/// Whether a name is only that of a department and not a clinic's: "Billing team", but not "Skin Support Clinic".
pub fn is_bare_role(name: &str) -> bool {
    let is_bare = |reading: Reading| {
        let words = words(name, reading);
        let is_role = |word: &String| holds_word(ROLES, word, reading);
        let says_nothing = |word: &String| is_role(word) || holds_word(FILLERS, word, reading);
        // A "Mall Care Center" could be read as a "Mail Care Center", but no one trusts that name more.
        let is_enough = reading != Reading::Tall || words.iter().any(is_role);
        // Also finds "Help desk" and "log in".
        !words.is_empty() && ((is_enough && words.iter().all(says_nothing)) || is_role(&words.concat()))
    };
    [Reading::Plain, Reading::WithoutDigits, Reading::Tall].into_iter().any(is_bare)
}

/// Whether a mail program could turn a part of this text into a link. A name that anybody can enter must not become a link in our mails.
pub fn holds_address(text: &str) -> bool {
    is_link(text) || is_link(&seen(text))
}

fn is_link(text: &str) -> bool {
    // Browsers treat the other three characters as dots as well.
    let is_dot = |c: char| matches!(c, '.' | '\u{3002}' | '\u{ff0e}' | '\u{ff61}');
    let is_joined = |word: &str| {
        let parts: Vec<&str> = word.split(is_dot).collect();
        parts.windows(2).any(|pair| {
            pair[0].ends_with(char::is_alphanumeric)
                && pair[1].chars().take_while(|c| c.is_alphanumeric() || *c == '-').count() >= 2
        })
    };
    text.contains("//") || text.contains('@') || text.split_whitespace().any(is_joined)
}

/// A name as it is written in a mail. Names from before the check of [`holds_address`] lose the characters that would make a link.
pub fn plain_name(name: &str) -> String {
    if !holds_address(name) {
        return name.to_owned();
    }
    let shown = seen(name);
    shown.chars().map(|c| if c.is_alphanumeric() || c == '\'' || c == '-' { c } else { ' ' }).collect()
}

/// A text of several lines without links. The words of the links stay, and the rest is unchanged.
pub fn without_links(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for word in text.split_inclusive(char::is_whitespace) {
        let end = word.trim_end().len();
        plain.push_str(plain_name(&word[..end]).trim());
        plain.push_str(&word[end..]);
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn link_like_names_are_refused_and_ordinary_ones_accepted() {
        for name in [
            "Dr. Smith",
            "St. Mary's Skin & Laser",
            "A.B.C. Aesthetics",
            "Ph.D.",
            "Glow (NY), Inc.",
            "No. 1",
            "Ng",
            "Jean-Luc O'Neill",
            "24/7 Care",
            "Clínica Ávila",
            "Nguyễn Thị",
            "Beauty… and more",
        ] {
            assert!(!holds_address(name), "{name}");
            assert_eq!(plain_name(name), name);
        }
        for name in [
            "evil.example",
            "Pay at evil.example/now",
            "https://evil",
            "//evil",
            "www.evil.example",
            "me@evil",
            "Evil\u{3002}example",
            "10.20.30.40",
            "Your account is locked: evil.example",
            // A mark at the end of a word, a one-dot leader, small and wide forms, and invisible characters.
            "evil\u{301}.example",
            "e\u{301}v\u{301}i\u{301}l\u{301}.\u{301}com",
            "evil\u{2024}example",
            "evil\u{fe52}example",
            "evil.\u{200b}example",
            "evil\u{200b}.\u{2060}example",
            "evil\u{20dd}.example",
            "me\u{ff20}evil",
            "https:\u{ff0f}\u{ff0f}evil",
        ] {
            assert!(holds_address(name), "{name}");
            assert!(!holds_address(&plain_name(name)), "{name}");
        }
    }

    #[test]
    fn the_products_name_is_found_however_it_is_written() {
        for name in [
            "Celadon",
            "Celadon Skin",
            "CELADON-Support",
            "MyCeladon",
            "C e l a d o n",
            "Cela don Clinic",
            "C.e.l.a.d.o.n",
            "Ce\u{200b}ladon",
            "Ce\u{301}l\u{332}adon",
            "Ｃｅｌａｄｏｎ",
            "𝐂𝐞𝐥𝐚𝐝𝐨𝐧",
            "Се\u{4cf}а\u{501}о\u{578}",
            "Сеladon",
            "Celad0n",
            "Ce1adon",
            "CeIadon",
            "ceiadon",
            "Ce|adon Skin",
        ] {
            assert!(holds_product(name), "{name}");
        }
        for name in [
            "Marcela Donovan Aesthetics",
            "Cela Skin",
            "Don's Clinic",
            "Celandine",
            "Aurelle Aesthetics",
            "Cecilia",
            "Medical Aesthetics",
            "セラドン",
        ] {
            assert!(!holds_product(name), "{name}");
        }
    }

    #[test]
    fn a_bare_role_is_no_clinic_and_a_clinic_may_hold_its_word() {
        for name in [
            "Security",
            "Support",
            "Accounts",
            "Payments",
            "Billing team",
            "The Billing Department",
            "Customer Support",
            "SECURITY ALERT",
            "Help Desk",
            "Account-Security",
            "No Reply",
            "no-reply",
            "Ѕесurіtу",
            "Sup\u{200d}port",
            "Su\u{308}pport",
            "Ｓｕｐｐｏｒｔ",
            "S3curity",
            "Support 24",
            "Security!",
            "Team",
            "BiIIing",
            "BiIIing Team",
            "Customer Heip",
            "Securlty",
        ] {
            assert!(is_bare_role(name), "{name}");
        }
        for name in [
            "Skin Support Clinic",
            "Secure Skin",
            "Billing & Smith Dermatology",
            "Trust Aesthetics",
            "Glow Team",
            "Support Hose Studio",
            "Ida",
            "24/7 Care Clinic",
            "Cecilia",
            "Medical Aesthetics",
            "Mall Care Center",
            "—",
        ] {
            assert!(!is_bare_role(name), "{name}");
        }
    }

    #[test]
    fn a_text_without_links_keeps_its_lines_and_its_words() {
        let text = "Hello {first_name},\n\nPay at https://evil.example/now?x=1 today.\nWrite to me@evil.example\u{301}. See you, Dr. Ames";
        let plain = without_links(text);
        assert!(
            plain.starts_with("Hello {first_name},\n\nPay at https") && plain.ends_with("See you, Dr. Ames"),
            "{plain}"
        );
        assert!(!holds_address(&plain), "{plain}");
        let ordinary = "Hello {first_name},\n\n{clinic} on {date}:\n{link}\n\n  Bye.";
        assert_eq!(without_links(ordinary), ordinary);
    }
}
