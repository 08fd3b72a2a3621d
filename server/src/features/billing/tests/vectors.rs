//! Our signatures and our check of them against those of Stripe's official library, which are kept
//! beside the stand-in and made anew by its tests.

use proptest::prelude::*;
use serde::Deserialize;

use crate::{
    features::billing::signature::{sign, verify},
    foundation::config::stripe_keys::Secret,
};

#[derive(Deserialize)]
struct Vectors {
    headers: Vec<Signed>,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Signed {
    payload: String,
    secret: String,
    timestamp: i64,
    header: String,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    payload: String,
    header: String,
    secrets: Vec<String>,
    now: i64,
    takes: bool,
    official: bool,
}

fn vectors() -> Vectors {
    serde_json::from_str(include_str!("../../../../../infra/stripe-standin/tests/signatures.json")).unwrap()
}

#[test]
fn what_we_sign_is_byte_for_byte_what_the_official_library_signs() {
    let headers = vectors().headers;
    assert!(headers.len() >= 4);
    for Signed { payload, secret, timestamp, header } in headers {
        assert_eq!(sign(payload.as_bytes(), &Secret::new(secret), timestamp), header);
    }
}

#[test]
fn what_the_official_library_signed_is_taken_and_what_it_refuses_is_refused() {
    let cases = vectors().cases;
    for Case { name, payload, header, secrets, now, takes, official } in &cases {
        let secrets: Vec<_> = secrets.iter().map(Secret::new).collect();
        let taken = verify(payload.as_bytes(), header, &secrets, *now).is_ok();
        assert_eq!(taken, *takes, "{name}");
        assert!(*official || !taken, "{name}: the official library is stricter");
    }
    for takes in [true, false] {
        assert!(cases.iter().filter(|case| case.takes == takes).count() >= 6);
    }
}

proptest! {
    #[test]
    fn the_standin_signs_as_we_do(body in ".{0,200}", secret in "whsec_[a-zA-Z0-9]{1,40}", at in 0..4_000_000_000_i64) {
        prop_assert_eq!(stripe_standin::sign(&secret, at, &body), sign(body.as_bytes(), &Secret::new(secret), at));
    }
}
