use axum::http::{Method, StatusCode};
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::testing::{Client, TestClinic, factories};
use base::permission::Role;

const TEMPLATES: &str = "/api/consents/templates";

fn text(body: impl Into<String>) -> Value {
    json!({ "name": "Microneedling consent", "body": body.into() })
}

async fn listed(client: &Client, id: i64) -> Option<Value> {
    let all = client.get(TEMPLATES).await.expect(StatusCode::OK);
    all.as_array().unwrap().iter().find(|template| factories::id(template) == id).cloned()
}

#[tokio::test]
async fn a_template_is_added_changed_and_removed() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let body = "<h2>Risks</h2><p>Redness &amp; swelling.</p><ul><li>One</li></ul>";
    let added = owner.post(TEMPLATES, text(format!("  {body}\n"))).await.expect(StatusCode::CREATED);
    let id = factories::id(&added);
    assert!(id >= clinic.first_id);
    let expected = json!({
        "id": id, "name": "Microneedling consent", "body": body, "version": 1,
        "created_at": added["created_at"], "updated_at": added["created_at"],
    });
    assert_eq!(added, expected);
    assert_eq!(listed(&owner, id).await, Some(added.clone()));
    clinic.clock().advance(chrono::TimeDelta::minutes(1));
    let path = format!("{TEMPLATES}/{id}");
    let changed = json!({ "name": " Needling ", "body": "<p>New</p>" });
    let changed = owner.put(&path, changed).await.expect(StatusCode::OK);
    assert_eq!(changed["version"], 2);
    assert_eq!((&changed["name"], &changed["body"]), (&json!("Needling"), &json!("<p>New</p>")));
    assert_eq!(changed["created_at"], added["created_at"]);
    assert_ne!(changed["updated_at"], added["updated_at"]);
    assert_eq!(listed(&owner, id).await, Some(changed));
    owner.send_from_version(1, Method::DELETE, &path, None).await.refused(StatusCode::PRECONDITION_FAILED, "stale");
    let gone = owner.delete(&path).await;
    assert_eq!((gone.status, gone.text.as_str()), (StatusCode::NO_CONTENT, ""));
    assert_eq!(listed(&owner, id).await, None);
    let before = clinic.fingerprint().await;
    owner.delete(&path).await.refused(StatusCode::NOT_FOUND, "not_found");
    owner.put(&path, text("<p>Back</p>")).await.refused(StatusCode::NOT_FOUND, "not_found");
    for nothing in ["1", "-1", "x", "9223372036854775808"] {
        owner.delete(&format!("{TEMPLATES}/{nothing}")).await.refused(StatusCode::NOT_FOUND, "not_found");
    }
    assert_eq!(clinic.fingerprint().await, before);
    for (action, times) in
        [("consent_template.create", 1), ("consent_template.update", 1), ("consent_template.delete", 1)]
    {
        assert_eq!(factories::audited(&clinic, "member", action, &[], &[id]).await, times, "{action}");
    }
}

#[tokio::test]
async fn templates_are_listed_by_name_and_include_the_default_ones() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    owner.post(TEMPLATES, json!({ "name": "AAA first", "body": "x" })).await.expect(StatusCode::CREATED);
    let all = owner.get(TEMPLATES).await.expect(StatusCode::OK);
    let names: Vec<_> = all.as_array().unwrap().iter().map(|template| template["name"].as_str().unwrap()).collect();
    assert_eq!(names[0], "AAA first");
    assert_eq!(names.len(), practice::clinical::consent_templates::CONSENT_TEMPLATES.len() + 1);
    for (name, _) in practice::clinical::consent_templates::CONSENT_TEMPLATES {
        assert!(names.contains(name), "{name}");
    }
}

