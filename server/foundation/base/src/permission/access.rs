//! How much of a permission a member holds.

/// How much of a permission a role holds. The notes in `permissions.csv` name what is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Full,
    Limited,
}
