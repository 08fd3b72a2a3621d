//! Tests names as people type them against names in records.

use proptest::prelude::*;

use super::*;

#[test]
fn capitals_accents_apostrophes_and_hyphens_are_taken_away() {
    assert_eq!(FROM.chars().count(), TO.chars().count());
    for (text, plain) in [
        ("Zoë", "zoe"),
        ("ZOE\u{308}", "zoe"),
        ("Łukasz Øberg", "lukasz oberg"),
        ("Đặng", "dang"),
        ("Işıl İnce", "isil ince"),
        ("O'Hara-Núñez", "ohara nunez"),
        ("O’Hara‑Núñez", "ohara nunez"),
        ("O´Hara  Núñez ", "ohara nunez"),
        ("Straßer Ærø", "strasser aero"),
        ("STRAẞER", "strasser"),
        ("Lopez–Garcia", "lopez garcia"),
        ("Ελένη ΠΑΠΆΣ", "ελενη παπασ"),
        ("Иван ЁЛКИН", "иван елкин"),
        ("李 明", "李 明"),
        ("first.last@ex-ample.com", "first.last@ex ample.com"),
    ] {
        assert_eq!(folded(text), plain, "{text}");
    }
}

#[test]
fn one_person_however_the_name_is_typed() {
    let full = |(first, last): (&'static str, &'static str)| FullName { first, last };
    for (one, other) in [
        (("Sean", "O'Brien"), ("Sean", "O’Brien")),
        (("Sean", "O’Brian"), ("Sean", "O'Brian")),
        (("Ann-Marie", "Dupont"), ("Ann Marie", "Dupont")),
        (("Ann-Marie", "Dupont"), ("Annmarie", "Dupont")),
        (("Mia", "Straßer"), ("Mia", "Strasser")),
        (("Kim", "Lopez–Garcia"), ("Kim", "Lopez-Garcia")),
        (("Li", "Van  Dam"), ("Li", "Van Dam")),
        (("Jo", "Smith"), ("Smith", "Jo")),
        (("Mary Jo", "King Jr."), ("Mary Jo", "King")),
        (("Mary Jo", "King, Jr."), ("mary jo", "KING")),
        (("John", "Smith Junior"), ("John", "Smith Jr.")),
        (("John", "Smith, Sr."), ("Smith", "John Senior")),
        (("John", "Smith III"), ("John", "Smith")),
        (("Zoë", "Núñez"), ("Zoe", "Nunez")),
        (("Maria Jose", "Ruiz"), ("Ruiz Maria", "Jose")),
    ]
    .map(|(one, other)| (full(one), full(other)))
    {
        assert!(is_same(one, other) && is_same(other, one), "{one:?} {other:?}");
    }
    for (one, other) in [
        (("Sean", "O'Brien"), ("Sean", "O'Brian")),
        (("Jo", "Smith"), ("Joan", "Smith")),
        (("-", "—"), ("-", "-")),
        (("Junior", "Silva"), ("Ann", "Silva")),
        // Father and son.
        (("John", "Smith Sr."), ("John", "Smith Jr.")),
        (("John", "Smith, Senior"), ("Smith Jr", "John")),
        (("John", "Smith II"), ("John", "Smith III")),
    ]
    .map(|(one, other)| (full(one), full(other)))
    {
        assert!(!is_same(one, other) && !is_same(other, one), "{one:?} {other:?}");
    }
}

#[test]
fn a_signature_is_the_name_whatever_its_case_accents_punctuation_spaces_and_order() {
    for (typed, first, last) in [
        ("Nora Lindqvist", "Nora", "Lindqvist"),
        ("nora  LINDQVIST", "Nora", "Lindqvist"),
        ("Lindqvist, Nora", "Nora", "Lindqvist"),
        ("Jose Munoz", "José", "Muñoz"),
        ("Jose\u{301} Mun\u{303}oz", "José", "Muñoz"),
        ("José Muñoz", "Jose", "Munoz"),
        ("Sinead OBrien", "Sinéad", "O'Brien"),
        ("Sinéad O\u{2019}Brien", "Sinéad", "O'Brien"),
        ("layla el sayed", "Layla", "El-Sayed"),
        ("Lukasz Strasse", "Łukasz", "Straße"),
        ("LUKASZ STRASSE", "Łukasz", "Straße"),
        ("Bjorn Aerlig-Loevold", "Bjørn", "Ærlig-Lœvold"),
        ("Yildiz Ipek", "İpek", "Yıldız"),
        ("Nguyen Thi Huong", "Hương", "Nguyễn Thị"),
        ("Ｎｏｒａ Lindqvist", "Nora", "Lindqvist"),
        ("李 美", "美", "李"),
        ("Nora Lindqvist Jr", "Nora", "Lindqvist, Jr."),
        ("John Smith", "John", "Smith Jr."),
        ("Cher", "Cher", "-"),
        ("- —", "-", "—"),
    ] {
        assert!(is_name_of(typed, first, last), "{typed}");
    }
}

