use formatted_text::measured;
use rand::{RngExt, SeedableRng, rngs::StdRng};

use super::*;

pub(super) const ATTACKS: &[&str] = &[
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

/// The text as it would be saved, even if it cannot be printed.
fn reduce(html: &str) -> Result<String, Excess> {
    modelled(html).map(|(written, _)| written)
}

pub(super) fn is_harmless(clean: &str) -> bool {
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
    for (name, body) in practice::clinical::consent_templates::CONSENT_TEMPLATES {
        let clean = sanitize(body);
        assert!(is_harmless(&clean), "{name}");
        assert_eq!(clean.matches('<').count(), body.matches('<').count(), "{name} lost elements");
    }
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
    // A tree builder makes 1,400 times 1,400 elements of it, which take gigabytes.
    let formatting = (0..1_400).map(|number| format!("<b a{number}=\"</b>\">")).collect::<Vec<_>>().concat();
    let deep = format!("<p>{formatting}{}", "<p>x".repeat(1_400));
    assert_eq!(reduce(&deep), Err(Excess::Depth));
    assert_eq!(sanitize(&deep), letters(&deep), "and a text that was kept before is shown as letters");
    let formatting = (0..30).map(|number| format!("<b a{number}=\"</b>\">")).collect::<Vec<_>>().concat();
    let clean = sanitize(&format!("<p>{formatting}{}", "<p>x".repeat(1_400)));
    assert_eq!(elements(&clean), 1_400, "formatting of nothing is left out");
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
        ("<td>a</td></p></table>b", "<p>a</p><p>b</p>"),
        ("<textarea></ul><b></textarea>a<script>b", "a"),
        ("<template>a<template>b</template>c</template>d", "d"),
        ("&lt;b&gt; &nbsp;&amp;amp; <", "&lt;b&gt; &nbsp;&amp;amp; &lt;"),
    ] {
        assert_eq!(sanitize(broken), clean, "{broken}");
    }
}

#[test]
fn what_is_saved_is_in_the_model() {
    for (pasted, stored) in [
        ("<div>Dose:</div><div>5 units</div><div>0 refunds</div>", "<p>Dose:</p><p>5 units</p><p>0 refunds</p>"),
        ("<p>10<sup>2</sup> units, <s>5</s><ins>10</ins></p>", "<p>10² units, <s>5 </s><ins>10</ins></p>"),
        // A space between a struck dose and the new one is stored, because some readers drop the markup and see only the letters.
        ("<p><s>5</s>10</p>", "<p><s>5 </s>10</p>"),
        ("<p>5<del>0</del> units</p>", "<p>5 <del>0</del> units</p>"),
        // Overrides of the direction would show other words than are printed.
        ("<p>Inject \u{202e}05\u{202c} units</p>", "<p>Inject 05 units</p>"),
        ("<ul>Do not sign if you are:<li>a</li></ul>", "<p>Do not sign if you are:</p><ul><li>a</li></ul>"),
        // A text that the model does not change stays as it was written.
        ("<p>a</p>\n\n<p>b</p>", "<p>a</p>\n\n<p>b</p>"),
        ("<ul>\n  <li><p>a <b>b</b></p></li>\n</ul>", "<ul>\n  <li><p>a <b>b</b></p></li>\n</ul>"),
        ("a", "a"),
    ] {
        assert_eq!(in_the_model(pasted).as_deref(), Ok(stored));
        assert_eq!(in_the_model(stored).as_deref(), Ok(stored));
    }
}

#[test]
fn what_cannot_be_printed_is_refused_with_its_place() {
    let table = |columns: usize| format!("<p>a</p><table><tr>{}</tr></table>", "<td>Day 1</td>".repeat(columns));
    let refused = |html: &str| in_the_model(html).unwrap_err().to_string();
    assert!(in_the_model(&table(8)).is_ok());
    assert_eq!(
        refused(&table(13)),
        "has a table with 13 columns where 8 fit on the page. It begins with “Day 1 Day 1 Day 1 Day 1 Day 1 Day 1 Day ”"
    );
    assert_eq!(
        refused("<p>Agreed.</p><p>I will \u{12000} pay</p>"),
        "has the character “\u{12000}” (U+12000), which cannot be printed, after “I will”"
    );
    let spoken = "Συγκατάθεση Согласие הסכמה موافقة सहमति ความยินยอม 同意 同意書 동의 ½ µg ≥ ☐ ☑ 😀";
    assert_eq!(in_the_model(spoken).as_deref(), Ok(spoken));
}

/// Texts from before the model do not change, because a signature covers these bytes.
#[test]
fn what_was_stored_before_is_shown_as_it_is() {
    let wide = format!("<table><tbody><tr>{}</tr></tbody></table>", "<td>c</td>".repeat(13));
    for signed in [
        "<b><p>a</p><ul><li>b</li></ul></b>",
        "<ul>Do not sign if you are:<li>a</li></ul>",
        "<h2><ul><li>a</li></ul></h2>",
        "<p>\u{12000}</p>\n<p></p><b></b>",
        &wide,
    ] {
        assert_eq!(sanitize(signed), signed);
    }
}

/// A body of markup that a tree builder would multiply. Each piece is repeated up to a few thousand times.
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

/// The most steps for each byte of a text. `</b>` inside thirty other formatting elements closes and reopens them all.
const MAX_STEPS: usize = 128;

/// The most comparisons of attributes for each byte. A tag of 8 KiB has some 1,600 attributes.
const MAX_COMPARED: usize = 300;

/// Checks that the work is linear. Steps are counted, not timed, so that a busy machine does not matter.
#[track_caller]
fn assert_linear(body: &str) {
    let (_, work) = measured(body);
    let shown: String = body.chars().take(300).collect();
    assert!(work.steps <= MAX_STEPS * body.len() + 1_000, "{work:?} for {} bytes: {shown}", body.len());
    assert!(work.compared <= MAX_COMPARED * body.len(), "{work:?} for {} bytes: {shown}", body.len());
    // Sanitizing reads texts of bounded length a few times. Another test shows that the tree has only the elements that are written.
    assert!(sanitize(body).len() <= 6 * body.len() + MAX_ELEMENTS * "<blockquote></blockquote>".len(), "{shown}");
}

/// Markup of this length that a tree builder multiplies: the text that took 4 GB, and similar ones.
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
        // The reduction may close open elements and add implied ones in a table, which takes some bytes for each element.
        let most = 6 * body.len() + MAX_ELEMENTS * "<blockquote></blockquote>".len();
        if let Ok(reduced) = reduce(&body) {
            kept += 1;
            assert!(elements(&reduced) <= MAX_ELEMENTS && reduced.len() <= most, "{number}: {body:.300}");
            assert_eq!(reduce(&reduced).as_deref(), Ok(reduced.as_str()), "{number}: {body:.300}");
            // The tree has the same elements, because no element is left open that it would repeat.
            assert_eq!(ALLOWED.clean(&reduced).to_string(), reduced, "{number}: {body:.300}");
        } else {
            refused += 1;
            assert!(sanitize(&body).len() <= 6 * body.len(), "{number}: {body:.300}");
        }
    }
    assert!(kept > 1_000 && refused > 100, "{kept} kept, {refused} refused: the bodies test nothing");
}
