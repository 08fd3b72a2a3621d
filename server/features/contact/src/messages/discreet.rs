//! What others may read on a locked screen, a subject and a text, names no service.

use crate::{features::services, foundation::error::Result, foundation::tenancy::ClinicTx};

/// Services that say nothing of a treatment.
const HARMLESS: [&str; 2] = ["consultation", "follow-up"];

/// The names of the services that such words must not hold.
///
/// # Errors
/// When the database is out of reach.
pub(super) async fn service_names(tx: &ClinicTx) -> Result<Vec<String>> {
    let names = services::offered(tx).await?.into_iter().map(|service| service.name);
    Ok(names.filter(|name| !HARMLESS.contains(&name.to_lowercase().as_str())).collect())
}

/// The first of these services that a text names, however it is written. Words that the product's own text has as well are no
/// name there: a clinic may call a service 'Appointment'.
pub(super) fn named<'n>(text: &str, default: &str, names: &'n [String]) -> Option<&'n str> {
    let names = names.iter().map(String::as_str);
    names.into_iter().find(|name| holds_words(text, name) && !holds_words(default, name))
}

/// Whether the text has these words, and not only as a part of longer ones.
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