#[tokio::test]
async fn a_blank_name_or_text_is_refused_and_so_is_markup_around_nothing() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let path = format!("{TEMPLATES}/{}", factories::template(&owner).await);
    let before = clinic.fingerprint().await;
    let refused = async |new: Value, field: &str, words: &str| {
        assert_eq!(owner.post(TEMPLATES, new.clone()).await.refused_field(field), words, "{new}");
        assert_eq!(owner.put(&path, new.clone()).await.refused_field(field), words, "{new}");
    };
    for blank in ["", "   ", "\n\t", "\u{a0}"] {
        refused(json!({ "name": blank, "body": "<p>x</p>" }), "name", "Name is required").await;
        refused(text(blank), "body", "Body is required").await;
    }
    refused(json!({ "body": "x" }), "name", "Name is required").await;
    refused(json!({ "name": "x" }), "body", "Body is required").await;
    for nothing in [
        "<p></p>",
        "<p> </p><ul><li>\n</li></ul>",
        "<br><hr>",
        "<p>&nbsp;&#160;</p>",
        "<!-- a remark -->",
        "<script>alert(1)</script>",
        "<style>p { color: red }</style><p></p>",
        "<img src=x alt=picture>",
        "<iframe>inside</iframe>",
    ] {
        refused(text(nothing), "body", "Body is required").await;
    }
    refused(json!({ "name": "x".repeat(201), "body": "x" }), "name", "must be at most 200 characters").await;
    refused(json!({ "name": "a\u{0}b", "body": "x" }), "name", "holds a character that cannot be saved").await;
    refused(text("a\u{0}b"), "body", "holds a character that cannot be saved").await;
    refused(json!({ "name": 5, "body": "x" }), "name", "must be text").await;
    refused(json!({ "name": "x", "body": ["x"] }), "body", "must be text").await;
    refused(json!({ "name": "x", "body": "x", "version": 7 }), "version", "is not part of this form").await;
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn scripts_resources_and_forms_are_removed_before_a_template_is_stored() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let body = "<p onclick=\"alert(1)\" style=\"position:fixed\">Read <a href=\"javascript:alert(1)\">this</a>.</p>\
        <script>alert(1)</script><img src=x onerror=alert(1)><form action=\"https://evil.example\"><input name=ssn></form>";
    let id = factories::id(&owner.post(TEMPLATES, text(body)).await.expect(StatusCode::CREATED));
    let kept = async || {
        let rows = clinic.rows(&format!("select body from {{}}.consent_template where id = {id}")).await;
        rows[0].try_get::<String>("", "body").unwrap()
    };
    assert_eq!(kept().await, "<p>Read this.</p>");
    owner.put(&format!("{TEMPLATES}/{id}"), text(format!("{body}<p>2</p>"))).await.expect(StatusCode::OK);
    assert_eq!(kept().await, "<p>Read this.</p><p>2</p>");
}

#[tokio::test]
async fn a_text_is_shown_before_it_is_saved_as_it_will_be_stored_or_refused() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let preview = format!("{TEMPLATES}/preview");
    let pasted =
        "<div>Dose:</div><div>5 units</div><div>0 refunds</div><ul>Not if you are:<li>10<sup>2</sup></li></ul>";
    let stored = "<p>Dose:</p><p>5 units</p><p>0 refunds</p><p>Not if you are:</p><ul><li>10²</li></ul>";
    let before = clinic.fingerprint().await;
    let shown = owner.post(&preview, json!({ "body": pasted })).await.expect(StatusCode::OK);
    assert_eq!(shown, json!({ "body": stored }));
    let wide = format!("<p>Aftercare</p><table><tr>{}</tr></table>", "<td>day</td>".repeat(13));
    let character = "<p>I agree \u{12000}</p>";
    for (body, words) in [
        (
            wide.as_str(),
            "has a table with 13 columns where 8 fit on the page. It begins with “day day day day day day day day day day ”",
        ),
        (character, "has the character “\u{12000}” (U+12000), which cannot be printed, after “I agree”"),
    ] {
        assert_eq!(owner.post(&preview, json!({ "body": body })).await.refused_field("body"), words);
        assert_eq!(owner.post(TEMPLATES, text(body)).await.refused_field("body"), words);
    }
    let named = json!({ "name": "Consent \u{12000}", "body": "x" });
    let words = "has the character “\u{12000}” (U+12000), which cannot be printed, after “Consent”";
    assert_eq!(owner.post(TEMPLATES, named).await.refused_field("name"), words);
    assert_eq!(clinic.fingerprint().await, before);
    assert_eq!(owner.post(TEMPLATES, text(pasted)).await.expect(StatusCode::CREATED)["body"], stored);
    let nurse = clinic.signed_in_as(Role::Nurse).await;
    nurse.post(&preview, json!({ "body": "x" })).await.refused(StatusCode::FORBIDDEN, "forbidden");
}

