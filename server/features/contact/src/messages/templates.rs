//! The templates of messages: the product's own or a clinic's, with variables in braces. They are plain text; the HTML of a mail
//! is made from it.

use std::borrow::Cow;

use entity::words::{MessageChannel, MessageKind};
use sea_orm::Iterable;

use mail::without_links;

/// The values of the variables in one message.
#[derive(Debug, Clone, Default)]
pub(super) struct Values {
    pub(super) first_name: String,
    pub(super) clinic: String,
    pub(super) date: String,
    pub(super) time: String,
    pub(super) time_zone: String,
    pub(super) link: String,
    /// The links of the forms that the patient has to read and sign.
    pub(super) forms: Vec<String>,
    /// The service's text for the time after the visit.
    pub(super) aftercare: String,
}

impl Values {
    fn get(&self, name: &str) -> Option<Cow<'_, str>> {
        Some(match name {
            "first_name" => Cow::from(&self.first_name),
            "clinic" => Cow::from(&self.clinic),
            "date" => Cow::from(&self.date),
            "time" => Cow::from(&self.time),
            "time_zone" => Cow::from(&self.time_zone),
            "link" => Cow::from(&self.link),
            "aftercare" => Cow::from(&self.aftercare),
            FORMS => Cow::from(self.forms_in_words()),
            _ => return None,
        })
    }

    /// Does not name the forms, because their names may say what is treated.
    fn forms_in_words(&self) -> String {
        if self.forms.is_empty() {
            return String::new();
        }
        format!("Please read and sign before you come:\n{}", self.forms.join("\n"))
    }

    /// Every link in a message.
    pub(super) fn links(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&self.link).chain(&self.forms).map(String::as_str).filter(|link| !link.is_empty())
    }
}

/// The variable that stands for the forms to sign.
pub(super) const FORMS: &str = "forms";

/// The variables of a kind's body. None of them says what is treated, except the aftercare text. A visit that is over or canceled
/// has no link to answer by.
pub(super) const fn variables(kind: MessageKind) -> &'static [&'static str] {
    match kind {
        MessageKind::Cancelled => &["first_name", "clinic", "date", "time", "time_zone"],
        MessageKind::Reminder => &["first_name", "clinic", "date", "time", "time_zone", "link", FORMS],
        MessageKind::Aftercare => &["first_name", "clinic", "date", "aftercare"],
        MessageKind::Recall => &["first_name", "clinic", "date"],
        MessageKind::Form => &["first_name", "clinic", "link"],
        _ => &["first_name", "clinic", "date", "time", "time_zone", "link"],
    }
}

/// The variables of a subject, which others may read on a locked screen.
pub(super) const SUBJECT_VARIABLES: &[&str] = &["clinic", "date", "time", "time_zone"];

/// The template of one kind of message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TemplateText {
    /// Set for a mail.
    pub(super) subject: Option<String>,
    pub(super) body: String,
}

/// A message as sent during a trial. Anybody can start a trial, so every link except ours is removed.
pub(super) fn with_own_links_only(text: &str, values: &Values) -> String {
    // The placeholders are from Unicode's private area, so that the text of a form beside a link is not lost.
    let placeholders = ('\u{f100}'..='\u{f1ff}').map(String::from);
    let links: Vec<_> = values.links().zip(placeholders).collect();
    let replaced = links.iter().fold(text.to_owned(), |text, (link, placeholder)| text.replace(link, placeholder));
    links.iter().fold(without_links(&replaced), |text, (link, placeholder)| text.replace(placeholder, link))
}

/// Every message that has its own template: each kind by its own channel, and the text that replaces a mail.
pub(super) fn all() -> impl Iterator<Item = (MessageKind, MessageChannel)> {
    MessageKind::iter().flat_map(|kind| channels(kind).map(move |channel| (kind, channel)))
}

/// The channels of a kind of message, its own channel first.
pub(super) fn channels(kind: MessageKind) -> impl Iterator<Item = MessageChannel> {
    let is_texted_too = kind.is_news() || kind == MessageKind::Form;
    std::iter::once(kind.channel()).chain(is_texted_too.then_some(MessageChannel::Text))
}

/// The product's own template.
pub(super) fn default_template(kind: MessageKind, channel: MessageChannel) -> TemplateText {
    if channel == kind.channel() { default_of_kind(kind) } else { default_text(kind) }
}

