//! Serves the built web app: its files, compressed as they were built, and its one page for every
//! route of its own (another at the platform's own host), with a nonce of that answer's for the styles it makes.

use std::{path::PathBuf, sync::Arc};

use axum::{
    Router,
    body::Body,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get_service,
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use tower_http::{services::ServeDir, set_header::SetResponseHeaderLayer};

use crate::error::Error;

/// What the pages have in place of the nonce.
const PLACEHOLDER: &str = "__CSP_NONCE__";

/// The built app, read once at the start.
#[derive(Clone)]
pub struct WebApp {
    page: Arc<str>,
    /// The page of the platform's own host.
    platform: Arc<str>,
    dir: PathBuf,
}

impl WebApp {
    /// # Errors
    /// When there is no built app in `dir`.
    pub async fn read(dir: PathBuf) -> std::io::Result<Self> {
        let page = tokio::fs::read_to_string(dir.join("index.html")).await?;
        let platform = tokio::fs::read_to_string(dir.join("platform.html")).await?;
        Ok(Self { page: page.into(), platform: platform.into(), dir })
    }

    /// The files whose names hold a hash of their content, which never change.
    pub fn assets(&self) -> Router {
        let files = ServeDir::new(self.dir.join("assets")).precompressed_br().precompressed_gzip();
        let forever = HeaderValue::from_static("public, max-age=31536000, immutable");
        Router::new().nest_service(
            "/assets",
            tower::ServiceBuilder::new()
                .layer(SetResponseHeaderLayer::overriding(header::CACHE_CONTROL, move |response: &Response<_>| {
                    (response.status() == StatusCode::OK).then(|| forever.clone())
                }))
                .service(get_service(files)),
        )
    }

    /// The page, or a file beside it such as the icon.
    pub async fn serve(&self, path: &str, at_platform: bool) -> Response {
        if path == "/api" || path.starts_with("/api/") {
            return Error::NotFound.into_response();
        }
        if path == "/favicon.svg" {
            return self.icon().await;
        }
        Self::answer(if at_platform { &self.platform } else { &self.page })
    }

    async fn icon(&self) -> Response {
        match tokio::fs::read(self.dir.join("favicon.svg")).await {
            Ok(bytes) => ([(header::CONTENT_TYPE, "image/svg+xml")], bytes).into_response(),
            Err(_) => Error::NotFound.into_response(),
        }
    }

    fn answer(page: &str) -> Response {
        let nonce = URL_SAFE_NO_PAD.encode(rand::random::<[u8; 16]>());
        let policy = format!(
            "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; img-src 'self' data:; \
             connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; \
             object-src 'none'; require-trusted-types-for 'script'; trusted-types dompurify consent-html"
        );
        let Ok(policy) = HeaderValue::from_str(&policy) else {
            return Error::Internal("the page's policy could not be written".into()).into_response();
        };
        let mut response = Response::new(Body::from(page.replace(PLACEHOLDER, &nonce)));
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
        response
    }
}
