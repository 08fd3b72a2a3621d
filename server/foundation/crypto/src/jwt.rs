//! Signed tokens (JWT, RFC 7519), only with HMAC and SHA-256 (HS256).
//!
//! The library is built without algorithms, because its own set brings RSA and elliptic curves, which are not used here. It
//! takes our algorithms once for the process, so `encode` and `decode` are called only in this file (`clippy.toml`).

use hmac::{Hmac, KeyInit, Mac};
use jsonwebtoken::{
    Algorithm, AlgorithmFamily, DecodingKey, EncodingKey, Header, Validation,
    crypto::{CryptoProvider, JwtSigner, JwtVerifier, KeyUtils},
    errors::{ErrorKind, Result},
    signature::{Error, Signer, Verifier},
};
use serde::{Serialize, de::DeserializeOwned};
use sha2::Sha256;

static HS256_ALONE: CryptoProvider = CryptoProvider {
    signer_factory: |algorithm, key| Ok(Box::new(Hs256::new(*algorithm, key.family(), key.as_bytes())?)),
    verifier_factory: |algorithm, key| Ok(Box::new(Hs256::new(*algorithm, key.family(), key.try_get_as_bytes()?)?)),
    // For keys as JSON (JWK), which are not used here.
    key_utils: KeyUtils::new_unimplemented(),
};

/// Call this before every call of the library. The first call sets the algorithms; later calls find them set.
fn install() {
    let _ = HS256_ALONE.install_default();
}

/// A signed token with these claims.
pub fn signed(header: &Header, claims: &impl Serialize, key: &[u8]) -> Result<String> {
    install();
    #[expect(clippy::disallowed_methods, reason = "the one place that signs")]
    jsonwebtoken::encode(header, claims, &EncodingKey::from_secret(key))
}

/// The claims of a token that was signed with this key and meets these rules.
///
/// Fails when the signature or a rule does not match, or the token names another algorithm than HS256.
pub fn believed<T: DeserializeOwned>(token: &str, key: &[u8], rules: &Validation) -> Result<T> {
    install();
    #[expect(clippy::disallowed_methods, reason = "the one place that verifies")]
    let token = jsonwebtoken::decode(token, &DecodingKey::from_secret(key), rules)?;
    Ok(token.claims)
}

struct Hs256(Hmac<Sha256>);

impl Hs256 {
    fn new(algorithm: Algorithm, family: AlgorithmFamily, key: &[u8]) -> Result<Self> {
        if algorithm != Algorithm::HS256 || family != AlgorithmFamily::Hmac {
            return Err(ErrorKind::InvalidAlgorithm.into());
        }
        let mac = Hmac::new_from_slice(key).map_err(|_| ErrorKind::InvalidKeyFormat)?;
        Ok(Self(mac))
    }
}

impl Signer<Vec<u8>> for Hs256 {
    fn try_sign(&self, message: &[u8]) -> std::result::Result<Vec<u8>, Error> {
        Ok(self.0.clone().chain_update(message).finalize().into_bytes().to_vec())
    }
}

impl Verifier<Vec<u8>> for Hs256 {
    /// Takes the same time wherever the first difference is.
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> std::result::Result<(), Error> {
        self.0.clone().chain_update(message).verify_slice(signature).map_err(|_| Error::new())
    }
}

impl JwtSigner for Hs256 {
    fn algorithm(&self) -> Algorithm {
        Algorithm::HS256
    }
}

impl JwtVerifier for Hs256 {
    fn algorithm(&self) -> Algorithm {
        Algorithm::HS256
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Another library made this token.
    const TOKEN: &str = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c";
    const KEY: &[u8] = b"your-256-bit-secret";

    fn read(token: &str, key: &[u8], algorithm: Algorithm) -> Result<serde_json::Value> {
        let mut rules = Validation::new(algorithm);
        rules.required_spec_claims.clear();
        believed(token, key, &rules)
    }

    #[test]
    fn a_token_of_another_library_is_believed_and_an_altered_one_is_not() {
        assert_eq!(read(TOKEN, KEY, Algorithm::HS256).unwrap()["name"], "John Doe");
        assert!(read(TOKEN, &KEY[1..], Algorithm::HS256).is_err(), "another key");
        let (said, code) = TOKEN.rsplit_once('.').unwrap();
        for code in ["", &code[..42], &format!("T{}", &code[1..]), &format!("{code}AAAA")] {
            assert!(read(&format!("{said}.{code}"), KEY, Algorithm::HS256).is_err(), "{code}");
        }
    }

    #[test]
    fn another_algorithm_is_an_error_even_where_the_rules_ask_for_it() {
        let claims = serde_json::json!({ "sub": "a" });
        let token = signed(&Header::new(Algorithm::HS256), &claims, KEY).unwrap();
        assert_eq!(read(&token, KEY, Algorithm::HS256).unwrap(), claims);
        for other in [Algorithm::HS384, Algorithm::HS512, Algorithm::RS256, Algorithm::ES256, Algorithm::EdDSA] {
            assert!(signed(&Header::new(other), &claims, KEY).is_err(), "{other:?}");
            assert!((HS256_ALONE.verifier_factory)(&other, &DecodingKey::from_secret(KEY)).is_err(), "{other:?}");
            assert!(read(&token, KEY, other).is_err(), "{other:?}");
        }
    }
}