fn default_of_kind(kind: MessageKind) -> TemplateText {
    let (subject, body) = match kind {
        MessageKind::Booked => (
            "Your appointment at {clinic}",
            "Hello {first_name},\n\nYour appointment at {clinic} is on {date} at {time} ({time_zone}).\n\n\
             To confirm it, to ask for another time or to cancel it:\n{link}\n\n\
             The link is for you alone. If you have questions, please contact the clinic.",
        ),
        MessageKind::Moved => (
            "Your appointment at {clinic} has a new time",
            "Hello {first_name},\n\nYour appointment at {clinic} has been moved. It is now on {date} at {time} ({time_zone}).\n\n\
             To confirm it, to ask for another time or to cancel it:\n{link}\n\n\
             The link is for you alone. If you have questions, please contact the clinic.",
        ),
        MessageKind::Cancelled => (
            "Your appointment at {clinic} is cancelled",
            "Hello {first_name},\n\nYour appointment at {clinic} on {date} at {time} ({time_zone}) is cancelled.\n\n\
             To book another one, please contact the clinic.",
        ),
        MessageKind::Reminder => (
            "A reminder of your appointment at {clinic}",
            "Hello {first_name},\n\nThis is a reminder of your appointment at {clinic} on {date} at {time} ({time_zone}).\n\n\
             To confirm it, to ask for another time or to cancel it:\n{link}\n\n\
             {forms}\n\n\
             The link is for you alone. If you have questions, please contact the clinic.",
        ),
        MessageKind::ConfirmText => (
            "",
            "{clinic}: please confirm your appointment on {date} at {time}: {link}\nReply STOP to get no more texts.",
        ),
        MessageKind::Aftercare => (
            "After your visit at {clinic}",
            "Hello {first_name},\n\nThank you for your visit on {date}.\n\n{aftercare}\n\n\
             If something worries you, please contact the clinic. In an emergency call your local emergency number.",
        ),
        MessageKind::Recall => (
            "It is time for your next visit at {clinic}",
            "Hello {first_name},\n\nYour last visit at {clinic} was on {date}, and it may be time for the next one.\n\n\
             To book it, please contact the clinic. If you want no such reminders, please tell the clinic.",
        ),
        MessageKind::Form => (
            "A form from {clinic} to read and sign",
            "Hello {first_name},\n\n{clinic} asks you to read a form and to sign it before your visit:\n{link}\n\n\
             The link is for you alone; a link that you were sent earlier no longer works. If you have questions, please \
             contact the clinic.",
        ),
        MessageKind::DayText => ("", "{clinic}: see you today at {time}.\nReply STOP to get no more texts."),
    };
    let subject = matches!(kind.channel(), MessageChannel::Email).then(|| subject.to_owned());
    TemplateText { subject, body: body.to_owned() }
}

/// The text about a visit for a patient who cannot be mailed, and the text with the link of a form.
fn default_text(kind: MessageKind) -> TemplateText {
    let body = match kind {
        MessageKind::Moved => {
            "{clinic}: your appointment has been moved to {date} at {time}. To answer: {link}\nReply STOP to get no more texts."
        }
        MessageKind::Cancelled => {
            "{clinic}: your appointment on {date} at {time} is cancelled.\nReply STOP to get no more texts."
        }
        MessageKind::Form => "{clinic}: please read and sign this form: {link}\nReply STOP to get no more texts.",
        _ => "{clinic}: your appointment is on {date} at {time}. To answer: {link}\nReply STOP to get no more texts.",
    };
    TemplateText { subject: None, body: body.to_owned() }
}

/// The first variable in a text that is not in `known`.
pub(super) fn unknown_variable<'t>(text: &'t str, known: &[&str]) -> Option<&'t str> {
    parts(text).find_map(|part| match part {
        Part::Variable(name) if !known.contains(&name) => Some(name),
        Part::Variable(_) | Part::Text(_) => None,
    })
}

/// Whether a text has this variable.
pub(super) fn holds(text: &str, name: &str) -> bool {
    parts(text).any(|part| matches!(part, Part::Variable(found) if found == name))
}

/// The text with its variables filled in. An unknown variable stays as written, because the text was checked when it was saved.
/// An empty variable in a paragraph of its own leaves no gap.
pub(super) fn filled(text: &str, values: &Values) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut is_gap = false;
    for part in parts(text) {
        match part {
            Part::Text(text) => filled.push_str(if is_gap { text.trim_start_matches('\n') } else { text }),
            Part::Variable(name) => match values.get(name) {
                Some(value) => filled.push_str(&value),
                None => filled.extend(["{", name, "}"]),
            },
        }
        is_gap = matches!(part, Part::Variable(name) if values.get(name).is_some_and(|value| value.is_empty()))
            && (filled.is_empty() || filled.ends_with("\n\n"));
    }
    filled
}

enum Part<'t> {
    Text(&'t str),
    Variable(&'t str),
}

/// A variable is the text between two braces on one line. A brace without a counterpart is text.
fn parts(text: &str) -> impl Iterator<Item = Part<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (before, after) = rest.split_once('{').unwrap_or((rest, ""));
        if !before.is_empty() {
            rest = &rest[before.len()..];
            return Some(Part::Text(before));
        }
        let end = after.find(['{', '}', '\n']).filter(|end| after[*end..].starts_with('}'));
        let part = match end {
            Some(end) => (Part::Variable(&after[..end]), end + 2),
            None => (Part::Text(&rest[..1]), 1),
        };
        rest = &rest[part.1..];
        Some(part.0)
    })
}

