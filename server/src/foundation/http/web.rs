//! Serves the built web app: its files, compressed at build time, and its one page for every route of its own
//! (others behind a patient's link, for booking, and at the platform's own host). Each page gets a fresh nonce
//! for the styles it makes, and the name of the clinic, which is shown before anybody has signed in.

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

use crate::foundation::error::Error;

/// The placeholder of the nonce in the pages.
const NONCE: &str = "__CSP_NONCE__";

/// The placeholder of the clinic's name in its page.
const CLINIC_NAME: &str = "__CLINIC_NAME__";

/// The Trusted Types policies of every page: the one that sanitizes a consent's text, and its library's.
const POLICIES: &str = "dompurify consent-html";

/// The staff's page has the calendar as well, which makes this one when its code is loaded.
const STAFF_POLICIES: &str = "dompurify consent-html svelte-trusted-html";

/// The built app, read once at start.
#[derive(Clone)]
pub struct WebApp {
    page: Arc<str>,
    /// The page where patients sign, which is an app of its own.
    portal: Arc<str>,
    /// The page where patients book, which is another.
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

    /// The page of a clinic (without a clinic: the platform's), or a file beside it such as the icon.
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
        // The name is inserted last: whatever it contains, no placeholder in it is replaced.
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use axum::http::{
        StatusCode,
        header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY},
    };

    use super::WebApp;
    use crate::{
        app,
        testing::{Client, TestClinic},
    };

    /// A client that opens pages; the pages are the repository's own.
    async fn visitor(clinic: &TestClinic, host: String) -> Client {
        let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web");
        Client::new(app::router(&clinic.server.app, Some(WebApp::read(pages).await.unwrap())), host)
    }

    #[tokio::test]
    async fn the_page_shows_the_clinics_name_escaped_before_sign_in() {
        let clinic = TestClinic::new().await;
        let owner = clinic.owner().await;
        let visitor = visitor(&clinic, clinic.host()).await;
        let named = async |name: &str| {
            let mut settings = owner.get("/api/clinic/settings").await.expect(StatusCode::OK);
            settings["name"] = name.into();
            owner.put("/api/clinic/settings", settings).await.expect(StatusCode::OK);
            let page = visitor.get("/sign-in").await;
            assert_eq!(page.headers[CACHE_CONTROL], "no-store");
            page.text
        };
        assert!(named("Linden & Sons").await.contains(r#"<meta name="clinic" content="Linden &amp; Sons" />"#));
        let page = named(r#""><script>alert('1')</script> __CSP_NONCE__"#).await;
        let text = "&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; __CSP_NONCE__";
        assert!(page.contains(&format!(r#"<meta name="clinic" content="{text}" />"#)), "{page}");
    }

    #[tokio::test]
    async fn a_patients_link_serves_the_portal_page_at_a_clinics_host_only() {
        let clinic = TestClinic::new().await;
        let here = visitor(&clinic, clinic.host()).await;
        let patients = async |path: &str| {
            let page = here.get(path).await;
            assert_eq!(page.headers[CACHE_CONTROL], "no-store");
            page.text.contains("/src/features/portal/main.tsx")
        };
        assert!(patients("/portal/sign/abc").await && patients("/portal/sign").await && patients("/portal").await);
        assert!(!patients("/").await && !patients("/portals").await && !patients("/patients").await);
        let platform = visitor(&clinic, "localhost:8080".to_owned()).await.get("/portal/sign/abc").await;
        assert!(!platform.text.contains("/src/features/portal/main.tsx"), "{}", platform.text);
    }

    #[tokio::test]
    async fn the_booking_page_is_at_a_clinics_host_and_in_no_other_page() {
        let clinic = TestClinic::new().await;
        let here = visitor(&clinic, clinic.host()).await;
        let page = here.get("/book").await;
        assert!(page.text.contains("/src/features/portal/booking/main.tsx"), "{}", page.text);
        let policy = page.headers[CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(policy.contains("frame-ancestors 'none'") && policy.ends_with("consent-html"), "{policy}");
        for other in ["/booking", "/book/x", "/books"] {
            assert!(!here.get(other).await.text.contains("booking/main.tsx"), "{other}");
        }
        let platform = visitor(&clinic, "localhost:8080".to_owned()).await.get("/book").await;
        assert!(!platform.text.contains("booking/main.tsx"), "{}", platform.text);
    }

    #[tokio::test]
    async fn the_tablets_page_is_at_a_clinics_host_and_has_nothing_of_the_staffs() {
        let clinic = TestClinic::new().await;
        let here = visitor(&clinic, clinic.host()).await;
        let page = here.get("/tablet").await;
        assert!(
            page.text.contains("/src/features/portal/kiosk/main.tsx") && !page.text.contains("/src/main.tsx"),
            "{}",
            page.text
        );
        assert_eq!(page.headers[CACHE_CONTROL], "no-store");
        assert!(!here.get("/tablet/x").await.text.contains("kiosk/main.tsx"));
        let platform = visitor(&clinic, "localhost:8080".to_owned()).await.get("/tablet").await;
        assert!(!platform.text.contains("kiosk/main.tsx"), "{}", platform.text);
    }

    #[tokio::test]
    async fn the_platforms_page_names_no_clinic() {
        let clinic = TestClinic::new().await;
        let page = visitor(&clinic, "localhost:8080".to_owned()).await.get("/").await;
        assert_eq!(page.status, StatusCode::OK);
        assert!(!page.text.contains(r#"name="clinic""#), "{}", page.text);
    }

    #[tokio::test]
    async fn only_the_staffs_page_may_make_the_calendars_policy() {
        let clinic = TestClinic::new().await;
        let here = visitor(&clinic, clinic.host()).await;
        let platform = visitor(&clinic, "localhost:8080".to_owned()).await;
        for (page, expected) in [
            (here.get("/appointments").await, "trusted-types dompurify consent-html svelte-trusted-html"),
            (here.get("/portal/sign/abc").await, "trusted-types dompurify consent-html"),
            (platform.get("/").await, "trusted-types dompurify consent-html"),
        ] {
            let policy = page.headers[CONTENT_SECURITY_POLICY].to_str().unwrap();
            assert!(policy.ends_with(expected), "{policy}");
        }
    }
}
