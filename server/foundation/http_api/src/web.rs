//! Serves the built web app: its files, compressed at build time, and one page for all of its routes. There are other
//! pages behind a patient's link, for booking, for the tablet, and at the platform's own host. Each page has a fresh
//! nonce for the styles that it makes, and the name of the clinic, which is shown before anybody has signed in.

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

use base::error::Error;

/// The placeholder of the nonce in the pages.
const NONCE: &str = "__CSP_NONCE__";

/// The placeholder of the clinic's name in its page.
const CLINIC_NAME: &str = "__CLINIC_NAME__";

/// The Trusted Types policies of every page: that of the code that sanitizes a consent's text, and its library's.
const POLICIES: &str = "dompurify consent-html";

/// The staff's page also has the calendar, whose code makes this policy when it is loaded.
const STAFF_POLICIES: &str = "dompurify consent-html svelte-trusted-html";

/// The built app, read once at start.
#[derive(Clone)]
pub struct WebApp {
    page: Arc<str>,
    /// The page where patients sign, a separate app.
    portal: Arc<str>,
    /// The page where patients book, a separate app.
    book: Arc<str>,
    /// The page of the clinic's tablet while a patient has it.
    tablet: Arc<str>,
    /// The page of the platform's own host.
    platform: Arc<str>,
    dir: PathBuf,
}

impl WebApp {
    /// # Errors
    /// When `dir` holds no built app.
    pub async fn read(dir: PathBuf) -> std::io::Result<Self> {
        let page = tokio::fs::read_to_string(dir.join("index.html")).await?;
        let portal = tokio::fs::read_to_string(dir.join("portal.html")).await?;
        let book = tokio::fs::read_to_string(dir.join("book.html")).await?;
        let tablet = tokio::fs::read_to_string(dir.join("tablet.html")).await?;
        let platform = tokio::fs::read_to_string(dir.join("platform.html")).await?;
        let [page, portal, book, tablet, platform] = [page, portal, book, tablet, platform].map(Arc::from);
        Ok(Self { page, portal, book, tablet, platform, dir })
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

    /// The page of a clinic (without a clinic: the platform's), or a file such as the icon.
    pub async fn serve(&self, path: &str, clinic: Option<&str>) -> Response {
        if path == "/api" || path.starts_with("/api/") {
            return Error::NotFound.into_response();
        }
        if path == "/favicon.svg" {
            return self.icon().await;
        }
        match clinic {
            Some(name) if path == "/portal" || path.starts_with("/portal/") => {
                Self::answer(&self.portal, name, POLICIES)
            }
            Some(name) if path == "/tablet" => Self::answer(&self.tablet, name, POLICIES),
            Some(name) if path == "/book" => Self::answer(&self.book, name, POLICIES),
            Some(name) => Self::answer(&self.page, name, STAFF_POLICIES),
            None => Self::answer(&self.platform, "", POLICIES),
        }
    }

    async fn icon(&self) -> Response {
        match tokio::fs::read(self.dir.join("favicon.svg")).await {
            Ok(bytes) => ([(header::CONTENT_TYPE, "image/svg+xml")], bytes).into_response(),
            Err(_) => Error::NotFound.into_response(),
        }
    }

    fn answer(page: &str, clinic: &str, trusted_types: &str) -> Response {
        let nonce = URL_SAFE_NO_PAD.encode(rand::random::<[u8; 16]>());
        let policy = format!(
            "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; img-src 'self' data:; \
             connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; \
             object-src 'none'; require-trusted-types-for 'script'; trusted-types {trusted_types}"
        );
        let Ok(policy) = HeaderValue::from_str(&policy) else {
            return Error::Internal("the page's policy could not be written".into()).into_response();
        };
        // The name is inserted last, so that no placeholder in the name is replaced.
        let page = page.replace(NONCE, &nonce).replace(CLINIC_NAME, &as_text(clinic));
        let mut response = Response::new(Body::from(page));
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
        response
    }
}

/// Escaped for an attribute as well as for text.
fn as_text(name: &str) -> String {
    name.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}
