//! The pages of the web app, as the server sends them.

use std::path::Path;

use axum::http::{
    StatusCode,
    header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY},
};

use crate::testing::{Client, TestClinic};
use http_api::web::WebApp;
use server::app;

/// A client that opens pages; the pages are the repository's own.
async fn visitor(clinic: &TestClinic, host: String) -> Client {
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
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
