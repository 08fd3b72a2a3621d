//! A small fuzzer. A generator with a fixed start mutates the seeds, so that a finding can be repeated. `FUZZ_CASES`
//! sets the number of cases; `./scripts/attack fuzz` uses many.
#![expect(clippy::missing_panics_doc, clippy::print_stdout, clippy::unwrap_used, reason = "only tests use it")]

use std::panic::{AssertUnwindSafe, catch_unwind};

use rand::{RngExt, SeedableRng, rngs::StdRng};

/// The number of cases if `FUZZ_CASES` is not set.
const FEW: u32 = 1_500;

/// The seeds, and the parts with which they are mutated.
pub struct Fuzz {
    pub name: &'static str,
    pub seeds: Vec<Vec<u8>>,
    /// Pieces with a meaning for the code under test.
    pub words: Vec<Vec<u8>>,
    /// Repairs parts that a mutation has broken, such as a checksum. Not used for every case.
    pub mend: fn(&mut [u8]),
}

impl Fuzz {
    /// Runs every case. If the check fails or panics, the error names the case in hex. Returns how many cases were
    /// run, and how many the check accepted (`Ok(true)`).
    pub fn run(&self, cases: u32, check: impl Fn(&[u8]) -> Result<bool, String>) -> Result<(u32, u32), String> {
        let mut random = StdRng::seed_from_u64(0x00c3_1ad0);
        let mut pool = self.seeds.clone();
        let mut accepted = 0;
        for case in 0..cases {
            let fed = if (case as usize) < self.seeds.len() {
                self.seeds[case as usize].clone()
            } else {
                self.next(&pool, &mut random)
            };
            let outcome =
                catch_unwind(AssertUnwindSafe(|| check(&fed))).unwrap_or_else(|_| Err("it panics".to_owned()));
            match outcome {
                Ok(true) => {
                    accepted += 1;
                    // An accepted case is mutated further.
                    if pool.len() < 200 {
                        pool.push(fed);
                    }
                }
                Ok(false) => {}
                Err(why) => return Err(format!("{} case {case}: {why}: {}", self.name, hex::encode(&fed))),
            }
        }
        Ok((cases, accepted))
    }

    /// As [`Fuzz::run`], with the configured number of cases. Prints how many there were.
    #[track_caller]
    pub fn holds(&self, check: impl Fn(&[u8]) -> Result<bool, String>) {
        let cases = std::env::var("FUZZ_CASES").map_or(FEW, |text| text.parse().unwrap());
        let (fed, accepted) = self.run(cases, check).unwrap_or_else(|found| panic!("{found}"));
        println!("fuzz {}: {fed} cases, {accepted} accepted", self.name);
        assert!(accepted > 0, "nothing was accepted: the cases test nothing");
    }

    /// Checks that a planted fault is found within ten times the cases of an ordinary run.
    #[track_caller]
    pub fn finds(&self, planted: impl Fn(&[u8]) -> Result<bool, String>) {
        let found = self.run(10 * FEW, planted);
        assert!(found.is_err(), "{}: the planted fault was not found", self.name);
    }

    fn next(&self, pool: &[Vec<u8>], random: &mut StdRng) -> Vec<u8> {
        let mut bytes = pool[random.random_range(0..pool.len())].clone();
        for _ in 0..random.random_range(1..5) {
            self.change(&mut bytes, pool, random);
        }
        if random.random_range(0..4) > 0 {
            (self.mend)(&mut bytes);
        }
        bytes
    }

    fn change(&self, bytes: &mut Vec<u8>, pool: &[Vec<u8>], random: &mut StdRng) {
        let at = random.random_range(0..=bytes.len());
        let some = random.random_range(0..=(bytes.len() - at).min(40));
        match random.random_range(0..8) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.random_range(0..8),
            1 if at < bytes.len() => bytes[at] = random.random(),
            2 => drop(bytes.drain(at..at + some)),
            3 => {
                let copy = bytes[at..at + some].to_vec();
                bytes.splice(at..at, copy);
            }
            4 => bytes.truncate(at),
            5 => {
                let other = &pool[random.random_range(0..pool.len())];
                let from = random.random_range(0..=other.len());
                bytes.splice(at.., other[from..].iter().copied());
            }
            _ if !self.words.is_empty() => {
                let word = self.words[random.random_range(0..self.words.len())].clone();
                // A word replaces bytes as often as it is inserted.
                let end = if random.random() { (at + word.len()).min(bytes.len()) } else { at };
                bytes.splice(at..end, word);
            }
            _ => bytes.insert(at, random.random()),
        }
    }
}

/// Leaves a case as it is.
pub fn as_it_is(_: &mut [u8]) {}

/// Pieces from texts.
pub fn words(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}
