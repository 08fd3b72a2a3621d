//! Finding patients who may be one person, over HTTP.

mod check;
mod pairs;
