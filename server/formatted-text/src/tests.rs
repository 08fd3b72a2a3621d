use super::*;

fn stored(html: &str) -> String {
    reduce(html).unwrap().into_text().html()
}

#[test]
fn every_block_ends_a_line() {
    for (html, expected) in [
        ("<div>Dose:</div><div>5 units</div><div>0 refunds</div>", "<p>Dose:</p><p>5 units</p><p>0 refunds</p>"),
        ("a<section>b</section>c", "<p>a</p><p>b</p><p>c</p>"),
        ("<dl><dt>Ice</dt><dd>10 minutes</dd></dl>", "<p>Ice</p><p>10 minutes</p>"),
        ("<h5>Aftercare</h5><h6>First day</h6>", "<h4>Aftercare</h4><h4>First day</h4>"),
        ("<td>5 units</td><td>0 refunds</td>", "<p>5 units</p><p>0 refunds</p>"),
        ("<tr>5</tr>10", "<p>5</p><p>10</p>"),
        ("<div>a<div>b</div>c</div>", "<p>a</p><p>b</p><p>c</p>"),
        ("<div>a</div><br><div>b</div>", "<p>a</p><p><br></p><p>b</p>"),
        ("<pre>5 units\n10 refunds</pre>", "<p>5 units<br>10 refunds</p>"),
        ("<h2><div>A</div><div>B</div></h2>c", "<h2>A</h2><h2>B</h2><p>c</p>"),
        ("<select><option>5</option><option>10</option></select>", "<p>5</p><p>10</p>"),
        ("<p>a<span>b</span><x-y>c</x-y></p>", "<p>abc</p>"),
        (
            "<table><tr><td><div>Product</div><div>and lot</div></td><td>x</td></tr></table>",
            "<table><tbody><tr><td><p>Product</p><p>and lot</p></td><td>x</td></tr></tbody></table>",
        ),
    ] {
        assert_eq!(stored(html), expected, "{html}");
    }
}

#[test]
fn blocks_within_formatting_stay_what_they_are() {
    for (html, expected) in [
        (
            "<b><h2>Risks</h2><p>a</p><ul><li>b</li></ul></b>",
            "<h2><b>Risks</b></h2><p><b>a</b></p><ul><li><b>b</b></li></ul>",
        ),
        (
            "<i>a<table><tr><td>5</td><td>10</td></tr></table>b</i>",
            "<p><i>a</i></p><table><tbody><tr><td><i>5</i></td><td><i>10</i></td></tr></tbody></table><p><i>b</i></p>",
        ),
        ("<del><p>a</p><p>b</p></del>", "<p><del>a</del></p><p><del>b</del></p>"),
        ("<h2><ul><li>a</li></ul>b</h2>", "<ul><li>a</li></ul><h2>b</h2>"),
        ("<h2><p>a</p></h2>", "<h2>a</h2>"),
    ] {
        assert_eq!(stored(html), expected, "{html}");
    }
}

#[test]
fn words_in_a_list_beside_its_items_stay() {
    for (html, expected) in [
        (
            "<ul>Do not sign if you are:<li>pregnant</li></ul>",
            "<p>Do not sign if you are:</p><ul><li>pregnant</li></ul>",
        ),
        ("<ol><li>a</li>more<li>b</li></ol>", "<ol><li><p>a</p><p>more</p></li><li>b</li></ol>"),
        ("<ul><li>a</li><ul><li>b</li></ul></ul>", "<ul><li>a<ul><li>b</li></ul></li></ul>"),
        ("<li>a</li><li>b</li>c", "<ul><li>a</li><li>b</li></ul><p>c</p>"),
        (
            "<ul><li>Do not sign if you are:<ul><li>a</li></ul>else<p>b</p></li></ul>",
            "<ul><li>Do not sign if you are:<ul><li>a</li></ul><p>else</p><p>b</p></li></ul>",
        ),
        ("<ol><li></li><li>b</li></ol>", "<ol><li></li><li>b</li></ol>"),
    ] {
        assert_eq!(stored(html), expected, "{html}");
    }
}