/// The text of a mail as HTML. Only the message's own links can be clicked.
pub(super) fn html<'l>(text: &str, links: impl Iterator<Item = &'l str>) -> String {
    let linked = links
        .map(escape)
        .fold(escape(text.trim_end()), |text, link| text.replace(&link, &format!("<a href=\"{link}\">{link}</a>")));
    let paragraphs = linked.split("\n\n").map(|paragraph| format!("<p>{}</p>\n", paragraph.replace('\n', "<br>\n")));
    format!("<!doctype html>\n<html><body>\n{}</body></html>\n", paragraphs.collect::<String>())
}

pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values() -> Values {
        Values {
            first_name: "Nora".to_owned(),
            clinic: "Linden & Co".to_owned(),
            date: "Tuesday, December 1, 2026".to_owned(),
            time: "9:30 AM".to_owned(),
            time_zone: "EST".to_owned(),
            link: "https://linden.example/portal/visit/abc".to_owned(),
            ..Values::default()
        }
    }

    #[test]
    fn on_a_trial_a_message_carries_our_links_alone() {
        let values = Values {
            clinic: "Evil".to_owned(),
            forms: vec!["https://linden.example/portal/sign/def".to_owned()],
            ..values()
        };
        let body = "Hello {first_name},\n\n{link}\n{forms}\n\nPay: {clinic}.com or https://evil.example/{date} or evil\u{2024}example.\nhttps://evil.example?{link}";
        let text = filled(body, &values);
        let sent = with_own_links_only(&text, &values);
        assert!(
            sent.starts_with("Hello Nora,\n\nhttps://linden.example/portal/visit/abc\nPlease read and sign"),
            "{sent}"
        );
        assert!(sent.contains("\nhttps://linden.example/portal/sign/def\n\nPay: Evil com or"), "{sent}");
        let others = values.links().fold(sent.clone(), |text, link| text.replace(link, ""));
        assert!(!mail::holds_address(&others), "{others}");
        let ordinary = filled(&default_template(MessageKind::Reminder, MessageChannel::Email).body, &values);
        assert_eq!(with_own_links_only(&ordinary, &values), ordinary);
    }

    #[test]
    fn variables_are_filled_in_and_other_braces_stay() {
        let text = filled("Hi {first_name}: {date} {time} {time_zone} {clinic} {link} {{x} } { {", &values());
        assert_eq!(
            text,
            "Hi Nora: Tuesday, December 1, 2026 9:30 AM EST Linden & Co https://linden.example/portal/visit/abc {{x} } { {"
        );
        assert_eq!(filled("", &values()), "");
    }

    #[test]
    fn forms_are_links_without_their_names_and_none_leaves_no_gap() {
        let text = "One.\n\n{forms}\n\nTwo.";
        assert_eq!(filled(text, &values()), "One.\n\nTwo.");
        assert_eq!(filled("{forms}\n\nTwo.", &values()), "Two.");
        assert_eq!(filled("One: {forms}\n\nTwo.", &values()), "One: \n\nTwo.");
        let forms =
            ["https://linden.example/portal/sign/x".to_owned(), "https://linden.example/portal/sign/y".to_owned()];
        let values = Values { forms: forms.into(), ..values() };
        let text = filled(text, &values);
        assert_eq!(
            text,
            "One.\n\nPlease read and sign before you come:\nhttps://linden.example/portal/sign/x\n\
             https://linden.example/portal/sign/y\n\nTwo."
        );
        assert_eq!(html(&text, values.links()).matches("<a href=").count(), 2);
        assert!(holds("a {forms}", FORMS) && !holds("forms {link}", FORMS));
    }

    #[test]
    fn an_unknown_variable_is_named() {
        let known = variables(MessageKind::Booked);
        for (text, found) in [
            ("Hello {first_name} {link}", None),
            ("{service}", Some("service")),
            ("{First_name}", Some("First_name")),
            ("a {} b", Some("")),
            ("{{link}", None),
            ("{link", None),
            ("{a\nb}", None),
        ] {
            assert_eq!(unknown_variable(text, known), found, "{text}");
        }
        assert_eq!(unknown_variable("{link}", variables(MessageKind::Cancelled)), Some("link"));
        assert_eq!(unknown_variable("{first_name}", SUBJECT_VARIABLES), Some("first_name"));
    }

    #[test]
    fn the_products_own_words_use_what_there_is() {
        for (kind, channel) in all() {
            let words = default_template(kind, channel);
            assert_eq!(unknown_variable(&words.body, variables(kind)), None, "{kind:?}");
            assert_eq!(words.subject.is_some(), channel == MessageChannel::Email, "{kind:?}");
            assert_eq!(unknown_variable(&words.subject.unwrap_or_default(), SUBJECT_VARIABLES), None, "{kind:?}");
        }
    }

    #[test]
    fn html_is_escaped_and_has_one_link() {
        let values = values();
        let html = html(&filled("<b>{clinic}</b>\n\"x\" it's\n\n{link}", &values), values.links());
        assert_eq!(
            html,
            "<!doctype html>\n<html><body>\n<p>&lt;b&gt;Linden &amp; Co&lt;/b&gt;<br>\n&quot;x&quot; it&#39;s</p>\n\
             <p><a href=\"https://linden.example/portal/visit/abc\">https://linden.example/portal/visit/abc</a></p>\n\
             </body></html>\n"
        );
    }
}
