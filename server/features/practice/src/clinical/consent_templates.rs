//! The consent texts that a new clinic starts with.
//!
//! Written in plain language from general aesthetic practice and the products' published information. They are HTML
//! in the small set of tags the portal shows, without attributes, and each ends with the statement that is signed.
//! A signature covers one choice only, so no text asks for public use of photographs as well.

/// Name and HTML body of each template.
pub const CONSENT_TEMPLATES: &[(&str, &str)] = &[
    ("Botulinum toxin (Botox)", include_str!("consent_templates/botulinum_toxin.html")),
    ("PRP/PRF (face or scalp)", include_str!("consent_templates/prp_prf.html")),
    ("EZ Gel", include_str!("consent_templates/ez_gel.html")),
    ("Microneedling", include_str!("consent_templates/microneedling.html")),
    ("Photo and media", include_str!("consent_templates/photo_and_media.html")),
    ("Cancellation and payment policy", include_str!("consent_templates/cancellation_and_payment.html")),
    ("Telehealth exam", include_str!("consent_templates/telehealth_exam.html")),
    ("Receipt of Notice of Privacy Practices", include_str!("consent_templates/privacy_practices_receipt.html")),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The names of the tags in order, closing tags with their slash. Anything else between `<` and `>` is kept whole.
    fn tags(body: &str) -> Vec<&str> {
        body.split('<').skip(1).map(|rest| rest.split_once('>').map_or(rest, |(tag, _)| tag)).collect()
    }

    fn words(body: &str) -> usize {
        let text = body.split('<').map(|rest| rest.split_once('>').map_or(rest, |(_, text)| text));
        text.map(|text| text.split_whitespace().count()).sum()
    }

    #[test]
    fn texts_use_only_allowed_tags_without_attributes() {
        for (name, body) in CONSENT_TEMPLATES {
            for tag in tags(body) {
                let bare = tag.strip_prefix('/').unwrap_or(tag);
                assert!(formatted_text::TAGS.contains(&bare), "{name}: <{tag}>");
            }
        }
    }

    #[test]
    fn tags_are_balanced_and_well_nested() {
        for (name, body) in CONSENT_TEMPLATES {
            let mut open = Vec::new();
            for tag in tags(body) {
                match tag.strip_prefix('/') {
                    Some(closed) => assert_eq!(open.pop(), Some(closed), "{name}"),
                    None if matches!(tag, "br" | "hr") => {}
                    None => open.push(tag),
                }
            }
            assert!(open.is_empty(), "{name}: {open:?} stay open");
            assert_eq!(body.matches('<').count(), body.matches('>').count(), "{name}");
        }
    }

    #[test]
    fn texts_need_no_escaping_and_fit_the_limit() {
        let mut names = BTreeSet::new();
        for (name, body) in CONSENT_TEMPLATES {
            assert!(names.insert(name), "{name} stands twice");
            assert!(body.len() < 64 * 1024, "{name}");
            assert!(body.is_ascii() && !body.contains('&'), "{name}");
        }
    }

    #[test]
    fn treatments_are_explained_at_length_and_still_readable() {
        for (name, body) in &CONSENT_TEMPLATES[..4] {
            let count = words(body);
            assert!((400..=900).contains(&count), "{name}: {count} words");
            for section in
                ["Who treats you", "What you can expect", "Approved and off-label use", "Risks", "Other choices"]
            {
                assert!(body.contains(&format!("<h3>{section}</h3>")), "{name}: {section}");
            }
        }
    }

    #[test]
    fn each_text_starts_with_its_title_and_ends_with_the_statement() {
        for (name, body) in CONSENT_TEMPLATES {
            assert!(body.starts_with("<h2>"), "{name}");
            let statement = body.rsplit("<hr>").next().map(str::trim).unwrap_or_default();
            assert!(statement.starts_with("<p>By signing, I confirm that ") && statement.ends_with("</p>"), "{name}");
        }
    }
}
