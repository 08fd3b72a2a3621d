use rand::{RngExt, SeedableRng, rngs::StdRng};

use super::{reduce::measured, *};
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
        assert_eq!(within_bounds(&clean).as_deref(), Ok(clean.as_str()), "{attack}");
        assert_eq!(sanitize(attack), clean, "{attack} for the second time");
    }
}

#[test]
fn an_ordinary_consent_is_unchanged() {
    let body =
        "<h2>Risks</h2><p>Common: <strong>bruising</strong> &amp; swelling.</p><ul><li>One</li><li>Two</li></ul>";
    assert_eq!(sanitize(body), body);
    assert_eq!(sanitize(body), body);
}

#[test]
fn the_cache_is_bounded_and_evicting_changes_no_result() {
    for number in 0..CACHED_TEXTS + 10 {
        let text = format!("<p>{number}</p>");
        assert_eq!(sanitize(&text), text);
    }
    assert!(UNCHANGED.lock().unwrap().len() <= CACHED_TEXTS);
    assert_eq!(sanitize("<p onclick=x>1</p>"), "<p>1</p>");
}

#[test]
fn every_default_text_keeps_its_words() {
    for (name, body) in crate::features::clinical::consent_templates::CONSENT_TEMPLATES {
        let clean = sanitize(body);
        assert!(is_harmless(&clean), "{name}");
        assert_eq!(clean.matches('<').count(), body.matches('<').count(), "{name} lost elements");
    }
}

fn elements(clean: &str) -> usize {
    clean.matches('<').count() - clean.matches("</").count()
}

#[test]
fn nesting_is_limited() {
    assert_eq!(reduce(&"<b>".repeat(1_000)), Err(Excess::Depth));
    assert_eq!(reduce(&"<ul></b>".repeat(1_000)), Err(Excess::Depth), "an end of nothing ends nothing");
    assert_eq!(reduce(&"<ul><p>x</p>".repeat(1_000)), Err(Excess::Depth), "the end of a paragraph ends no list");
    for flat in ["<p><b>x</b></p>", "<p>x", "<ul><li><b>x</b></li></ul> 1 < 2 </3 ", "<div><span>"] {
        assert!(reduce(&flat.repeat(1_000)).is_ok(), "{flat}");
    }
}

#[test]
fn end_tags_that_a_parser_ignores_hide_no_nesting() {
    for hiding in ["<ul><!--</ul>-->", "<ul><textarea></ul></textarea>", "<ul title='</ul>'>"] {
        assert_eq!(reduce(&hiding.repeat(1_000)), Err(Excess::Depth), "{hiding}");
    }
}

#[test]
fn an_end_tag_in_an_attribute_multiplies_no_elements() {
    // A tree builder makes 1,400 times 1,400 elements of it: gigabytes.
    let formatting = (0..1_400).map(|number| format!("<b a{number}=\"</b>\">")).collect::<Vec<_>>().concat();
    let deep = format!("<p>{formatting}{}", "<p>x".repeat(1_400));
    assert_eq!(reduce(&deep), Err(Excess::Depth));
    assert_eq!(sanitize(&deep), letters(&deep), "and a text that was kept before is shown as letters");
    let formatting = (0..30).map(|number| format!("<b a{number}=\"</b>\">")).collect::<Vec<_>>().concat();
    let clean = sanitize(&format!("<p>{formatting}{}", "<p>x".repeat(1_400)));
    assert_eq!(elements(&clean), 1_431);
    assert!(clean.len() < 13_000, "{}", clean.len());
}

#[test]
fn elements_and_tags_are_limited() {
    assert!(reduce(&"<br>".repeat(MAX_ELEMENTS)).is_ok());
    assert_eq!(reduce(&"<br>".repeat(MAX_ELEMENTS + 1)), Err(Excess::Elements));
    assert_eq!(reduce(&format!("<table>{}", "x</td></tr></tbody>".repeat(3_000))), Err(Excess::Elements), "implied");
    let attributes = (0..20_000).map(|number| format!(" a{number}")).collect::<Vec<_>>().concat();
    assert_eq!(reduce(&format!("<p{attributes}>x")), Err(Excess::Tag));
    assert_eq!(reduce(&format!("<!--{}-->x", "-".repeat(60_000))), Err(Excess::Tag));
    assert_eq!(reduce(&format!("<!--{}-->x", "-".repeat(7_000))).as_deref(), Ok("x"));
    assert!(reduce(&"é".repeat(300_000)).is_ok(), "text as such has no end here");
}