#[test]
fn a_list_that_does_not_count_from_one_keeps_its_numbers_as_words() {
    for (html, expected) in [
        ("<ol start=3><li>a</li><li>b</li></ol>c", "<p>3. a</p><p>4. b</p><p>c</p>"),
        (
            "x<ol type=a><li><p>Bruising</p><p>and pain</p></li><li>Swelling</ol>",
            "<p>x</p><p>a. Bruising</p><p>and pain</p><p>b. Swelling</p>",
        ),
        ("<ol><li>a<li>b<li value=7>c<li>d</ol>e", "<ol><li>a</li><li>b</li></ol><p>7. c</p><p>8. d</p><p>e</p>"),
        ("<ol start=3 reversed><li>a<li>b</ol>", "<p>3. a</p><p>2. b</p>"),
        ("<ol type=I start=4><li>a<li>b</ol>", "<p>IV. a</p><p>V. b</p>"),
        ("<ol start=26 style='list-style-type: lower-latin'><li>a<li>b</ol>", "<p>z. a</p><p>aa. b</p>"),
        ("<ol start=0><li>a<li>b</ol>", "<p>0. a</p><p>1. b</p>"),
        ("<ol start=3><li><li>b</ol>", "<p>3.</p><p>4. b</p>"),
        ("<ol start=3><li><ul><li>x</ul>y<li>b</ol>", "<p>3.</p><ul><li>x</li></ul><p>y</p><p>4. b</p>"),
        (
            "<ol><li>a<ol><li style='list-style-type:lower-alpha'>b<li style='list-style-type:lower-alpha'>c</ol></li><li>d</li></ol>",
            "<ol><li><p>a</p><p>a. b</p><p>b. c</p></li><li>d</li></ol>",
        ),
        (
            "<table><tr><td><ol start=2><li>a</ol></td><td>b</td></tr></table>",
            "<table><tbody><tr><td>2. a</td><td>b</td></tr></tbody></table>",
        ),
        // What counts as usual stays a list.
        (
            "<ol start=1 type=1><li value=1 style='list-style-type:decimal'>a<li value=2>b</ol>",
            "<ol><li>a</li><li>b</li></ol>",
        ),
        ("<ol start=x><li>a</ol>", "<ol><li>a</li></ol>"),
        ("<ul start=3><li value=3>a</ul>", "<ul><li>a</li></ul>"),
    ] {
        assert_eq!(stored(html), expected, "{html}");
        assert_eq!(stored(expected), expected, "{html}");
    }
}

#[test]
fn what_is_raised_or_struck_out_is_never_another_number() {
    for (html, expected) in [
        ("<p>10<sup>2</sup> units</p>", "<p>10² units</p>"),
        ("<p>10<sup>-2</sup>, 5<sup>th</sup>, CO<sub>2</sub></p>", "<p>10⁻², 5<sup>th</sup>, CO₂</p>"),
        ("<p><s>5</s><ins>10</ins></p>", "<p><s>5 </s><ins>10</ins></p>"),
        ("<p><strike>5</strike>10</p>", "<p><s>5 </s>10</p>"),
        ("<p>1<del>0</del></p>", "<p>1 <del>0</del></p>"),
        ("<p><s>un</s>happy</p>", "<p><s>un</s>happy</p>"),
        ("<p>10<span style='vertical-align: super'>2</span></p>", "<p>10²</p>"),
        ("<p><span style=\"text-decoration:line-through\">No refunds</span> x</p>", "<p><s>No refunds</s> x</p>"),
        ("<p style='text-decoration:line-through'>a</p>b", "<p><s>a</s></p><p>b</p>"),
        (
            "<div style='text-decoration:line-through'>a<div>b</div>c</div>d",
            "<p><s>a</s></p><p><s>b</s></p><p><s>c</s></p><p>d</p>",
        ),
        (
            "<table style='text-decoration: line-through'><tr><td>5</td></tr></table>10",
            "<table><tbody><tr><td><s>5</s></td></tr></tbody></table><p>10</p>",
        ),
        ("<p>x <span style='text-decoration:line-through'>a <span>b</span> c</span> d</p>", "<p>x <s>a b c</s> d</p>"),
        ("<b style='font-weight:normal'>a <b>b</b> c</b>", "<p>a <b>b</b> c</p>"),
        ("<span style='font-family:Symbol'>m</span>g", "<p>μg</p>"),
        ("<p>\u{f0b7} Bruising</p>", "<p>• Bruising</p>"),
        ("<q>a</q>", "<p>“a”</p>"),
    ] {
        assert_eq!(stored(html), expected, "{html}");
    }
}

#[test]
fn what_stands_below_a_heading_stays_below_it() {
    let html = "<table><tr><td rowspan=2>Product</td><td colspan=2>How much</td></tr><tr><td>Left</td><td>Right</td></tr></table>";
    let expected = "<table><tbody><tr><td>Product</td><td>How much</td><td></td></tr>\
                    <tr><td></td><td>Left</td><td>Right</td></tr></tbody></table>";
    assert_eq!(stored(html), expected);
    let html = "<table><tr><td>a</td><td rowspan=3>b</td></tr><tr><td>c</td></tr><tr></tr></table>";
    let expected = "<table><tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td><td></td></tr>\
                    <tr><td></td><td></td></tr></tbody></table>";
    assert_eq!(stored(html), expected);
}

