//! The words of a text on the screen and in print are the same, block by block and cell by cell, and nothing is outside
//! of the page.

#[path = "../../../http-tests/src/testing/pdf.rs"]
mod pdf;

use formatted_text::reduce;
use typst::layout::{Frame, FrameItem, Point};

use super::{
    plain,
    samples::{consent, document},
    *,
};

/// Texts as other programs put them on the clipboard.
const PASTED: [&str; 6] = [
    include_str!("pasted/google-docs.html"),
    include_str!("pasted/word.html"),
    include_str!("pasted/divs.html"),
    include_str!("pasted/nbsp.html"),
    include_str!("pasted/wide-table.html"),
    include_str!("pasted/table-13-columns.html"),
];

/// Mark the start and the end of the text within the document.
const MARKS: [&str; 2] = ["Thetextbegins", "Thetextends"];

/// The width of a page of 8.5 by 11 inches, and margins of 20 mm, in points.
const PAGE: f64 = 612.0;
const MARGIN: f64 = 56.7;

/// Words that were typeset as one item, and their place.
#[derive(Debug, Clone)]
struct Set {
    page: usize,
    at: Point,
    width: f64,
    words: String,
}

fn printed(html: &str) -> Vec<Set> {
    let html = format!("<p>{}</p>{html}<p>{}</p>", MARKS[0], MARKS[1]);
    let document = set(document("consent", &consent(&html))).unwrap_or_else(|refused| panic!("{refused:?}: {html}"));
    let mut found = Vec::new();
    for (page, laid) in document.pages().iter().enumerate() {
        collect(&laid.frame, Point::zero(), page, &mut found);
    }
    // Headers and footers are in the margins.
    let height = 792.0;
    found.retain(|set| (68.0..height - MARGIN).contains(&set.at.y.to_pt()));
    let place = |mark: &str| found.iter().position(|set| set.words == mark).unwrap_or_else(|| panic!("{mark}: {html}"));
    let (begin, end) = (place(MARKS[0]), place(MARKS[1]));
    found[begin + 1..end].to_vec()
}

fn collect(frame: &Frame, origin: Point, page: usize, found: &mut Vec<Set>) {
    for (at, item) in frame.items() {
        let at = origin + *at;
        match item {
            FrameItem::Text(item) => {
                let words = plain(&item.text);
                if !words.is_empty() {
                    found.push(Set { page, at, width: item.width().to_pt(), words });
                }
            }
            FrameItem::Group(group) => {
                let moved = Point::new(group.transform.tx, group.transform.ty);
                collect(&group.frame, at + moved, page, found);
            }
            _ => {}
        }
    }
}

/// The words of each block of a stored text on the screen, without white space. Independent of the model's own reader.
fn on_screen(stored: &str) -> Vec<String> {
    let (mut lines, mut rest) = (vec![String::new()], stored);
    while let Some((text, after)) = rest.split_once('<') {
        let (tag, after) = after.split_once('>').unwrap();
        lines.last_mut().unwrap().push_str(text);
        let name = tag.trim_start_matches('/');
        assert!(!name.contains(' '), "{tag}");
        if !matches!(name, "b" | "strong" | "i" | "em" | "u" | "s" | "del" | "ins" | "sup" | "sub" | "br") {
            lines.push(String::new());
        }
        rest = after;
    }
    lines.last_mut().unwrap().push_str(rest);
    let text = |line: &String| {
        let line = line.replace("&lt;", "<").replace("&gt;", ">").replace("&nbsp;", " ").replace("&amp;", "&");
        plain(&line)
    };
    lines.iter().map(text).filter(|line| !line.is_empty()).collect()
}

fn is_marker(words: &str) -> bool {
    matches!(words, "•" | "‣" | "–") || words.strip_suffix('.').is_some_and(|number| number.parse::<u32>().is_ok())
}

/// Fails unless the print has these blocks, each on separate lines, and all of it is on the page.
fn assert_same(stored: &str) {
    let blocks = on_screen(stored);
    let sets = printed(stored);
    assert_on_the_page(&sets, stored);
    let mut left = sets.as_slice();
    for block in &blocks {
        let mut words = String::new();
        while words != *block {
            let Some((next, after)) = left.split_first() else {
                panic!("{block:?} is missing in the print of {stored}")
            };
            left = after;
            if words.is_empty() && is_marker(&next.words) && !block.starts_with(&next.words) {
                continue;
            }
            words.push_str(&next.words);
            assert!(block.starts_with(&words), "{words:?} is printed, {block:?} is on the screen: {stored}");
        }
        if let (Some(next), at) = (left.first(), sets.len() - left.len()) {
            let last = &sets[at - 1];
            let is_apart = next.page != last.page
                || (next.at.y - last.at.y).to_pt().abs() > 4.0
                || next.at.x.to_pt() > last.at.x.to_pt() + last.width + 5.0
                || next.at.x < last.at.x;
            assert!(is_apart, "{:?} runs on after {:?}: {stored}", next.words, last.words);
        }
    }
    assert!(left.iter().all(|set| is_marker(&set.words)), "more is printed: {left:?}: {stored}");
}

