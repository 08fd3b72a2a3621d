//! Keeps service names out of subjects and texts, because others may read these on a locked screen.

use base::error::Result;
use practice::services;
use tenancy::ClinicTx;

/// Services whose names do not reveal a treatment.
const HARMLESS: [&str; 2] = ["consultation", "follow-up"];

/// The names of the services that a subject or a text must not contain.
pub(super) async fn service_names(tx: &ClinicTx) -> Result<Vec<String>> {
    let names = services::offered(tx).await?.into_iter().map(|service| service.name);
    Ok(names.filter(|name| !HARMLESS.contains(&name.to_lowercase().as_str())).collect())
}

/// The first of these services that the text names, in any capitalization. A name that the product's own text also contains is
/// ignored: a clinic may call a service 'Appointment'.
pub(super) fn named<'n>(text: &str, default: &str, names: &'n [String]) -> Option<&'n str> {
    let names = names.iter().map(String::as_str);
    names.into_iter().find(|name| holds_words(text, name) && !holds_words(default, name))
}

/// Whether the text contains these words as whole words.
fn holds_words(text: &str, words: &str) -> bool {
    let (text, words) = (text.to_lowercase(), words.trim().to_lowercase());
    if words.is_empty() {
        return false;
    }
    text.match_indices(&words).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + words.len()..].chars().next();
        [before, after].into_iter().flatten().all(|c| !c.is_alphanumeric())
    })
}

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn a_service_is_found_as_whole_words_and_not_where_the_products_own_words_have_it() {
        let names = ["Botox", "PRP/PRF Face", "Appointment", "Peel"].map(str::to_owned);
        let default = "Your appointment at {clinic}";
        for (text, found) in [
            ("Your BOTOX appointment", Some("Botox")),
            ("See you for prp/prf face!", Some("PRP/PRF Face")),
            ("Your appointment at {clinic}", None),
            ("Peeling and botoxes", None),
            ("peel", Some("Peel")),
            ("", None),
        ] {
            assert_eq!(named(text, default, &names), found, "{text}");
        }
        assert_eq!(named("x", "", &[String::new()]), None);
    }
}