#[test]
fn broken_markup_is_closed_where_a_reader_would() {
    for (broken, clean) in [
        ("<p>a<p>b", "<p>a</p><p>b</p>"),
        ("<ul><li>a<li>b</ul>c", "<ul><li>a</li><li>b</li></ul>c"),
        ("<b><i>a</b>b</i>c", "<b><i>a</i></b><i>b</i>c"),
        ("<p>a<h2>b</h3>c", "<p>a</p><h2>b</h2>c"),
        (
            "<table><tr><td>a<td>b<tr><th>c</table>d",
            "<table><tbody><tr><td>a</td><td>b</td></tr><tr><th>c</th></tr></tbody></table>d",
        ),
        ("<table><caption>a</caption></table>", "<table><tbody><tr><td>a</td></tr></tbody></table>"),
        ("<table>\n<thead><tr><th>a</thead>\n</table>", "<table>\n<thead><tr><th>a</th></tr></thead>\n</table>"),
        ("<td>a</td></p></table>b", "ab"),
        ("<textarea></ul><b></textarea>a<script>b", "a"),
        ("<template>a<template>b</template>c</template>d", "d"),
        ("&lt;b&gt; &nbsp;&amp;amp; <", "&lt;b&gt; &nbsp;&amp;amp; &lt;"),
    ] {
        assert_eq!(sanitize(broken), clean, "{broken}");
    }
}

/// A body of pieces that a tree builder would multiply, each repeated up to a few thousand times.
fn generated(random: &mut StdRng) -> String {
    const PIECES: &[&str] = &[
        "<p>",
        "<p>x",
        "</p>",
        "<b a#=\"</b>\">",
        "<i a#='</i>'>",
        "<em>",
        "<strong #>",
        "<u a=# b>",
        "</b>",
        "</i>",
        "<table>",
        "<tr>",
        "<td>",
        "<th>x",
        "</td>",
        "</table>",
        "<tbody>",
        "<ul>",
        "<li>",
        "<li><p>",
        "</ul>",
        "<ol>",
        "<blockquote>",
        "</blockquote>",
        "<h1>",
        "<h2>x",
        "</h3>",
        "<div a#>",
        "</div>",
        "<a href=#>",
        "<a>",
        "<nobr>",
        "<font a#>",
        "<svg>",
        "<math>",
        "<mtext>",
        "<select>",
        "<option>",
        "<button>",
        "<template>",
        "</template>",
        "<!--</b>-->",
        "<!--",
        "-->",
        "<![CDATA[",
        "<textarea>",
        "</textarea>",
        "<script>",
        "</script>",
        "<noscript>",
        "<form>",
        "<x-#>",
        "&nbsp;",
        "&lt;",
        "&#60;",
        "&",
        "<",
        "\"",
        "'",
        " a#",
        "=",
        ">",
        "\u{a0}",
        "\u{0}",
        "x",
        " ",
        "<br>",
        "<hr>",
        "<caption>",
        "<col>",
        "<plaintext>",
        "<frameset>",
        "<body>",
        "<html>",
        "</p></b>",
        "<b><p></b>",
    ];
    let longest = if random.random_range(0..500) == 0 { 64 * 1024 } else { 512 };
    let mut body = String::new();
    for _ in 0..random.random_range(1..8) {
        let group: Vec<_> =
            (0..random.random_range(1..4)).map(|_| PIECES[random.random_range(0..PIECES.len())]).collect();
        for number in 0..1 << random.random_range(0..13) {
            if body.len() >= longest {
                return body;
            }
            body.extend(group.iter().map(|piece| piece.replace('#', &number.to_string())));
        }
    }
    body
}

/// The most steps for each byte of a text: `</b>` inside thirty other formatting elements closes and opens them all.
const MAX_STEPS: usize = 128;

