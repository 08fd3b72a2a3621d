//! Issued estimates over HTTP.