/// A text from before the model stays as it was issued, because its signature covers its bytes.
#[tokio::test]
async fn a_text_that_was_issued_before_is_shown_and_kept_as_it_was() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (id, token) = factories::consent(&owner, factories::patient(&owner).await).await;
    let columns = "<td>c</td>".repeat(13);
    let body =
        format!("<b><p>a</p><ul>Not if:<li>b</li></ul></b><table><tbody><tr>{columns}</tr></tbody></table>\u{12000}");
    clinic.plant(&format!("update {{}}.consent set body = '{body}' where id = {id}")).await;
    let portal = clinic.anonymous();
    let path = format!("/api/portal/consent/{token}");
    assert_eq!(portal.get(&path).await.expect(StatusCode::OK)["template"], body.as_str());
    let signing = json!({ "typed_name": "Nora Lindqvist" });
    portal.post(&format!("{path}/sign"), signing).await.expect(StatusCode::OK);
    let rows = clinic.rows(&format!("select body from {{}}.consent where id = {id}")).await;
    assert_eq!(rows[0].try_get::<String>("", "body").unwrap(), body);
}

#[tokio::test]
async fn unsafe_markup_in_the_table_is_removed_when_it_is_read() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let id = factories::template(&owner).await;
    let bad = "<p onclick=alert(1)>Fine</p><script>alert(1)</script>";
    clinic.plant(&format!("update {{}}.consent_template set body = '{bad}' where id = {id}")).await;
    assert_eq!(listed(&owner, id).await.unwrap()["body"], "<p>Fine</p>");
    let issue = json!({ "templateId": id });
    let issued = owner.post(&format!("/api/consents/{patient}/issue"), issue).await.expect(StatusCode::CREATED);
    let path = format!("/api/portal/consent/{}", factories::token_in(issued["portal_url"].as_str().unwrap()));
    assert_eq!(clinic.anonymous().get(&path).await.expect(StatusCode::OK)["template"], "<p>Fine</p>");
    // The same applies to a frozen text.
    clinic
        .plant(&format!("update {{}}.consent set body = '{bad}' where id = {}", factories::id(&issued["consent"])))
        .await;
    assert_eq!(clinic.anonymous().get(&path).await.expect(StatusCode::OK)["template"], "<p>Fine</p>");
}

#[tokio::test]
async fn a_template_has_at_most_64_kib_and_a_limited_depth() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let whole = |length: usize| text(format!("<p>{}</p>", "x".repeat(length - 7)));
    owner.post(TEMPLATES, whole(64 * 1024)).await.expect(StatusCode::CREATED);
    let nested = |levels: usize| text(format!("{}x{}", "<blockquote>".repeat(levels), "</blockquote>".repeat(levels)));
    owner.post(TEMPLATES, nested(32)).await.expect(StatusCode::CREATED);
    let before = clinic.fingerprint().await;
    let refused = async |new: Value| owner.post(TEMPLATES, new).await.refused_field("body");
    assert_eq!(refused(whole(64 * 1024 + 1)).await, "must be at most 64 KiB");
    assert_eq!(refused(text("é".repeat(32 * 1024 + 1))).await, "must be at most 64 KiB", "bytes count");
    let deep = "has elements nested more than 32 deep";
    let hidden = (0..800).map(|number| format!("<b a{number}=\"</b>\">")).collect::<Vec<_>>().concat();
    for (body, words) in [
        (nested(33), deep),
        (text(format!("{}x", "<ul><li>".repeat(5_000))), deep),
        // An end tag without a start tag ends nothing.
        (text(format!("{}x", "<ul></b>".repeat(5_000))), deep),
        (text(format!("{}x", "<blockquote><p>x</p>".repeat(3_000))), deep),
        (text(format!("{}x", "<ul><!--</ul>-->".repeat(4_000))), deep),
        // A tree builder would repeat each of the 800 elements in each of the 3,000 paragraphs.
        (text(format!("<p>{hidden}{}", "<p>x".repeat(3_000))), deep),
        (text(format!("x{}", "<br>".repeat(5_001))), "has more than 5000 elements"),
        (text(format!("x<!--{}-->", "-".repeat(12_000))), "has a tag or a comment of more than 8 KiB"),
        // The stored text has more bytes than the request.
        (text("\u{a0}x".repeat(15_000)), "must be at most 64 KiB"),
    ] {
        assert_eq!(refused(body).await, words);
    }
    let flood = text("x".repeat(200 * 1024));
    owner.post(TEMPLATES, flood).await.refused(StatusCode::PAYLOAD_TOO_LARGE, "too_large");
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn all_templates_have_at_most_2_mib_together() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let id = factories::template(&owner).await;
    let large = async |bytes: usize| {
        let sql = format!("update {{}}.consent_template set body = repeat('x', {bytes}) where id = {id}");
        clinic.plant(&sql).await;
    };
    large(2 * 1024 * 1024).await;
    let before = clinic.fingerprint().await;
    let words = "Your consent texts together have more than 2 MiB. Take one off the list first.";
    assert_eq!(owner.post(TEMPLATES, text("<p>One more</p>")).await.refused_field("body"), words);
    assert_eq!(clinic.fingerprint().await, before);
    large(1024 * 1024).await;
    owner.post(TEMPLATES, text("<p>One more</p>")).await.expect(StatusCode::CREATED);
}

