//! Fuzzed texts: only allowed elements without attributes are left.

use fuzz::{Fuzz, as_it_is, words};

use super::{
    sanitize,
    tests::{ATTACKS, is_harmless},
    within_bounds,
};

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
        reduced(&clean, &within_bounds(&clean).unwrap())
    });
}

#[test]
fn fuzzing_finds_a_planted_fault_in_the_list_of_what_is_allowed() {
    // The planted faults: the library's own list, and a search for known bad markup.
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
    fn arbitrary_input_is_sanitized(pieces in proptest::collection::vec(
        proptest::sample::select(ATTACKS.to_vec()), 1..6), glue in "[<>/\"'a-z =]{0,8}") {
        let clean = sanitize(&pieces.join(&glue));
        proptest::prop_assert!(is_harmless(&clean), "{}", clean);
        proptest::prop_assert_eq!(sanitize(&clean), clean);
    }
}
