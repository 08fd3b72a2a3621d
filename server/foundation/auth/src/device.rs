//! Describes a device in fixed words. A browser can send any text as its name, so the text itself never goes into a mail.

/// Searched in this order, because most browsers name others as well.
const BROWSERS: [(&str, &str); 6] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("CriOS/", "Chrome"),
];

const SYSTEMS: [(&str, &str); 7] = [
    ("iPhone", "an iPhone"),
    ("iPad", "an iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Macintosh", "a Mac"),
    ("Linux", "Linux"),
];

/// For example `Chrome on Windows`, from a `User-Agent` header.
pub fn in_words(user_agent: &str) -> String {
    let named =
        |list: &[(&str, &'static str)]| list.iter().find(|(word, _)| user_agent.contains(word)).map(|(_, name)| *name);
    let browser = named(&BROWSERS).or_else(|| user_agent.contains("Safari/").then_some("Safari"));
    match (browser, named(&SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(browser), None) => browser.to_owned(),
        (None, Some(system)) => format!("an unknown browser on {system}"),
        (None, None) => "an unknown browser".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_are_named_in_fixed_words() {
        for (user_agent, words) in [
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
                "Chrome on Windows",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0",
                "Edge on Windows",
            ),
            (
                "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
                "Safari on an iPad",
            ),
            ("Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", "Firefox on Linux"),
            ("visit https://evil.example now", "an unknown browser"),
            ("-", "an unknown browser"),
        ] {
            assert_eq!(in_words(user_agent), words);
        }
    }
}