#[test]
fn a_different_name_is_no_signature() {
    for (typed, first, last) in [
        ("Nora", "Nora", "Lindqvist"),
        ("Lindqvist", "Nora", "Lindqvist"),
        ("N. Lindqvist", "Nora", "Lindqvist"),
        ("Nora Lindquist", "Nora", "Lindqvist"),
        ("Nora Ann Lindqvist", "Nora", "Lindqvist"),
        ("Nora Lindqvist Nora Lindqvist", "Nora", "Lindqvist"),
        ("Dana Director", "Nora", "Lindqvist"),
        ("John Smith Sr.", "John", "Smith Jr."),
        ("X", "Nora", "Lindqvist"),
        ("...", "Nora", "Lindqvist"),
        // These vowel signs and voiced marks are not accents.
        ("रम सिंह", "राम", "सिंह"),
        ("はは", "ばば", "-"),
        (".", "-", "—"),
    ] {
        assert!(!is_name_of(typed, first, last), "{typed}");
    }
}

#[test]
fn names_are_ordered_by_their_letters() {
    let mut names = ["Zhang", "Álvarez", "alvarado", "Alvárez", "Øberg", "Olsen", "O'Brien", "Oakes"];
    names.sort_by_cached_key(|name| order(name, ""));
    assert_eq!(names, ["alvarado", "Álvarez", "Alvárez", "Oakes", "Øberg", "O'Brien", "Olsen", "Zhang"]);
}

/// A word of a name as people type it, and as a record may hold it.
fn word() -> impl Strategy<Value = (String, String)> {
    let letter = prop::sample::select(vec![
        ("a", "á"),
        ("a", "Â"),
        ("e", "é"),
        ("i", "İ"),
        ("i", "ı"),
        ("o", "ø"),
        ("o", "Ö"),
        ("u", "Ü"),
        ("n", "ñ"),
        ("c", "Ç"),
        ("l", "Ł"),
        ("d", "Đ"),
        ("ss", "ß"),
        ("ae", "Æ"),
        ("oe", "œ"),
        ("th", "Þ"),
        ("s", "ş"),
        ("z", "Ž"),
        ("b", "B"),
        ("m", "m"),
        ("r", "ｒ"),
        ("e", "e\u{301}"),
        ("k", "K\u{200d}"),
        ("y", "ÿ"),
    ]);
    prop::collection::vec(letter, 2..7).prop_map(|letters| {
        let plain = letters.iter().map(|(plain, _)| *plain).collect::<String>();
        let written = letters.iter().map(|(_, written)| *written).collect::<String>();
        (plain, written)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    /// With any characters between its words and letters, a name is found, accepted under a signature, and recognized as the same person.
    #[test]
    fn a_name_is_the_same_in_every_spelling(
        words_typed in prop::collection::vec(word(), 2..5),
        between in prop::collection::vec(prop::sample::select(vec![" ", "  ", "-", "–", "\u{2011}", "\u{a0}", ", "]), 4),
        apostrophe in prop::sample::select(vec!["", "'", "’", "ʼ", "`", "´"]),
        suffix in prop::sample::select(vec!["", " Jr.", ", Jr", " Sr", " III", " junior"]),
        cut in 1..4_usize,
    ) {
        let plain: Vec<&str> = words_typed.iter().map(|(plain, _)| plain.as_str()).collect();
        prop_assume!(!plain.iter().any(|word| SUFFIXES.contains(word)));
        let cut = cut.min(plain.len() - 1);
        let typed = (plain[..cut].join(" "), plain[cut..].join(" "));
        let mut spelt: Vec<String> = words_typed.iter().map(|(_, written)| written.clone()).collect();
        let second = spelt[0].char_indices().nth(1).map_or(0, |(place, _)| place);
            spelt[0].insert_str(second, apostrophe);
        let joined = |words: &[String]| words.iter().zip(&between).fold(String::new(), |name, (word, gap)| {
            if name.is_empty() { word.clone() } else { format!("{name}{gap}{word}") }
        });
        let stored = (joined(&spelt[..cut]), format!("{}{suffix}", joined(&spelt[cut..])));
        let is_typed_as = |first, last| is_same(FullName { first: &stored.0, last: &stored.1 }, FullName { first, last });
        prop_assert!(is_typed_as(&typed.0, &typed.1), "{:?} {:?}", stored, typed);
        prop_assert!(is_typed_as(&typed.1, &typed.0), "{:?} {:?}", stored, typed);
        let signature = [typed.1.as_str(), typed.0.as_str()].join(" ");
        prop_assert!(is_name_of(&signature, &stored.0, &stored.1), "{:?} {:?}", stored, signature);
        let haystack = folded(&format!("{} {}", stored.0, stored.1));
        for word in &plain {
            prop_assert!(haystack.contains(&folded(word)), "{} in {}", word, haystack);
        }
        prop_assert_eq!(folded(&haystack), haystack.clone(), "folding twice changes nothing");
        // Another letter makes another name.
        let other = format!("{}q", typed.1);
        prop_assert!(!is_typed_as(&typed.0, &other), "{:?} {:?}", stored, other);
    }
}
