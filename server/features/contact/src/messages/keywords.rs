//! Interprets a keyword that somebody texts. A person may revoke the consent to texts in any reasonable way, and these words
//! always do (47 CFR 64.1200(a)(10)): stop, quit, end, revoke, opt out, cancel, unsubscribe.

use base::names::folded;

/// What a number has answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Keyword {
    Stop,
    /// Ends texts and may also be about something else, such as a visit: "Cancel it please". A person reads it.
    StopAndMore,
    Start,
}

/// The words of the regulation, their variants written as one word, and those of other languages that patients speak.
const STOP: [&str; 24] = [
    "stop",
    "stopall",
    "quit",
    "end",
    "revoke",
    "optout",
    "opt out",
    "opt me out",
    "cancel",
    "unsubscribe",
    "unsubscribed",
    "remove me",
    "take me off",
    "do not text",
    "dont text",
    "no more texts",
    "no more messages",
    "parar",
    "pare",
    "alto",
    "basta",
    "cancelar",
    "baja",
    "arret",
];

/// The stop words that may be about a visit.
const OF_VISITS: [&str; 3] = ["cancel", "cancelar", "end"];

/// Words that do not change the meaning of a stop word beside them.
const BESIDE: [&str; 48] = [
    "please",
    "pls",
    "plz",
    "thanks",
    "thank",
    "you",
    "thx",
    "ty",
    "now",
    "all",
    "me",
    "my",
    "texting",
    "text",
    "texts",
    "txt",
    "sending",
    "messaging",
    "message",
    "messages",
    "msg",
    "msgs",
    "sms",
    "this",
    "these",
    "it",
    "of",
    "from",
    "to",
    "and",
    "the",
    "your",
    "list",
    "number",
    "phone",
    "immediately",
    "asap",
    "already",
    "again",
    "anymore",
    "any",
    "more",
    "contacting",
    "por",
    "favor",
    "gracias",
    "svp",
    "i",
];

/// Phrases that stop texts wherever they occur, because a person who wants more texts does not write them.
const WITHIN: [&str; 10] = [
    "stop texting",
    "stop messaging",
    "stop sending",
    "stop contacting",
    "quit texting",
    "do not text me",
    "dont text me",
    "no more texts",
    "no more messages",
    "opt me out",
];

const START: [&str; 3] = ["start", "unstop", "yes"];

impl Keyword {
    /// `None` if the text is not a keyword; a person then reads it.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let text = plain(text);
        if START.contains(&text.as_str()) {
            return Some(Self::Start);
        }
        let padded = format!(" {text} ");
        let is_within = WITHIN.iter().any(|phrase| padded.contains(&format!(" {phrase} ")));
        match stop_words(&text) {
            Some(stops) if text.contains(' ') && stops.iter().any(|stop| OF_VISITS.contains(stop)) => {
                Some(Self::StopAndMore)
            }
            Some(_) => Some(Self::Stop),
            None => is_within.then_some(Self::StopAndMore),
        }
    }
}

/// The stop words of a text that consists only of stop words and of words in [`BESIDE`]. `None` for any other text.
fn stop_words(text: &str) -> Option<Vec<&'static str>> {
    let mut found = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let stop = STOP.iter().find_map(|stop| Some((*stop, after(rest, stop)?)));
        rest = if let Some((stop, others)) = stop {
            found.push(stop);
            others
        } else {
            BESIDE.iter().find_map(|word| after(rest, word))?
        };
    }
    (!found.is_empty()).then_some(found)
}

/// The rest of a text that begins with these words.
fn after<'t>(text: &'t str, words: &str) -> Option<&'t str> {
    let rest = text.strip_prefix(words)?;
    (rest.is_empty() || rest.starts_with(' ')).then(|| rest.trim_start())
}

/// The words without punctuation, accents and capitals. A zero in a word with letters is read as an O: `ST0P`.
fn plain(text: &str) -> String {
    let letters = |word: &str| word.chars().filter(|letter| letter.is_alphanumeric()).collect::<String>();
    let folded = folded(text);
    let words = folded.split(|letter: char| !letter.is_alphanumeric()).map(letters).filter(|word| !word.is_empty());
    let words = words.map(|word| if word.chars().any(char::is_alphabetic) { word.replace('0', "o") } else { word });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_the_regulation_and_plain_meanings_stop_texts() {
        for text in [
            "STOP",
            " stop ",
            "REVOKE",
            "OPTOUT",
            "opt out",
            "OPT-OUT",
            "Stop.",
            "Stop!",
            "stop 🙏",
            "“STOP”",
            "STOP please",
            "Stop. Thank you",
            "stop texting me",
            "unsubscribe me",
            "ST0P",
            "\u{a0}STOP\u{a0}",
            "Arrêt",
            "ALTO",
            "PARAR",
            "Cancel",
            "end",
            "quit",
            "STOPALL",
            "Please stop",
            "stop all",
            "PLEASE STOP TEXTING THIS NUMBER!!!",
            "Do not text me",
            "Don’t text me again",
            "no more texts please",
            "Remove me from your list",
            "stop, por favor",
            "stop\u{200b}",
            "STOP STOP",
            "Stop. Stop. Stop",
            "STOP UNSUBSCRIBE",
            "Opt out of these texts",
            "Please opt me out, and remove me from the list",
        ] {
            assert_eq!(Keyword::parse(text), Some(Keyword::Stop), "{text}");
        }
    }

    #[test]
    fn what_may_be_about_a_visit_too_stops_texts_and_is_read_by_a_person() {
        for text in [
            "Cancel it please",
            "please cancel",
            "Stop. Cancel all",
            "end this now",
            "cancelar por favor",
            "I said stop texting me",
            "No more texts, and cancel my appointment on Friday",
        ] {
            assert_eq!(Keyword::parse(text), Some(Keyword::StopAndMore), "{text}");
        }
    }

    #[test]
    fn everything_else_is_for_a_person() {
        for text in [
            "YES I will come",
            "cancel my appointment",
            "Can I stop by at noon?",
            "When does it end?",
            "I will be late",
            "Stop the bleeding how?",
            "remove me from the waitlist",
            "quit smoking yesterday",
            "non-stop",
            "",
            "🙏",
            "no",
            "1",
            "My phone number changed",
            "bus stop",
            "please and thank you",
            "do not stop",
        ] {
            assert_eq!(Keyword::parse(text), None, "{text}");
        }
        for text in ["START", "Start.", "unstop", "Yes", "yes!"] {
            assert_eq!(Keyword::parse(text), Some(Keyword::Start), "{text}");
        }
    }
}