#[test]
fn what_was_written_is_read_as_the_same_tree() {
    for html in [
        "<p>a</p><h2>b</h2><ul><li>a<ul><li>b</li></ul></li><li><p>c</p><p>d</p></li></ul>",
        "<table><thead><tr><th>a</th></tr></thead><tbody><tr><td><p>b</p><p>c</p></td></tr></tbody></table><hr>",
        "<blockquote><p>a<br>b <b>c</b></p></blockquote>",
    ] {
        assert_eq!(stored(html), html);
        assert_eq!(reduce(html).unwrap().html().as_deref(), Some(html));
    }
}

#[test]
fn a_table_with_more_columns_than_fit_is_found() {
    let table = |columns: usize| format!("<table><tr>{}</tr></table>", "<td>c</td>".repeat(columns));
    let found =
        |html: &str| too_wide(&reduce(html).unwrap().into_text().blocks).map(|found| (found.columns, found.most));
    assert_eq!(found(&table(8)), None);
    assert_eq!(found(&table(9)), Some((9, 8)));
    assert_eq!(found(&format!("<ul><li>{}</li></ul>", table(9))), Some((9, 8)));
    let nested = format!("<table><tr><td>{}</td><td>b</td></tr></table>", table(5));
    assert_eq!(found(&nested), Some((5, 4)));
}

/// Tags in any order, which words separate.
const TAGS_IN_ANY_ORDER: &[&str] = &[
    "<p>",
    "</p>",
    "<div>",
    "</div>",
    "<section>",
    "</section>",
    "<h2>",
    "</h2>",
    "<h5>",
    "</h6>",
    "<ul>",
    "</ul>",
    "<ol>",
    "</ol>",
    "<li>",
    "</li>",
    "<b>",
    "</b>",
    "<b style='font-weight:normal'>",
    "<em>",
    "</em>",
    "<s>",
    "</s>",
    "<ins>",
    "</ins>",
    "<del>",
    "</del>",
    "<u>",
    "</u>",
    "<span style='text-decoration:line-through'>",
    "<span>",
    "</span>",
    "<div style='font-weight:bold'>",
    "<p style='font-style:italic'>",
    "<td style='text-decoration:line-through'>",
    "<blockquote>",
    "</blockquote>",
    "<table>",
    "</table>",
    "<tr>",
    "</tr>",
    "<td>",
    "</td>",
    "<td colspan=2>",
    "<td rowspan=3>",
    "<th>",
    "</th>",
    "<thead>",
    "</thead>",
    "<tfoot>",
    "<br>",
    "<hr>",
    "<dt>",
    "<dd>",
    "<caption>",
    "<a href=x>",
    "</a>",
    "<x-y>",
    "<o:p>",
    "</o:p>",
    "<center>",
    "</center>",
    "<select>",
    "<option>",
];
const WORDS: &[&str] =
    &["5", "10", "units ", " refunds", "Do not sign", "\n", " ", "&nbsp;", "&lt;b&gt;", "&amp;", "日本"];

/// Pseudo-random numbers, the same in each run.
struct Chance(u64);

impl Chance {
    fn one_of(&mut self, from: &[&'static str]) -> &'static str {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        from[usize::try_from(self.0 % from.len() as u64).unwrap()]
    }
}

fn squeezed(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_whitespace()).collect()
}

#[test]
fn no_word_of_a_text_is_lost_and_what_is_written_is_read_as_the_same_tree() {
    let mut chance = Chance(0x5eed_0042_cafe_f00d);
    let mut blocks = 0;
    for number in 0..5_000 {
        let (mut html, mut words) = (String::new(), String::new());
        for _ in 0..number % 40 {
            html.push_str(chance.one_of(TAGS_IN_ANY_ORDER));
            let word = chance.one_of(WORDS);
            html.push_str(word);
            words
                .push_str(&word.replace("&nbsp;", " ").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"));
        }
        let Ok(reduced) = reduce(&html) else { continue };
        let text = reduced.into_text();
        let lines = text.lines();
        assert_eq!(squeezed(&lines.concat()), squeezed(&words), "{html}");
        let written = text.html();
        assert_eq!(reduce(&written).unwrap().into_text(), text, "{html} is written as {written}");
        assert_eq!(reduce(&written).unwrap().html().as_deref(), Some(written.as_str()), "{html}");
        blocks += lines.len();
    }
    assert!(blocks > 25_000, "{blocks} blocks test little");
}
