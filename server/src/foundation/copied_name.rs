//! The name of a copy.

/// How many characters a name has at most, as in `http::fields::Name`.
const LONGEST: usize = 200;

/// `Filler (copy)`, or `Filler (copy 2)` when that is taken. A long name is shortened, so that the ending fits.
pub fn copied_name(name: &str, taken: &[String]) -> String {
    let named = |number: usize| {
        let ending = if number == 1 { " (copy)".to_owned() } else { format!(" (copy {number})") };
        let kept: String = name.chars().take(LONGEST - ending.len()).collect();
        format!("{}{ending}", kept.trim_end())
    };
    let mut number = 1;
    while taken.contains(&named(number)) {
        number += 1;
    }
    named(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_has_a_free_name_of_at_most_200_characters() {
        let taken = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        assert_eq!(copied_name("Filler", &taken(&["Filler"])), "Filler (copy)");
        assert_eq!(copied_name("Filler", &taken(&["Filler (copy)", "Filler (copy 2)"])), "Filler (copy 3)");
        let long = "é".repeat(200);
        let copy = copied_name(&long, &taken(&[]));
        assert_eq!(copy, format!("{} (copy)", "é".repeat(193)));
        assert_eq!(copied_name(&long, &taken(&[&copy])).chars().count(), 200);
        let spaced = format!("{} end", "x".repeat(192));
        assert_eq!(copied_name(&spaced, &taken(&[])), format!("{} (copy)", "x".repeat(192)));
    }
}
