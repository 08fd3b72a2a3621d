//! The single way in which people's names are folded: for the search, for finding an existing patient, for online booking,
//! for the name typed under a signature, and for the order of lists. Postgres folds in the same way in the generated columns
//! of `patient` (`migration/src/clinic/m20261201_000040_patients.up.sql`), and a test compares the two. Neither depends on a database's locale.

use std::{collections::BTreeSet, fmt};

use unicode_normalization::{UnicodeNormalization, char::canonical_combining_class};

/// Capitals, and letters that Unicode does not decompose. People without these letters on the keyboard type other ones.
const FROM: &str = "ŊƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϏϘϚϜϞϠϢ\
    ϤϦϨϪϬϮϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶ\
    ҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖỺỼỾẞÆŒÞØø\
    ŁłĐđÐðĦħŦŧıς";
const TO: &str = "ŋɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωϗϙϛϝϟϡϣ\
    ϥϧϩϫϭϯϸϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷ\
    ҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆỻỽỿßæœþoo\
    llddddhhttiσ";

/// Characters between two words.
const SPACES: &str = "-‐‒–—―−,";

/// Characters that many people leave out of a name.
const APOSTROPHES: &str = "'’‘‛ʼʻʹʽ`′";

/// Accents that Unicode would decompose into a space and a mark.
const LONE_ACCENTS: &str = "´΄᾽᾿";

/// Accents, vowel points and invisible marks. Marks that are part of the letter itself (Indic signs, the Japanese
/// voiced marks) are not among them.
const MARKS: [(char, char); 24] = [
    ('\u{300}', '\u{36f}'),
    ('\u{483}', '\u{487}'),
    ('\u{591}', '\u{5bd}'),
    ('\u{5bf}', '\u{5bf}'),
    ('\u{5c1}', '\u{5c2}'),
    ('\u{5c4}', '\u{5c5}'),
    ('\u{5c7}', '\u{5c7}'),
    ('\u{610}', '\u{61a}'),
    ('\u{64b}', '\u{65f}'),
    ('\u{670}', '\u{670}'),
    ('\u{6d6}', '\u{6dc}'),
    ('\u{6df}', '\u{6e4}'),
    ('\u{6e7}', '\u{6e8}'),
    ('\u{6ea}', '\u{6ed}'),
    ('\u{730}', '\u{74a}'),
    ('\u{e48}', '\u{e4b}'),
    ('\u{1dc0}', '\u{1dff}'),
    ('\u{20d0}', '\u{20dc}'),
    ('\u{fe20}', '\u{fe2f}'),
    ('\u{ad}', '\u{ad}'),
    ('\u{200b}', '\u{200f}'),
    ('\u{202a}', '\u{202e}'),
    ('\u{2060}', '\u{2064}'),
    ('\u{feff}', '\u{feff}'),
];

/// The text in small letters, with one space between words and without the characters that people leave out:
/// `Zoë O’Brien-Straßer` becomes `zoe obrien strasser`. Letters of other scripts stay.
pub fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let decomposed = text.chars().filter(|letter| !LONE_ACCENTS.contains(*letter)).nfkd();
    for letter in decomposed.filter(|letter| !is_mark(*letter)) {
        match plain(letter) {
            _ if APOSTROPHES.contains(letter) => {}
            _ if SPACES.contains(letter) => folded.push(' '),
            'ß' => folded.push_str("ss"),
            'æ' => folded.push_str("ae"),
            'œ' => folded.push_str("oe"),
            'þ' => folded.push_str("th"),
            plain => folded.push(plain),
        }
    }
    folded.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

fn is_mark(letter: char) -> bool {
    letter >= '\u{ad}' && MARKS.iter().any(|(first, last)| (*first..=*last).contains(&letter))
}

fn plain(letter: char) -> char {
    if letter.is_ascii() {
        return letter.to_ascii_lowercase();
    }
    FROM.chars().zip(TO.chars()).find(|(from, _)| *from == letter).map_or(letter, |(_, to)| to)
}