fn assert_on_the_page(sets: &[Set], stored: &str) {
    for (at, set) in sets.iter().enumerate() {
        let (begin, end) = (set.at.x.to_pt(), set.at.x.to_pt() + set.width);
        assert!(begin >= MARGIN - 1.0 && end <= PAGE - MARGIN + 1.0, "{set:?} lies off the page: {stored}");
        let covers = |other: &Set| {
            other.page == set.page
                && (other.at.y - set.at.y).to_pt().abs() < 1.0
                && other.at.x.to_pt() + 0.5 < end
                && begin + 0.5 < other.at.x.to_pt() + other.width
        };
        assert!(!sets[at + 1..].iter().any(covers), "something is printed over {set:?}: {stored}");
    }
}

fn stored(html: &str) -> String {
    reduce(html).unwrap().into_text().html()
}

#[test]
fn what_programs_put_on_the_clipboard_is_printed_as_it_is_shown() {
    for html in PASTED {
        assert_same(&stored(html));
        let body = stored(html);
        let file = pdf::pages(&render(document("consent", &consent(&body))).unwrap()).concat();
        let file = pdf::plain(&file);
        let mut rest = file.as_str();
        for block in on_screen(&body) {
            let Some((_, after)) = rest.split_once(block.as_str()) else {
                panic!("{block:?} is not in the file: {file}")
            };
            rest = after;
        }
    }
}

/// Texts that were signed before such texts were refused or normalized. They are printed unchanged.
#[test]
fn what_was_signed_before_is_printed_whole() {
    let wide = (1..=13).map(|number| format!("<td>c{number}</td>")).collect::<Vec<_>>().concat();
    for signed in [
        format!("<table><tbody><tr>{wide}</tr></tbody></table>"),
        format!("<table><thead><tr>{wide}</tr></thead><tbody><tr>{wide}</tr><tr>{wide}</tr></tbody></table>"),
        "<b><p>a</p><h2>b</h2><ul><li>c</li></ul><table><tbody><tr><td>d</td><td>e</td></tr></tbody></table></b>"
            .to_owned(),
        "<ul>Do not sign if you are:<li>pregnant</li></ul>".to_owned(),
        "<h2><ul><li>a</li></ul></h2><table><tbody><tr><td><ul><li>5</li><li>10</li></ul></td></tr></tbody></table>"
            .to_owned(),
        format!(
            "<table><tbody><tr><td>{}</td></tr></tbody></table>",
            "<blockquote>x".repeat(25) + &"</blockquote>".repeat(25)
        ),
        "<h2>—</h2><p>a</p>".to_owned(),
    ] {
        assert_same(&signed);
    }
}

/// The pieces from which texts are generated.
const PIECES: &[&str] = &[
    "<p>",
    "</p>",
    "<div>",
    "</div>",
    "<section>",
    "<h2>",
    "</h2>",
    "<h4>",
    "</h4>",
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
    "<em>",
    "</em>",
    "<s>",
    "</s>",
    "<ins>",
    "</ins>",
    "<del>",
    "</del>",
    "<sup>",
    "</sup>",
    "<sub>",
    "</sub>",
    "<u>",
    "</u>",
    "<span style='text-decoration:line-through'>",
    "</span>",
    "<blockquote>",
    "</blockquote>",
    "<table>",
    "</table>",
    "<tr>",
    "<td>",
    "</td>",
    "<td colspan=2>",
    "<td rowspan=2>",
    "<th>",
    "</th>",
    "<thead>",
    "</thead>",
    "<br>",
    "<hr>",
    "<dt>",
    "<dd>",
    "<pre>",
    "</pre>",
    "\n",
    " ",
    "&nbsp;",
    "<q>",
    "</q>",
    "<caption>",
    "5",
    "10",
    "2",
    "units ",
    "refunds",
    "Do not sign ",
    "Risks",
    "Electrocardiographically-unremarkable",
    "日本語の文",
    "ข้อความภาษาไทย",
    "अनुमति",
    "Η συγκατάθεση ",
    "Согласие ",
    "😀",
    "a&nbsp;b&nbsp;c&nbsp;d&nbsp;e&nbsp;f&nbsp;g&nbsp;h",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    "&lt;b&gt;",
    "—",
];