#[tokio::test]
async fn a_stored_text_beyond_the_limits_is_read_as_plain_text() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let id = factories::template(&owner).await;
    let body = "(select '<p>' || string_agg('<b a' || n || '=\"</b>\">', '') || repeat('<p>x', 1400) from generate_series(1, 1400) n)";
    clinic.plant(&format!("update {{}}.consent_template set body = {body} where id = {id}")).await;
    let read = listed(&owner, id).await.unwrap()["body"].as_str().unwrap().to_owned();
    assert!(read.starts_with("&lt;p&gt;&lt;b a1=\"&lt;/b&gt;\"&gt;") && read.len() < 200_000, "{read:.100}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_changes_each_get_a_version_of_their_own() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let path = format!("{TEMPLATES}/{}", factories::template(&owner).await);
    let answers = join_all((0..12).map(|number| owner.put(&path, text(format!("<p>{number}</p>"))))).await;
    let mut versions: Vec<_> =
        answers.into_iter().map(|answer| answer.expect(StatusCode::OK)["version"].as_i64().unwrap()).collect();
    versions.sort_unstable();
    assert_eq!(versions, (2..=13).collect::<Vec<_>>(), "a consent names the version of its text");
}

#[tokio::test]
async fn a_removed_template_is_put_on_the_list_again_as_it_was() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let id = factories::template(&owner).await;
    let path = format!("{TEMPLATES}/{id}");
    let before = listed(&owner, id).await;
    owner.post_nothing(&format!("{path}/restore")).await.refused(StatusCode::CONFLICT, "not_removed");
    owner.delete(&path).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(listed(&owner, id).await, None);
    let nurse = clinic.signed_in_as(base::permission::Role::Nurse).await;
    nurse.post_nothing(&format!("{path}/restore")).await.refused(StatusCode::FORBIDDEN, "forbidden");
    nurse.get(&format!("{TEMPLATES}/removed")).await.refused(StatusCode::FORBIDDEN, "forbidden");
    let removed = owner.get(&format!("{TEMPLATES}/removed")).await.expect(StatusCode::OK);
    assert_eq!((removed.as_array().unwrap().len(), &removed[0]["id"]), (1, &json!(id)));
    owner.post_nothing(&format!("{TEMPLATES}/1/restore")).await.refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(listed(&owner, id).await, None);
    let back = owner.post_nothing(&format!("{path}/restore")).await.expect(StatusCode::OK);
    assert_eq!(owner.get(&format!("{TEMPLATES}/removed")).await.expect(StatusCode::OK), json!([]));
    assert_eq!((Some(back), listed(&owner, id).await), (before.clone(), before));
    assert_eq!(factories::audited(&clinic, "member", "consent_template.put_back", &[], &[id]).await, 1);
}

#[tokio::test]
async fn the_table_has_every_template_with_its_text() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let new = json!({ "name": "Photos", "body": "<p>May we?</p>" });
    owner.post("/api/consents/templates", new).await.expect(StatusCode::CREATED);
    let rows = owner.get("/api/consents/templates/export").await.table();
    assert_eq!(rows[0].join(" "), "number name version changed html");
    let row = rows.iter().find(|row| row[1] == "Photos").expect("its row");
    assert_eq!((row[2].as_str(), row[4].as_str()), ("1", "<p>May we?</p>"));
    let nurse = clinic.signed_in_as(Role::Nurse).await;
    nurse.get("/api/consents/templates/export").await.refused(StatusCode::FORBIDDEN, "forbidden");
}
