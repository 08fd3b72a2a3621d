//! A browser, as far as the server can tell.

use axum::{
    Router,
    body::Body,
    http::{
        HeaderMap, Method, Request, StatusCode,
        header::{AUTHORIZATION, CONTENT_TYPE, COOKIE, HOST, IF_MATCH, LINK, ORIGIN, SET_COOKIE},
    },
};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;

use super::PASSWORD;

/// Sends requests to one clinic, with a cookie after the sign-in.
#[derive(Clone)]
pub struct Client {
    router: Router,
    pub host: String,
    pub cookie: Option<String>,
    /// The token with which the server recognizes the browser.
    pub device: String,
    /// Sent with FHIR calls.
    pub api_token: Option<String>,
}

/// A response.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
}

impl Answer {
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("not JSON: {} {}", self.status, self.text))
    }

    #[track_caller]
    pub fn expect(self, status: StatusCode) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        if self.text.is_empty() { Value::Null } else { self.json() }
    }

    /// Checks a refusal: status and code, with a sentence that reveals nothing of the machine.
    #[track_caller]
    pub fn refused(self, status: StatusCode, code: &str) -> Value {
        let value = self.expect(status);
        assert_eq!(value["code"], code, "{value}");
        assert!(value["error"].as_str().is_some_and(|sentence| !sentence.is_empty()), "{value}");
        value
    }

    /// The path in the Link header.
    pub fn next_page(&self) -> Option<String> {
        let link = self.headers.get(LINK)?.to_str().unwrap();
        assert!(link.ends_with("rel=\"next\""), "{link}");
        link.split(['<', '>']).nth(1).map(str::to_owned)
    }

    /// The rows of one part of a table. The first part begins with the headings.
    pub fn table(&self) -> Vec<Vec<String>> {
        assert_eq!(self.status, StatusCode::OK, "{}", self.text);
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(self.text.as_bytes());
        reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
    }

    /// Checks a 422 that names this field.
    #[track_caller]
    pub fn refused_field(self, field: &str) -> String {
        let value = self.refused(StatusCode::UNPROCESSABLE_ENTITY, "invalid");
        value["fields"][field].as_str().unwrap_or_else(|| panic!("{field} is not named: {value}")).to_owned()
    }
}

impl Client {
    pub fn new(router: Router, host: String) -> Self {
        Self { router, host, cookie: None, device: "d".repeat(43), api_token: None }
    }

    #[track_caller]
    pub fn sign_in(self, email: &str) -> impl Future<Output = Self> {
        let email = email.to_owned();
        async move {
            let answer = self.post("/api/auth/login", json!({ "email": email, "password": PASSWORD })).await;
            assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
            self.with_cookie_of(&answer)
        }
    }

    pub fn with_cookie_of(mut self, answer: &Answer) -> Self {
        let cookie = answer.headers[SET_COOKIE].to_str().unwrap();
        self.cookie = Some(cookie.split(';').next().unwrap().to_owned());
        self
    }

    /// The same browser, with another server.
    #[must_use]
    pub fn on(self, router: Router) -> Self {
        Self { router, ..self }
    }

    /// Another browser, with this device token.
    #[must_use]
    pub fn at_device(self, token: &str) -> Self {
        Self { device: token.to_owned(), ..self }
    }

    /// Sends this Cookie header, valid or not.
    pub fn with_cookie(&self, cookie: String) -> Self {
        Self { cookie: Some(cookie), ..self.clone() }
    }

    /// Sends this token in FHIR calls.
    #[must_use]
    pub fn with_api_token(self, token: &str) -> Self {
        Self { api_token: Some(token.to_owned()), ..self }
    }

    pub fn at(&self, host: &str) -> Self {
        Self { host: host.to_owned(), ..self.clone() }
    }

    /// Builds a request as a browser sends it from the clinic's own pages.
    #[expect(clippy::needless_pass_by_value, reason = "so that a test reads like a request line")]
    pub fn request(&self, method: Method, path: &str, body: Option<&Value>) -> Request<Body> {
        let mut request = Request::builder().method(method.clone()).uri(path).header(HOST, &self.host);
        if method != Method::GET {
            request = request.header(ORIGIN, format!("http://{}", self.host));
        }
        let device = format!("celadon-device={}", self.device);
        request = match &self.cookie {
            Some(cookie) => request.header(COOKIE, format!("{cookie}; {device}")),
            None => request.header(COOKIE, device),
        };
        if let Some(token) = self.api_token.as_ref().filter(|_| path.starts_with("/api/fhir/")) {
            request = request.header(AUTHORIZATION, format!("Bearer {token}"));
        }
        match body {
            Some(body) => request.header(CONTENT_TYPE, "application/json").body(Body::from(body.to_string())),
            None => request.body(Body::empty()),
        }
        .unwrap()
    }

    pub async fn send(&self, request: Request<Body>) -> Answer {
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        Answer { status: parts.status, headers: parts.headers, text: String::from_utf8_lossy(&bytes).into_owned() }
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send(self.request(Method::GET, path, None)).await
    }

    /// A file as it was received, with its headers.
    pub async fn file(&self, path: &str) -> (HeaderMap, Vec<u8>) {
        let response = self.router.clone().oneshot(self.request(Method::GET, path, None)).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes().to_vec();
        assert_eq!(parts.status, StatusCode::OK, "{}", String::from_utf8_lossy(&bytes));
        (parts.headers, bytes)
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.send(self.request(Method::POST, path, Some(&body))).await
    }

    pub async fn patch(&self, path: &str, body: Value) -> Answer {
        self.send(self.request(Method::PATCH, path, Some(&body))).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Answer {
        self.send(self.request(Method::PUT, path, Some(&body))).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.send(self.request(Method::DELETE, path, None)).await
    }

    /// Sends no body.
    pub async fn post_nothing(&self, path: &str) -> Answer {
        self.send(self.request(Method::POST, path, None)).await
    }

    /// Sends this version as `If-Match`.
    pub async fn send_from_version(&self, version: i32, method: Method, path: &str, body: Option<&Value>) -> Answer {
        let mut request = self.request(method, path, body);
        request.headers_mut().insert(IF_MATCH, version.into());
        self.send(request).await
    }
}
