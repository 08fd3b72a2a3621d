use formatted_text::MAX_ELEMENTS;
use serde_json::json;

use super::*;

#[test]
fn a_text_becomes_blocks() {
    let html =
        "<h1>Risks</h1><p>Some <b>bold</b> &amp; plain</p><ul><li>one</li><li>two<ol><li>in it</li></ol></li></ul>";
    let expected = json!([
        { "t": "h", "level": 2, "c": ["Risks"] },
        { "t": "p", "c": ["Some ", { "t": "b", "c": ["bold"] }, " & plain"] },
        { "t": "ul", "c": [
            [{ "t": "p", "c": ["one"] }],
            [{ "t": "p", "c": ["two"] }, { "t": "ol", "c": [[{ "t": "p", "c": ["in it"] }]] }],
        ] },
    ]);
    assert_eq!(blocks(html).unwrap(), expected);
}

#[test]
fn a_row_of_heads_alone_is_the_head_of_its_table() {
    let html = "<table><tr><th>Item</th></tr><tr><td>Botox</td><td>20</td></tr></table>";
    let cell = |is_head: bool, words: &str| json!({ "head": is_head, "c": [{ "t": "p", "c": [words] }] });
    let head = json!([[{ "head": true, "c": [{ "t": "p", "c": ["Item"] }] }, { "head": false, "c": [] }]]);
    let rows = json!([[cell(false, "Botox"), cell(false, "20")]]);
    let expected = json!([{ "t": "table", "cols": 2, "size": 10.0, "head": head, "rows": rows }]);
    assert_eq!(blocks(html).unwrap(), expected);
}

#[test]
fn headings_skip_no_level_and_empty_ones_are_left_out() {
    let levels = blocks("<h2></h2><h4>a</h4><h1>b</h1><h4>c</h4>").unwrap();
    let levels: Vec<_> = levels.as_array().unwrap().iter().map(|block| block["level"].clone()).collect();
    assert_eq!(levels, [2, 2, 3]);
}

#[test]
fn a_heading_without_letters_is_a_line() {
    assert_eq!(blocks("<h2>\u{2014}</h2>").unwrap(), json!([{ "t": "p", "c": [{ "t": "b", "c": ["\u{2014}"] }] }]));
}

#[test]
fn a_table_with_more_columns_than_fit_stands_row_by_row() {
    let html = format!("<table><tr>{}</tr></table>", "<td>c</td>".repeat(13));
    let tree = blocks(&html).unwrap();
    assert_eq!((&tree[0]["t"], tree[0]["rows"][0].as_array().unwrap().len()), (&json!("stack"), 13));
}

#[test]
fn words_too_wide_for_their_cell_can_break() {
    let html = format!("<table><tr>{}</tr></table>", "<td>Electrocardiographically unremarkable</td>".repeat(8));
    let words = blocks(&html).unwrap()[0]["rows"][0][0]["c"][0]["c"][0].as_str().unwrap().to_owned();
    assert!(words.starts_with("E\u{200b}l"), "{words}");
    let html = "<table><tr><td>Electrocardiographically unremarkable</td><td>b</td></tr></table>";
    assert!(!blocks(html).unwrap().to_string().contains('\u{200b}'));
}

#[test]
fn what_loads_or_runs_is_gone() {
    let html = "<script>x</script><img src=x onerror=y><a href=\"javascript:z\">link</a><style>b{}</style>";
    assert_eq!(blocks(html).unwrap(), json!([{ "t": "p", "c": ["link"] }]));
}

#[test]
fn lists_beyond_the_depth_that_is_set_keep_their_text() {
    let deep = |depth: usize| "<ul><li>x".repeat(depth) + &"</li></ul>".repeat(depth);
    assert_eq!(blocks(&deep(20)).unwrap().to_string().matches("\"x\"").count(), 20);
    assert_eq!(blocks(&deep(1_000)), Err(Refused("a text is nested too deeply")));
}

#[test]
fn a_text_is_bounded_in_length_and_elements() {
    assert_eq!(blocks(&"A".repeat(MAX_BYTES + 1)), Err(Refused("a text is too long")));
    assert_eq!(blocks(&"<p>a</p>".repeat(MAX_ELEMENTS + 1)), Err(Refused("a text has too many elements")));
    assert_eq!(blocks(&"<p>a</p>".repeat(MAX_ELEMENTS)).unwrap().as_array().unwrap().len(), MAX_ELEMENTS);
}