/// Pseudo-random numbers, the same in each run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % most as u64).unwrap()
    }
}

#[test]
fn generated_texts_are_printed_as_they_are_shown() {
    let mut chance = Chance(0x5eed_cafe_f00d_0042);
    let (mut compared, mut blocks) = (0, 0);
    for _ in 0..GENERATED {
        let html: String = (0..chance.below(60)).map(|_| PIECES[chance.below(PIECES.len())]).collect();
        let body = stored(&html);
        assert_eq!(stored(&body), body, "{html}");
        let lines = on_screen(&body);
        // If a table spans two pages, its head is repeated, and its cells continue side by side.
        let sets = printed(&body);
        let is_spread = body.contains("<table>") && sets.last().is_some_and(|last| last.page > 0);
        if is_spread {
            assert_on_the_page(&sets, &body);
        } else if !lines.is_empty() {
            assert_same(&body);
            compared += 1;
            blocks += lines.len();
        }
    }
    assert!(compared > GENERATED / 2 && blocks > 4 * compared, "{compared} texts, {blocks} blocks: they test little");
}

const GENERATED: usize = 400;

#[test]
fn struck_words_are_struck_and_raised_ones_are_raised() {
    let drawn = |html: &str| {
        let document = set(document("consent", &consent(html))).unwrap();
        document.pages().iter().map(|page| shapes(&page.frame)).sum::<usize>()
    };
    let none = drawn("<p>5 10</p>");
    assert_eq!(drawn("<p><s>5</s> 10</p>"), none + 1);
    assert_eq!(drawn("<p><del>5</del> <ins>10</ins></p>"), none + 2);
    let sets = printed("<p>5<sup>th</sup></p>");
    assert!(sets[1].at.y < sets[0].at.y, "{sets:?}");
    let sets = printed("<p>a<sub>max</sub></p>");
    assert!(sets[1].at.y > sets[0].at.y, "{sets:?}");
    assert_eq!(printed("<p>10<sup>2</sup> units</p>")[0].words, "10²units");
}

fn shapes(frame: &Frame) -> usize {
    let count = |(_, item): &(Point, FrameItem)| match item {
        FrameItem::Shape(..) => 1,
        FrameItem::Group(group) => shapes(&group.frame),
        _ => 0,
    };
    frame.items().map(count).sum()
}

/// A note with many no-break spaces stays on the page, in every document that contains notes.
#[test]
fn notes_do_not_leave_the_page() {
    let note = include_str!("pasted/note.txt").trim();
    let joined = note.replace(' ', "\u{a0}");
    let wide = "W".repeat(300);
    for (kind, mut content) in [
        ("exam", samples::exam()),
        ("treatment", samples::treatment()),
        ("estimate", samples::estimate()),
        ("issue", samples::issue()),
    ] {
        for text in [note, &joined, &wide] {
            match kind {
                "exam" => {
                    content["vitals"] = text.into();
                    content["systems"][0]["pe"] = text.into();
                    content["addenda"][0]["text"] = text.into();
                }
                "treatment" => {
                    content["notes"] = text.into();
                    content["areas"] = text.into();
                    content["returns"][0]["comment"] = text.into();
                }
                "estimate" => {
                    content["notes"] = text.into();
                    content["areas"][0]["service"] = text.into();
                    content["areas"][0]["area"] = text.into();
                }
                _ => {
                    content["notes"] = text.into();
                    content["lines"][0]["service"] = text.into();
                }
            }
            let document = set(document(kind, &content)).unwrap();
            let mut found = Vec::new();
            for (page, laid) in document.pages().iter().enumerate() {
                collect(&laid.frame, Point::zero(), page, &mut found);
            }
            for set in &found {
                let end = set.at.x.to_pt() + set.width;
                assert!(end <= PAGE - MARGIN + 1.0, "{set:?} leaves the page of the {kind}");
            }
            let printed: String = found.iter().map(|set| set.words.as_str()).collect();
            assert!(printed.contains(&plain(text).replace('\u{a0}', "")), "{kind}: {printed}");
        }
    }
}

#[test]
fn a_name_that_no_font_has_stands_as_its_code_points_by_the_drawing() {
    let mut content = samples::certificate("<p>Text</p>", "Mozilla/5.0");
    content["signature"]["name"] = "𒀀𒀁 Ann".into();
    let document = document("certificate", &content);
    let printed = pages(document.clone()).concat();
    assert!(plain(&printed).contains("[U+12000U+12001]Ann"), "{printed}");
    assert!(!printed.contains('\u{fffd}'));
    let file = pdf::plain(&pdf::pages(&render(document).unwrap()).concat());
    assert!(file.contains("[U+12000U+12001]Ann") && !file.contains('\u{fffd}'), "{file}");
}
