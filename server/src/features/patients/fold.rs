//! Text without accents and capitals, as the columns `search_text` and `search_names` hold it
//! (`m20261124_000143_patient_search`).

use unicode_normalization::UnicodeNormalization;

/// Lower case, without accents: `Zoë Øberg` becomes `zoe oberg`. Letters of other scripts stay.
pub fn folded(text: &str) -> String {
    let without_marks = text.nfkd().filter(|letter| !('\u{300}'..='\u{36f}').contains(letter));
    let plain = without_marks.map(|letter| match letter {
        'ø' | 'Ø' => 'o',
        'ł' | 'Ł' => 'l',
        'đ' | 'Đ' => 'd',
        'ı' => 'i',
        other => other,
    });
    plain.collect::<String>().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::folded;

    #[test]
    fn accents_and_capitals_are_taken_away() {
        for (text, plain) in [
            ("Zoë", "zoe"),
            ("ZOE\u{308}", "zoe"),
            ("Łukasz Øberg", "lukasz oberg"),
            ("Đặng", "dang"),
            ("Işıl İnce", "isil ince"),
            ("O'Hara-Núñez", "o'hara-nunez"),
            ("李 明", "李 明"),
        ] {
            assert_eq!(folded(text), plain, "{text}");
        }
    }
}
