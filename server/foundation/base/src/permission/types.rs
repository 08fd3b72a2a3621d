//! A type for each permission, which a handler requires in its signature.

/// Only the permission types implement this.
pub trait Permission: Send + Sync + 'static {
    /// The permission's name in `permissions.csv`.
    const NAME: &'static str;
}

macro_rules! permissions {
    ($($name:ident = $text:literal),* $(,)?) => {
        $(
            #[doc = concat!("Asks for `", $text, "`.")]
            pub struct $name;
            impl Permission for $name {
                const NAME: &'static str = $text;
            }
        )*
    };
}

// build.rs writes the list from permissions.csv.
include!(concat!(env!("OUT_DIR"), "/permissions.rs"));
