//! Makes and reads the session cookie; no other module does.
//!
//! The cookie holds a JWT, signed with the clinic's own key. The JWT only names a row of the clinic's `session`
//! table. That row and the member are read with every request.

use axum::http::{HeaderMap, HeaderValue, header::COOKIE};
use chrono::{DateTime, TimeDelta, Utc};
use entity::ids::MemberId;
use jsonwebtoken::{Algorithm, Header, Validation};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use base::error::{Error, Result};
use config::{Generation, MasterKey};
use crypto::{Seal, jwt, token};

/// A session ends after this time, even if the person is active.
pub const LONGEST: TimeDelta = TimeDelta::hours(12);

/// How long a proof of identity is fresh.
pub const PROOF_HOLDS: TimeDelta = TimeDelta::minutes(15);

/// For how many seconds a device is recognized after its last sign-in: the longest time that browsers keep a cookie.
const DEVICE_KNOWN: u32 = 400 * 86_400;

const ISSUER: &str = "celadon";

/// Makes and reads the cookies of every clinic.
#[derive(Clone)]
pub struct SessionKeys {
    master: MasterKey,
    secure: bool,
}

#[derive(Debug, Serialize, Deserialize)]
struct Claims {
    iss: String,
    /// The clinic.
    aud: String,
    /// The member.
    sub: String,
    /// The session's row.
    sid: Uuid,
    iat: i64,
    nbf: i64,
    exp: i64,
}

/// The clinic's own key, derived from one of the secrets.
fn key(generation: &Generation, clinic: Uuid) -> [u8; 32] {
    generation.derive(format!("session 1 {clinic}").as_bytes())
}

/// The content of a valid cookie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SessionRef {
    pub session: Uuid,
    pub member: MemberId,
}

impl SessionKeys {
    pub fn new(master: MasterKey, secure: bool) -> Self {
        Self { master, secure }
    }

    /// The clinic's own keys for a purpose other than cookies. The first is for new values; the others are still accepted.
    pub(super) fn derive(&self, purpose: &str, clinic: Uuid) -> Vec<[u8; 32]> {
        self.master.all().map(|one| one.derive(format!("{purpose} 1 {clinic}").as_bytes())).collect()
    }

    /// Encrypts the clinic's data for a purpose other than cookies.
    pub(super) fn seal(&self, purpose: &'static str, clinic: Uuid) -> Seal<'_> {
        Seal::new(&self.master, clinic, purpose)
    }

    /// `__Host-` forbids a Domain attribute, so that no sibling subdomain can set or overwrite the cookie. Browsers
    /// accept that prefix over https only.
    fn cookie_name(&self) -> &'static str {
        if self.secure { "__Host-celadon" } else { "celadon" }
    }

    fn attributes(&self) -> &'static str {
        if self.secure { "; Path=/; HttpOnly; SameSite=Strict; Secure" } else { "; Path=/; HttpOnly; SameSite=Strict" }
    }

    /// The Set-Cookie value for a session that began at `now`.
    pub fn cookie(&self, clinic: Uuid, session_ref: SessionRef, now: DateTime<Utc>) -> Result<HeaderValue> {
        let claims = Claims {
            iss: ISSUER.to_owned(),
            aud: clinic.to_string(),
            sub: session_ref.member.to_string(),
            sid: session_ref.session,
            iat: now.timestamp(),
            nbf: now.timestamp(),
            exp: (now + LONGEST).timestamp(),
        };
        let generation = self.master.current();
        let header = Header { kid: Some(generation.id().to_owned()), ..Header::new(Algorithm::HS256) };
        let token = jwt::signed(&header, &claims, &key(generation, clinic))
            .map_err(|_| Error::Internal("a session token could not be signed".into()))?;
        let value = format!("{}={token}; Max-Age={}{}", self.cookie_name(), LONGEST.num_seconds(), self.attributes());
        HeaderValue::from_str(&value).map_err(|_| Error::Internal("a session cookie could not be written".into()))
    }

    /// The Set-Cookie value that removes the cookie.
    pub fn no_cookie(&self) -> HeaderValue {
        let value = format!("{}=; Max-Age=0{}", self.cookie_name(), self.attributes());
        HeaderValue::from_str(&value).unwrap_or_else(|_| HeaderValue::from_static(""))
    }

    /// The Set-Cookie value with which a device is recognized later. It signs nobody in.
    pub fn device_cookie(&self, token: &str) -> Result<HeaderValue> {
        let value = format!("{}-device={token}; Max-Age={DEVICE_KNOWN}{}", self.cookie_name(), self.attributes());
        HeaderValue::from_str(&value).map_err(|_| Error::Internal("a device's cookie could not be written".into()))
    }

    /// The token of the device, if its cookie holds one.
    pub(super) fn device(&self, headers: &HeaderMap) -> Option<String> {
        let token = only_cookie(headers, &format!("{}-device", self.cookie_name()))?;
        token::is_token(token).then(|| token.to_owned())
    }

    /// The session that the request's cookie names at this clinic. Two cookies with the same name are refused.
    ///
    /// # Errors
    /// [`Error::SignedOut`] for every cookie that is missing or not valid.
    pub fn read(&self, clinic: Uuid, headers: &HeaderMap, now: DateTime<Utc>) -> Result<SessionRef> {
        let token = only_cookie(headers, self.cookie_name()).ok_or(Error::SignedOut)?;
        let mut rules = Validation::new(Algorithm::HS256);
        rules.set_required_spec_claims(&["exp", "nbf", "aud", "iss", "sub"]);
        rules.set_audience(&[clinic]);
        rules.set_issuer(&[ISSUER]);
        // Checked below against the server's own clock, which tests can change.
        rules.validate_exp = false;
        rules.validate_nbf = false;
        let claims = self.believed(clinic, token, &rules).ok_or(Error::SignedOut)?;
        let now = now.timestamp();
        if claims.exp <= now || claims.nbf > now + 5 {
            return Err(Error::SignedOut);
        }
        let member = claims.sub.parse().map_err(|_| Error::SignedOut)?;
        Ok(SessionRef { session: claims.sid, member })
    }

    /// The token's claims, if one of the configured secrets signed it.
    fn believed(&self, clinic: Uuid, token: &str, rules: &Validation) -> Option<Claims> {
        let id = jsonwebtoken::decode_header(token).ok()?.kid?;
        self.master.named(&id).find_map(|generation| jwt::believed(token, &key(generation, clinic), rules).ok())
    }
}

