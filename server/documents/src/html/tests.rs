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
    let expected =
        json!([{ "t": "table", "cols": 2, "head": [["Item"], []], "rows": [[{ "c": ["Botox"] }, { "c": ["20"] }]] }]);
    assert_eq!(blocks(html).unwrap(), expected);
}

#[test]
fn headings_skip_no_level_and_empty_ones_are_left_out() {
    let levels = blocks("<h2></h2><h4>a</h4><h1>b</h1><h4>c</h4>").unwrap();
    let levels: Vec<_> = levels.as_array().unwrap().iter().map(|block| block["level"].clone()).collect();
    assert_eq!(levels, [2, 2, 3]);
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
