//! Random estimates as people type them, and their amounts in exact fractions. The browser's tests make the same estimates
//! (`web/src/features/estimates/estimateArithmetic.test.ts`). The checksums check that both make the same ones and show the same amounts.
//!
//! A number below `n` is drawn by `state = state * 1664525 + 1013904223 modulo 2^32` as `state * n / 2^32`, rounded
//! down. The first `state` is 20261126. Each area of an estimate, in the order of the form, draws:
//!
//! 1. A number below 8. If it is 0, the area is not used and draws nothing more. If it is 1, the area has a cost
//!    and no service. Otherwise its service is Other.
//! 2. The unit cost, with up to 6 digits, then the quantity, with up to 4 digits. Each draws its number of digits,
//!    the number before the point, a number of decimals below 3, and then these decimals, if any.
//! 3. A number below 2. If it is 0, the number of sessions is typed, up to 999. Otherwise one of the area's choices
//!    is chosen.
//! 4. A number below 4. If it is 0, there is a discount, with up to 3 digits.

use serde_json::{Value, json};

pub const AREAS: [&str; 5] = ["face", "hair", "hands", "neck", "other"];

/// The checksums of the texts of all ten thousand estimates, and of the amounts that are shown for them. The browser's tests have the same two.
pub const CHECKSUMS: (u32, u32) = (870_045_249, 4_276_756_879);

/// An area that is used.
#[derive(Debug, Clone)]
pub struct RandomLine {
    pub area: &'static str,
    has_service: bool,
    unit_cost: String,
    quantity: String,
    sessions: String,
    is_custom: bool,
    discount: Option<String>,
}

/// Ten thousand estimates, by area. `None` for an area that is not used.
pub fn ten_thousand() -> impl Iterator<Item = [Option<RandomLine>; 5]> {
    let mut dice = Dice(20_261_126);
    (0..10_000).map(move |_| AREAS.map(|area| dice.line(area)))
}

struct Dice(u32);

impl Dice {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (u64::from(self.0) * most) >> 32
    }

    fn number(&mut self, digits: u64) -> String {
        let digits = u32::try_from(1 + self.below(digits)).unwrap();
        let whole = self.below(10_u64.pow(digits));
        match self.below(3) {
            0 => whole.to_string(),
            decimals => {
                let places = usize::try_from(decimals).unwrap();
                format!("{whole}.{:0places$}", self.below(10_u64.pow(u32::try_from(decimals).unwrap())))
            }
        }
    }

    fn line(&mut self, area: &'static str) -> Option<RandomLine> {
        let kind = self.below(8);
        if kind == 0 {
            return None;
        }
        let (unit_cost, quantity) = (self.number(6), self.number(4));
        let is_custom = self.below(2) == 0;
        let choices: &[&str] = match area {
            "face" => &["1", "2", "3", "4"],
            "hair" | "other" => &["1", "3", "6"],
            _ => &["1", "2", "3"],
        };
        let sessions = if is_custom {
            (1 + self.below(999)).to_string()
        } else {
            choices[usize::try_from(self.below(choices.len() as u64)).unwrap()].to_owned()
        };
        let discount = (self.below(4) == 0).then(|| self.number(3));
        Some(RandomLine { area, has_service: kind > 1, unit_cost, quantity, sessions, is_custom, discount })
    }
}

impl RandomLine {
    /// The text that the checksum covers.
    pub fn text(&self) -> String {
        let Self { has_service, unit_cost, quantity, sessions, is_custom, .. } = self;
        let discount = self.discount.as_deref().unwrap_or("none");
        format!("{has_service} {unit_cost} x {quantity} x {sessions} {is_custom} - {discount}")
    }

    /// The product in cents, as a fraction.
    fn exact(&self) -> (i128, i128) {
        let factors = [&self.unit_cost, &self.quantity, &self.sessions].map(|text| fraction(text));
        factors.iter().fold((100, 1), |product, one| (product.0 * one.0, product.1 * one.1))
    }

    /// The subtotal in cents: the fraction is rounded once, half up.
    pub fn subtotal(&self) -> i128 {
        let (numerator, denominator) = self.exact();
        let (floor, rest) = (numerator / denominator, numerator % denominator);
        floor + i128::from(rest * 2 >= denominator)
    }

    /// Whether exactly half a cent decides the subtotal.
    pub fn is_half(&self) -> bool {
        let (numerator, denominator) = self.exact();
        numerator % denominator * 2 == denominator
    }

    /// The discount in cents. `None` if it is larger than the subtotal, because such a discount is refused.
    pub fn discount(&self) -> Option<i128> {
        let (numerator, denominator) = fraction(self.discount.as_ref()?);
        Some(numerator * 100 / denominator).filter(|discount| *discount <= self.subtotal())
    }

    pub fn charge(&self) -> i128 {
        self.subtotal() - self.discount().unwrap_or_default()
    }

    /// Whether the line appears in the patient's document.
    pub fn is_listed(&self) -> bool {
        self.has_service || self.subtotal() > 0
    }
}

fn fraction(text: &str) -> (i128, i128) {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    (format!("{whole}{decimals}").parse().unwrap(), 10_i128.pow(u32::try_from(decimals.len()).unwrap()))
}

/// Adds the fields of the form to an estimate.
pub fn add_to(estimate: &mut Value, lines: &[Option<RandomLine>]) {
    for area in AREAS {
        let line = lines.iter().flatten().find(|line| line.area == area);
        let mut set = |name: &str, value: Value| estimate[format!("{area}_{name}")] = value;
        set("service", line.filter(|line| line.has_service).map_or(Value::Null, |_| json!("Other")));
        set("unit_cost", line.map_or(Value::Null, |line| json!(line.unit_cost)));
        set("qty", line.map_or(Value::Null, |line| json!(line.quantity)));
        let custom = line.filter(|line| line.is_custom);
        let choice = if custom.is_some() { Some("Custom") } else { line.map(|line| line.sessions.as_str()) };
        set("sessions", json!(choice));
        set("sessions_custom", custom.map_or(Value::Null, |line| json!(line.sessions)));
    }
}

/// Dollars from cents: `$1,860.00` from 186000.
pub fn in_dollars(cents: i128) -> String {
    let mut whole = (cents / 100).to_string();
    let mut at = whole.len();
    while at > 3 {
        at -= 3;
        whole.insert(at, ',');
    }
    format!("${whole}.{:02}", cents % 100)
}

/// FNV-1a of 32 bits: short, and the same in every language.
#[derive(Clone, Copy)]
pub struct Checksum(pub u32);

impl Checksum {
    pub const START: Self = Self(0x811c_9dc5);

    pub fn add(&mut self, text: &str) {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        }
    }
}
