//! How much of a permission somebody holds.

/// How much of something a role may see or do; the notes in `permissions.csv` name what is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Full,
    Limited,
}
