//! Ordered lists. Elements have no attributes here, so a list that does not count 1, 2, 3 becomes lines that begin with its
//! numbers as words. Otherwise "see item c" would point at nothing.

use html5ever::tokenizer::Tag;

use super::{numbers::Numbers, open::Open, output::Output};
use crate::{tags::STYLED, tree::Mark};

impl Output {
    /// Starts an ordered list that does not count 1, 2, 3: its items will be lines.
    pub(super) fn numbered_list(&mut self, tag: &Tag, numbers: Numbers, marks: Vec<Mark>) {
        self.write_number();
        self.end_line();
        self.push(Open { source: tag.name.clone(), numbers: Some(numbers), marks, ..Open::of(STYLED) });
    }

    /// Starts an item of the ordered list at this position, and answers whether it became a line. It remains an item as long as
    /// its number is the one that a screen shows for it.
    pub(super) fn numbered_item(&mut self, list: usize, tag: &Tag, marks: &[Mark]) -> bool {
        let Some(due) = self.open[list].numbers else { return false };
        let numbers = due.at(tag);
        if self.open[list].name != STYLED {
            if numbers == due {
                self.open[list].numbers = Some(due.after());
                return false;
            }
            // The items before this one were counted as usual. The items from here on become lines.
            self.close_to(list);
            self.end_line();
            self.push(Open { source: "ol".into(), ..Open::of(STYLED) });
        }
        self.close_to(list + 1);
        self.write_number();
        let Some(open) = self.open.get_mut(list) else { return true };
        open.numbers = Some(numbers.after());
        self.end_line();
        self.push(Open { source: tag.name.clone(), marks: marks.to_vec(), ..Open::of(STYLED) });
        self.number = Some(numbers.words());
        true
    }

    /// Writes the number of an item of which no words were written yet.
    pub(super) fn write_number(&mut self) {
        if let Some(number) = self.number.take() {
            self.text(&number);
        }
    }
}