/// Suffixes of a name, which are often left out.
const SUFFIXES: [&str; 7] = ["jr", "sr", "junior", "senior", "ii", "iii", "iv"];

/// The words of a name in small letters, without suffixes.
pub fn words(name: &str) -> Vec<String> {
    parted(name).0
}

/// The words of a name, and its suffixes in their short form: `John Smith, Junior` is `john smith` and `jr`.
fn parted(name: &str) -> (Vec<String>, BTreeSet<String>) {
    let folded = folded(name);
    let letters = |word: &str| word.chars().filter(|letter| is_of_name(*letter)).collect::<String>();
    let words: Vec<String> = folded.split_whitespace().map(letters).filter(|word| !word.is_empty()).collect();
    let is_suffix = |word: &&String| SUFFIXES.contains(&word.as_str());
    let named: Vec<String> = words.iter().filter(|word| !is_suffix(word)).cloned().collect();
    // A suffix follows at least two words, because "Junior Silva" is a first and a last name.
    if named.len() < 2 {
        return (words, BTreeSet::new());
    }
    let short = |word: &String| match word.as_str() {
        "junior" => "jr".to_owned(),
        "senior" => "sr".to_owned(),
        _ => word.clone(),
    };
    (named, words.iter().filter(is_suffix).map(short).collect())
}

/// Whether two names have the same suffixes, such as `Jr.`, or none.
pub fn have_one_suffix(name: &str, other: &str) -> bool {
    parted(name).1 == parted(other).1
}

/// Whether the suffixes of two names distinguish a father and a son. A missing suffix distinguishes nothing, because it may have been left out.
pub fn are_apart(name: &str, other: &str) -> bool {
    let (behind, behind_other) = (parted(name).1, parted(other).1);
    !behind.is_empty() && !behind_other.is_empty() && behind != behind_other
}

/// Whether the character is a letter or a digit. Marks of the combining classes 1 to 9 are part of the letter itself.
fn is_of_name(c: char) -> bool {
    match canonical_combining_class(c) {
        0 => c.is_alphanumeric(),
        class => class < 10,
    }
}

/// A person's first and last name.
#[derive(Debug, Clone, Copy)]
pub struct FullName<'a> {
    pub first: &'a str,
    pub last: &'a str,
}

impl fmt::Display for FullName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.first, self.last)
    }
}

/// Whether two people have the same name: first and last name in either order, or the same words in any order. Sr. and Jr. are two people.
pub fn is_same(one: FullName<'_>, other: FullName<'_>) -> bool {
    let (mut words, mut others) = (words_of(one.first, one.last), words_of(other.first, other.last));
    if words.is_empty() || others.is_empty() {
        return (one.first.trim(), one.last.trim()) == (other.first.trim(), other.last.trim());
    }
    if are_apart(&one.to_string(), &other.to_string()) {
        return false;
    }
    if is_written(&words.concat(), other.first, other.last) {
        return true;
    }
    words.sort_unstable();
    others.sort_unstable();
    words == others
}

/// Whether this text is the person's name: first and last name in either order.
pub fn is_name_of(typed: &str, first: &str, last: &str) -> bool {
    let typed_words = words(typed);
    if words_of(first, last).is_empty() {
        return typed.split_whitespace().eq(format!("{first} {last}").split_whitespace());
    }
    is_written(&typed_words.concat(), first, last) && !are_apart(typed, &format!("{first} {last}"))
}

/// The words of first and last name. A suffix is removed only from the whole name, because "Jr" alone is a part of a name.
fn words_of(first: &str, last: &str) -> Vec<String> {
    words(&format!("{first} {last}"))
}

fn is_written(letters: &str, first: &str, last: &str) -> bool {
    letters == words_of(first, last).concat() || letters == words_of(last, first).concat()
}

/// The key by which a list of names is sorted, the same on every server.
pub fn order(last: &str, first: &str) -> (String, String) {
    (folded(last), folded(first))
}

#[cfg(test)]
mod tests;
