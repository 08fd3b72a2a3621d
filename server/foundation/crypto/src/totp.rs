//! The codes of an authenticator app (RFC 6238): six digits, SHA-1, a step of 30 seconds, because every app
//! supports these and some silently support nothing else.

use chrono::{DateTime, Utc};
use totp_rs::{Builder, Totp};

use base::error::{Error, Result};

/// How many steps the phone's clock may be ahead or behind (RFC 6238, 5.2).
const SKEW: u16 = 1;

/// The secret that the phone and the server share: 160 random bits (RFC 4226, 4).
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 20]);

impl Secret {
    pub fn random() -> Self {
        Self(rand::random())
    }

    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        bytes.try_into().map(Self).map_err(|_| Error::Internal("a second factor has no secret's length".into()))
    }

    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The secret in the form in which it is typed into an app that cannot scan.
    pub fn base32(&self) -> String {
        totp_rs::Secret::from(self.0).to_base32()
    }

    /// The content of the QR code, with the names of the clinic and the account.
    pub fn uri(&self, clinic: &str, account: &str) -> Result<String> {
        // A colon separates the two names in the URI.
        let named = |name: &str| name.replace(':', " ");
        let totp = self.builder().with_issuer(Some(named(clinic))).with_account_name(named(account)).build();
        totp.and_then(|totp| totp.to_url()).map_err(|_| Error::Internal("a second factor has no address".into()))
    }

    /// The step of this code, among those that are valid at `now` and later than `used`. A used step invalidates
    /// itself and all earlier steps (RFC 6238, 5.2).
    pub fn step_of(&self, code: &str, now: DateTime<Utc>, used: i64) -> Option<i64> {
        let seconds = u64::try_from(now.timestamp()).ok()?;
        let code: String = code.chars().filter(|c| !c.is_whitespace()).collect();
        let step = self.totp().check(&code, seconds)?;
        i64::try_from(step).ok().filter(|step| *step > used)
    }

    fn builder(&self) -> Builder {
        Builder::new().with_secret(self.0).with_skew(SKEW)
    }

    fn totp(&self) -> Totp {
        self.builder().build_noncompliant()
    }

    /// For tests.
    ///
    /// # Panics
    /// When the text is not base32 of 160 bits.
    #[expect(clippy::unwrap_used, reason = "for tests")]
    pub fn from_base32(text: &str) -> Self {
        Self::from_bytes(totp_rs::Secret::try_from_base32(text).unwrap().as_bytes()).unwrap()
    }

    /// The code that an app shows at this time. For tests.
    ///
    /// # Panics
    /// At a time before 1970.
    #[expect(clippy::unwrap_used, reason = "for tests")]
    pub fn code_at(&self, now: DateTime<Utc>) -> String {
        self.totp().generate(u64::try_from(now.timestamp()).unwrap()).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The secret of RFC 6238, appendix B.
    fn known() -> Secret {
        Secret(*b"12345678901234567890")
    }

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).unwrap()
    }

    #[test]
    fn the_codes_are_those_of_the_rfc() {
        // The RFC has eight digits. Our codes are the last six.
        for (seconds, code) in [
            (59, "94287082"),
            (1_111_111_109, "07081804"),
            (1_111_111_111, "14050471"),
            (1_234_567_890, "89005924"),
            (2_000_000_000, "69279037"),
            (20_000_000_000, "65353130"),
        ] {
            assert_eq!(known().code_at(at(seconds)), code[2..], "{seconds}");
            assert_eq!(known().step_of(&code[2..], at(seconds), 0), Some(seconds / 30), "{seconds}");
        }
    }

    #[test]
    fn a_totp_code_is_valid_one_step_before_and_after_its_own() {
        let step = 2_000_000_000 / 30;
        let code = known().code_at(at(step * 30));
        let counts = |seconds: i64| known().step_of(&code, at(seconds), 0);
        assert_eq!(counts(step * 30 - 31), None);
        for within in [step * 30 - 30, step * 30 - 1, step * 30, step * 30 + 29, step * 30 + 30, step * 30 + 59] {
            assert_eq!(counts(within), Some(step), "{within}");
        }
        assert_eq!(counts(step * 30 + 60), None);
    }

    #[test]
    fn a_used_step_invalidates_itself_and_earlier_ones() {
        let now = at(2_000_000_000);
        let step = now.timestamp() / 30;
        let code = |step: i64| known().code_at(at(step * 30));
        assert_eq!(known().step_of(&code(step), now, step - 1), Some(step));
        assert_eq!(known().step_of(&code(step), now, step), None);
        assert_eq!(known().step_of(&code(step - 1), now, step), None);
        assert_eq!(known().step_of(&code(step + 1), now, step), Some(step + 1));
    }

    #[test]
    fn malformed_codes_are_refused_and_spaces_are_ignored() {
        let now = at(59);
        for wrong in ["", "28708", "2870820", "28708x", "287 083", "٢٨٧٠٨٢", "94287082", "-287082"] {
            assert_eq!(known().step_of(wrong, now, 0), None, "{wrong}");
        }
        assert_eq!(known().step_of(" 287 082 ", now, 0), Some(1));
    }

    #[test]
    fn the_otpauth_address_is_readable_by_apps() {
        let uri = known().uri("Linden: Aesthetics & Co", "elena@example.com").unwrap();
        let read = Totp::from_url(&uri).unwrap();
        assert_eq!(read.secret().as_bytes(), known().as_bytes());
        assert_eq!((read.issuer(), read.account_name()), (Some("Linden  Aesthetics & Co"), "elena@example.com"));
        assert_eq!((read.digits(), read.step()), (6, 30));
        assert!(uri.contains(&known().base32()), "{uri}");
        assert_eq!(known().base32(), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
    }
}
