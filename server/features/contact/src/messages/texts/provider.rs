//! A provider with Twilio's API for messages.

use std::{fmt::Write as _, time::Duration};

use axum::{
    body::Bytes,
    http::{
        Request, StatusCode,
        header::{AUTHORIZATION, CONTENT_TYPE},
    },
};
use base64::{Engine, engine::general_purpose::STANDARD};
use http_body_util::{BodyExt, Full, Limited};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::TokioExecutor,
};
use serde::Deserialize;

use super::SendError;
use config::texts::TextKeys;

/// How long the provider may take for one text.
const TIMEOUT: Duration = Duration::from_secs(10);
/// The longest answer; usual answers are a few hundred bytes.
const LONGEST_ANSWER: usize = 64 * 1024;

/// The provider's codes: an invalid number or one that takes no texts, and one that has stopped them.
const NO_NUMBER: [i64; 4] = [21211, 21217, 21401, 21614];
const STOPPED: i64 = 21610;

pub struct Provider {
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
    address: String,
    authorization: String,
    keys: TextKeys,
}

/// The fields of an answer that are read.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Answer {
    sid: Option<String>,
    code: Option<i64>,
}

impl Provider {
    pub fn new(keys: &TextKeys) -> Self {
        let address = format!("{}/2010-04-01/Accounts/{}/Messages.json", keys.url.trim_end_matches('/'), keys.account);
        let credential = STANDARD.encode(format!("{}:{}", keys.account, keys.token.reveal()));
        let connector = HttpsConnectorBuilder::new().with_webpki_roots().https_or_http().enable_http1().build();
        let client = Client::builder(TokioExecutor::new()).build(connector);
        Self { client, address, authorization: format!("Basic {credential}"), keys: keys.clone() }
    }

    pub fn keys(&self) -> &TextKeys {
        &self.keys
    }

    pub async fn send(&self, clinic: &str, number: &str, text: &str, callback: &str) -> Result<String, SendError> {
        let fields =
            [("To", number), ("From", self.keys.from_of(clinic)), ("Body", text), ("StatusCallback", callback)];
        let request = Request::post(&self.address)
            .header(AUTHORIZATION, &self.authorization)
            .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(Full::from(form(&fields)))
            .map_err(|_| SendError::Refused)?;
        // Once the request is on its way, the provider may have accepted it.
        let exchanged = tokio::time::timeout(TIMEOUT, self.exchange(request)).await;
        let (status, answer) = exchanged.unwrap_or(Err(SendError::Unknown))?;
        if status.is_success() {
            return answer.sid.ok_or(SendError::Unknown);
        }
        Err(match (status, answer.code) {
            (StatusCode::BAD_REQUEST, Some(STOPPED)) => SendError::Stopped,
            (StatusCode::BAD_REQUEST, Some(code)) if NO_NUMBER.contains(&code) => SendError::Number,
            (StatusCode::BAD_REQUEST | StatusCode::NOT_FOUND, _) => SendError::Refused,
            // Too many requests, a wrong key, or a fault of the provider: only the operator or time helps.
            _ => SendError::OutOfReach,
        })
    }

    async fn exchange(&self, request: Request<Full<Bytes>>) -> Result<(StatusCode, Answer), SendError> {
        let response = self.client.request(request).await;
        let response =
            response.map_err(|error| if error.is_connect() { SendError::OutOfReach } else { SendError::Unknown })?;
        let status = response.status();
        let body =
            Limited::new(response.into_body(), LONGEST_ANSWER).collect().await.map_err(|_| SendError::Unknown)?;
        Ok((status, serde_json::from_slice(&body.to_bytes()).unwrap_or_default()))
    }
}

/// These fields, encoded as a form.
pub fn form(fields: &[(&str, &str)]) -> String {
    let mut body = String::new();
    for (name, value) in fields {
        if !body.is_empty() {
            body.push('&');
        }
        encode(&mut body, name);
        body.push('=');
        encode(&mut body, value);
    }
    body
}

fn encode(into: &mut String, text: &str) {
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'*' => into.push(char::from(byte)),
            b' ' => into.push('+'),
            // Writing to a String cannot fail.
            byte => drop(write!(into, "%{byte:02X}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::form;

    #[test]
    fn a_form_is_encoded_as_browsers_do() {
        assert_eq!(form(&[("To", "+1555"), ("Body", "a b&c=é\n")]), "To=%2B1555&Body=a+b%26c%3D%C3%A9%0A");
        assert_eq!(form(&[]), "");
    }
}