fn only_cookie<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let mut found = headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .filter(|(key, _)| *key == name)
        .map(|(_, value)| value);
    match (found.next(), found.next()) {
        (Some(token), None) => Some(token),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
    use hmac::{Hmac, Mac};
    use sha2::Sha384;

    use super::*;
    use crypto::{keyed_hash, mac};

    fn owned((first, second): (&str, &str)) -> (String, String) {
        (first.to_owned(), second.to_owned())
    }

    fn keys() -> SessionKeys {
        SessionKeys::new(MasterKey::parse("6c1f0f4e6e0d4b0a9a7d3a1e5b8c2d7f").unwrap(), true)
    }

    fn noon() -> DateTime<Utc> {
        "2026-06-01T12:00:00Z".parse().unwrap()
    }

    fn session_ref() -> SessionRef {
        SessionRef { session: Uuid::from_u128(7), member: 42.into() }
    }

    fn sent(values: &[&str]) -> HeaderMap {
        values.iter().map(|value| (COOKIE, HeaderValue::from_str(value).unwrap())).collect()
    }

    fn pair(clinic: Uuid) -> String {
        let cookie = keys().cookie(clinic, session_ref(), noon()).unwrap();
        cookie.to_str().unwrap().split(';').next().unwrap().to_owned()
    }

    #[test]
    fn a_cookie_is_valid_at_its_own_clinic() {
        let clinic = Uuid::from_u128(1);
        assert_eq!(keys().read(clinic, &sent(&[&pair(clinic)]), noon()).unwrap(), session_ref());
        assert_eq!(
            keys().read(clinic, &sent(&[&format!("a=b; {}; c=d", pair(clinic))]), noon()).unwrap(),
            session_ref()
        );
    }

    #[test]
    fn a_cookie_is_invalid_elsewhere_later_doubled_or_altered() {
        let (clinic, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let good = pair(clinic);
        let refused = |clinic, headers: HeaderMap, now| keys().read(clinic, &headers, now).is_err();
        assert!(refused(other, sent(&[&good]), noon()), "another clinic");
        assert!(refused(clinic, sent(&[&good]), noon() + LONGEST), "twelve hours later");
        assert!(refused(clinic, sent(&[&good]), noon() - TimeDelta::minutes(1)), "before it was made");
        assert!(refused(clinic, sent(&[&good, &good]), noon()), "two headers");
        assert!(refused(clinic, sent(&[&format!("{good}; {good}")]), noon()), "two cookies");
        assert!(refused(clinic, sent(&[]), noon()), "none");
        assert!(refused(clinic, sent(&[&format!("{good}x")]), noon()), "altered");
        assert!(refused(clinic, sent(&[&good.replace("__Host-celadon", "celadon")]), noon()), "another name");
    }

    #[test]
    fn tokens_of_another_version_are_refused() {
        let clinic = Uuid::from_u128(1);
        let claims = serde_json::json!({
            "iss": ISSUER, "aud": clinic.to_string(), "sub": "42", "sid": Uuid::from_u128(7),
            "iat": noon().timestamp(), "nbf": noon().timestamp(), "exp": (noon() + LONGEST).timestamp(),
        });
        let key = key(keys().master.current(), clinic);
        let read = |token: String| keys().read(clinic, &sent(&[&format!("__Host-celadon={token}")]), noon());
        let signed = |claims: &serde_json::Value| {
            let kid = Some(keys().master.current().id().to_owned());
            jwt::signed(&Header { kid, ..Header::new(Algorithm::HS256) }, claims, &key).unwrap()
        };
        assert!(read(signed(&claims)).is_ok());
        for missing in ["iss", "aud", "sub", "exp", "nbf", "sid"] {
            let mut less = claims.clone();
            less.as_object_mut().unwrap().remove(missing);
            assert!(read(signed(&less)).is_err(), "without {missing}");
        }
        let long = "x".repeat(3_000);
        for kid in [None, Some("2"), Some("../../secret"), Some(""), Some(long.as_str())] {
            let header = Header { kid: kid.map(str::to_owned), ..Header::new(Algorithm::HS256) };
            assert!(read(jwt::signed(&header, &claims, &key).unwrap()).is_err(), "{kid:?}");
        }
    }

    #[test]
    fn tokens_of_another_algorithm_are_refused() {
        let clinic = Uuid::from_u128(1);
        let (head, rest) = pair(clinic).trim_start_matches("__Host-celadon=").split_once('.').map(owned).unwrap();
        let (body, code) = rest.split_once('.').map(owned).unwrap();
        let head: serde_json::Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(head).unwrap()).unwrap();
        assert_eq!(head["alg"], "HS256");
        let key = key(keys().master.current(), clinic);
        // The header is the same, key identifier included, except for the algorithm. `sign` signs header and claims.
        let refused = |algorithm: &str, sign: &dyn Fn(&str) -> String| {
            let mut head = head.clone();
            head["alg"] = algorithm.into();
            let signed = format!("{}.{body}", URL_SAFE_NO_PAD.encode(head.to_string()));
            let token = format!("__Host-celadon={signed}.{}", sign(&signed));
            keys().read(clinic, &sent(&[&token]), noon()).is_err()
        };
        let hs256 = |text: &str| URL_SAFE_NO_PAD.encode(keyed_hash(&key, [text]));
        let hs384 =
            |text: &str| URL_SAFE_NO_PAD.encode(mac::<Hmac<Sha384>>(&key, [text]).unwrap().finalize().into_bytes());
        assert!(!refused("HS256", &hs256), "the test's own way of signing");
        assert!(refused("HS384", &hs384), "rightly signed, by another hash");
        for algorithm in ["none", "None", "", "HS384", "HS512", "RS256", "PS256", "ES256", "EdDSA"] {
            assert!(refused(algorithm, &hs256), "{algorithm} with a code of HS256");
            assert!(refused(algorithm, &|_| code.clone()), "{algorithm} with the code of a good token");
            assert!(refused(algorithm, &|_| String::new()), "{algorithm} without a code");
        }
    }

    #[test]
    fn a_cookie_survives_one_rotation_of_secrets_and_not_two() {
        let clinic = Uuid::from_u128(1);
        let secrets = [
            "the first secret, 32 bytes and more",
            "the second secret, 32 bytes and more",
            "the third secret, 32 bytes and more",
        ];
        let keys = |current: &str, second: Option<&str>| {
            SessionKeys::new(MasterKey::parse(current).unwrap().with_second(second).unwrap(), true)
        };
        let made = |keys: &SessionKeys| {
            let cookie = keys.cookie(clinic, session_ref(), noon()).unwrap();
            sent(&[cookie.to_str().unwrap().split(';').next().unwrap()])
        };
        let [first, second, third] = secrets;
        let old = made(&keys(first, None));
        let new = made(&keys(second, Some(first)));
        assert!(keys(first, Some(second)).read(clinic, &new, noon()).is_ok(), "a server that is not changed over yet");
        assert!(keys(second, Some(first)).read(clinic, &old, noon()).is_ok());
        assert!(keys(second, None).read(clinic, &new, noon()).is_ok(), "new ones are signed with the new secret");
        assert!(keys(second, None).read(clinic, &old, noon()).is_err());
        assert!(keys(third, Some(second)).read(clinic, &old, noon()).is_err());
    }

    #[test]
    fn the_cookie_stays_on_this_host_and_out_of_scripts() {
        let cookie = keys().cookie(Uuid::from_u128(1), session_ref(), noon()).unwrap();
        let text = cookie.to_str().unwrap();
        for part in ["__Host-celadon=", "; Path=/", "; HttpOnly", "; SameSite=Strict", "; Secure"] {
            assert!(text.contains(part), "{part}");
        }
        assert!(!text.contains("Domain"));
    }
}