/// The most comparisons of attributes for each byte: a tag of 8 KiB has some 1,600 attributes.
const MAX_COMPARED: usize = 300;

/// Counted, not timed: a machine that is busy changes nothing.
#[track_caller]
fn assert_linear(body: &str) {
    let (_, work) = measured(body);
    let shown: String = body.chars().take(300).collect();
    assert!(work.steps <= MAX_STEPS * body.len() + 1_000, "{work:?} for {} bytes: {shown}", body.len());
    assert!(work.compared <= MAX_COMPARED * body.len(), "{work:?} for {} bytes: {shown}", body.len());
    // Sanitizing repeats it a few times on texts of bounded length; the tree has what is written, as is shown below.
    assert!(sanitize(body).len() <= 6 * body.len() + MAX_ELEMENTS * "<blockquote></blockquote>".len(), "{shown}");
}

/// What a tree builder multiplies, in texts of this length: the one that took 4 GB, and its relatives.
fn shapes(length: usize) -> Vec<String> {
    let filled = |length: usize, make: &dyn Fn(usize) -> String| {
        let mut text = String::new();
        let mut number = 0;
        while text.len() < length {
            text += &make(number);
            number += 1;
        }
        text
    };
    let hidden = |number: usize| format!("<b a{number}=\"</b>\">");
    vec![
        format!("<p>{}{}", filled(length / 2, &hidden), filled(length / 2, &|_| "<p>x".to_owned())),
        format!("<p>{}{}", filled(480, &hidden), filled(length, &|_| "<p>x".to_owned())),
        format!("<table>{}", filled(length, &|number| format!("<b a{number}>x</td></tr></tbody>"))),
        filled(length, &|_| "<b><i>a</b>b</i>".to_owned()),
        filled(length, &|_| "<ul><li>".to_owned()),
        format!("<p{}>x", filled(length, &|number| format!(" a{number}"))),
        filled(length, &|_| format!("<p{}>", filled(7 * 1024, &|number| format!(" a{number}")))),
        filled(length, &|_| "<!--</b>--><".to_owned()),
        format!("{}{}", "<strong><em>".repeat(15), filled(length, &|_| "<b></b>".to_owned())),
        format!("{}{}", "<b>".to_owned() + &"<strong>".repeat(30), filled(length, &|_| "</b><b>".to_owned())),
    ]
}

#[test]
fn no_shape_costs_more_than_its_length_at_any_length() {
    for length in [1, 2, 4, 8, 16, 32, 64].map(|kib| kib * 1024) {
        for body in shapes(length) {
            assert_linear(&body);
        }
    }
}

#[test]
fn sanitizing_takes_linear_time_for_ten_thousand_generated_bodies() {
    let mut random = StdRng::seed_from_u64(17);
    let (mut kept, mut refused) = (0, 0);
    for number in 0..10_000 {
        let body = generated(&mut random);
        assert_linear(&body);
        // Open elements may be closed and, in a table, implied: some bytes for each element.
        let most = 6 * body.len() + MAX_ELEMENTS * "<blockquote></blockquote>".len();
        if let Ok(reduced) = reduce(&body) {
            kept += 1;
            assert!(elements(&reduced) <= MAX_ELEMENTS && reduced.len() <= most, "{number}: {body:.300}");
            assert_eq!(reduce(&reduced).as_deref(), Ok(reduced.as_str()), "{number}: {body:.300}");
            // The tree has the same elements: nothing is left open that it would repeat.
            assert_eq!(ALLOWED.clean(&reduced).to_string(), reduced, "{number}: {body:.300}");
        } else {
            refused += 1;
            assert!(sanitize(&body).len() <= 6 * body.len(), "{number}: {body:.300}");
        }
    }
    assert!(kept > 1_000 && refused > 100, "{kept} kept, {refused} refused: the bodies test nothing");
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
        reduced(&clean, &within_bounds(&clean).unwrap())
    });
}

#[test]
fn fuzzing_finds_a_planted_fault_in_the_list_of_what_is_allowed() {
    // The library's own list, and a search for known bad markup.
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
