//! A stored picture cannot sign again.

use axum::http::StatusCode;
use base64::{Engine, engine::general_purpose::STANDARD};
use chrono::TimeDelta;
use serde_json::{Value, json};

use super::signed_by_both;
use crate::testing::{Client, TestClinic, factories};
use base::permission::Role;

/// The estimate as a member reads it, in the form in which a program sends it back.
async fn read(client: &Client, patient: i64) -> Value {
    client.get(&format!("/api/gfe-estimate/{patient}")).await.expect(StatusCode::OK)
}

fn with(estimate: &Value, field: &str, value: Value) -> Value {
    let mut changed = estimate.clone();
    changed[field] = value;
    changed
}

fn is_signed(estimate: &Value) -> (bool, bool) {
    (estimate["pt_is_signed"] == true, estimate["prov_is_signed"] == true)
}

/// The same drawing in another encoding.
fn encoded_otherwise(data_url: &str) -> String {
    let png = STANDARD.decode(data_url.strip_prefix("data:image/png;base64,").unwrap()).unwrap();
    let mut decoder = png::Decoder::new(std::io::Cursor::new(png));
    decoder.set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut pixels).unwrap();
    let mut other = Vec::new();
    let mut encoder = png::Encoder::new(&mut other, frame.width, frame.height);
    encoder.set_color(frame.color_type);
    encoder.set_compression(png::Compression::Fast);
    encoder.add_text_chunk("Software".to_owned(), "another".to_owned()).unwrap();
    encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
    format!("data:image/png;base64,{}", STANDARD.encode(other))
}

#[tokio::test]
async fn an_estimate_sent_back_with_higher_prices_loses_its_signatures() {
    let clinic = TestClinic::new().await;
    let (patient, signed) = signed_by_both(&clinic).await;
    let path = format!("/api/gfe-estimate/{}", factories::id(&signed));
    let provider = clinic.signed_in_as(Role::Provider).await;
    let seen = read(&provider, patient).await;
    let otherwise = encoded_otherwise(seen["pt_sig"].as_str().unwrap());
    assert_ne!(seen["pt_sig"], json!(otherwise));
    let swapped = with(&with(&seen, "pt_sig", seen["prov_sig"].clone()), "prov_sig", seen["pt_sig"].clone());
    let bodies = [seen.clone(), with(&seen, "pt_sig", json!(otherwise)), swapped, with(&seen, "prov_sig", Value::Null)];
    for (number, body) in bodies.into_iter().enumerate() {
        let dearer = with(&body, "face_unit_cost", json!(200 + number));
        let changed = provider.put(&path, dearer).await.expect(StatusCode::OK);
        assert_eq!(changed["version"], json!(number + 2));
        assert_eq!((is_signed(&changed), &changed["pt_sig"]), ((false, false), &Value::Null), "{number}");
    }
    // Back to the first content: the picture of a removed signature does not restore it.
    let back = provider.put(&path, seen.clone()).await.expect(StatusCode::OK);
    assert_eq!((is_signed(&back), &back["version"], &back["grand_total"]), ((false, false), &json!(6), &json!(480.0)));
    let again = provider.put(&path, seen).await.expect(StatusCode::OK);
    assert_eq!(again["version"], 6, "and what changes nothing makes no version");
    let former = provider.get(&format!("{path}/versions/1")).await.expect(StatusCode::OK);
    assert_eq!(former, signed, "readable as it was signed");
}

#[tokio::test]
async fn an_estimate_sent_back_unchanged_makes_no_second_signature() {
    let clinic = TestClinic::new().await;
    let (patient, signed) = signed_by_both(&clinic).await;
    let path = format!("/api/gfe-estimate/{}", factories::id(&signed));
    clinic.clock().advance(TimeDelta::minutes(3));
    let other = clinic.signed_in_as(Role::Provider).await;
    let rows = async || {
        let rows = clinic
            .rows("select pt_signer::text || prov_signer::text || encode(pt_digest || prov_digest, 'hex') as all_of_it from {}.estimate")
            .await;
        rows.iter().map(|row| row.try_get::<String>("", "all_of_it").unwrap()).collect::<Vec<_>>()
    };
    let before = rows().await;
    let seen = read(&other, patient).await;
    let otherwise = encoded_otherwise(seen["prov_sig"].as_str().unwrap());
    for body in [seen.clone(), with(&seen, "prov_sig", json!(otherwise)), with(&seen, "pt_sig", Value::Null)] {
        assert_eq!(other.put(&path, body).await.expect(StatusCode::OK), signed);
    }
    assert_eq!(rows().await, before, "one version, its signers, moments and digests as they were");
}

#[tokio::test]
async fn a_stored_signature_cannot_sign_for_another_provider() {
    let clinic = TestClinic::new().await;
    let (patient, signed) = signed_by_both(&clinic).await;
    let path = format!("/api/gfe-estimate/{}", factories::id(&signed));
    let director = clinic.signed_in_as(Role::MedicalDirector).await;
    let seen = read(&director, patient).await;
    let redated = with(&seen, "prov_sig_date", json!("2026-11-21"));
    let changed = director.put(&path, redated.clone()).await.expect(StatusCode::OK);
    assert_eq!((is_signed(&changed), &changed["prov_signed_by"]), ((true, false), &Value::Null));
    // A nurse cannot sign as the provider, but may send back what she has read.
    let nurse = clinic.signed_in_as(Role::Nurse).await;
    let mut redated = with(&seen, "prov_sig_date", json!("2026-11-22"));
    let changed = nurse.put(&path, redated.clone()).await.expect(StatusCode::OK);
    assert_eq!((is_signed(&changed), &changed["version"]), ((true, false), &json!(3)));
    redated["prov_sig"] = json!(factories::signature_of("Robin Nurse"));
    nurse.put(&path, redated.clone()).await.refused_field("prov_sig");
    // Drawn again, it is the director's own signature, and the patient's stays.
    let own = with(&redated, "prov_sig", json!(factories::signature_of("Robin Medical Director")));
    let changed = director.put(&path, own).await.expect(StatusCode::OK);
    assert_eq!((is_signed(&changed), &changed["prov_signed_by"]), ((true, true), &json!("Robin Medical Director")));
    assert_eq!(changed["pt_signed_at"], signed["pt_signed_at"]);
}

#[tokio::test]
async fn a_newly_signed_change_does_not_carry_over_the_other_signature() {
    let clinic = TestClinic::new().await;
    let (patient, signed) = signed_by_both(&clinic).await;
    let path = format!("/api/gfe-estimate/{}", factories::id(&signed));
    clinic.clock().advance(TimeDelta::minutes(3));
    let receptionist = clinic.signed_in_as(Role::Receptionist).await;
    let mut dearer = factories::estimate(patient);
    dearer["face_unit_cost"] = json!(14);
    dearer["pt_sig"] = json!(factories::signature_of("Nora Lindqvist"));
    let changed = receptionist.put(&path, dearer).await.expect(StatusCode::OK);
    assert_eq!((is_signed(&changed), &changed["version"]), ((true, false), &json!(2)));
    assert_ne!(changed["pt_signed_at"], signed["pt_signed_at"]);
}

#[tokio::test]
async fn a_stored_signature_cannot_sign_another_estimate_of_the_patient() {
    let clinic = TestClinic::new().await;
    let (patient, signed) = signed_by_both(&clinic).await;
    let provider = clinic.signed_in_as(Role::Provider).await;
    let another = provider.post("/api/gfe-estimate", read(&provider, patient).await).await.expect(StatusCode::CREATED);
    assert_ne!(another["id"], signed["id"]);
    assert_eq!((is_signed(&another), &another["pt_signed_at"]), ((false, false), &Value::Null));
    // The picture on a consent that the patient has signed does not sign either.
    let consented = factories::signature_of("Nora Lindqvist");
    let owner = clinic.owner().await;
    let (_, token) = factories::consent(&owner, patient).await;
    let sign = format!("/api/portal/consent/{token}/sign");
    clinic.anonymous().post(&sign, json!({ "signature": consented })).await.expect(StatusCode::OK);
    let with_it = with(&factories::estimate(patient), "pt_sig", json!(consented));
    let made = owner.post("/api/gfe-estimate", with_it.clone()).await.expect(StatusCode::CREATED);
    assert_eq!(is_signed(&made), (false, false));
}

#[tokio::test]
async fn a_signature_of_one_patient_is_none_of_another() {
    let clinic = TestClinic::new().await;
    let (_, signed) = signed_by_both(&clinic).await;
    let owner = clinic.owner().await;
    let other = factories::patient(&owner).await;
    // The patient's picture, the provider's picture, and one on another patient's consent.
    let consented = json!(factories::signature_of("Somebody Else"));
    let (_, token) = factories::consent(&owner, factories::patient(&owner).await).await;
    let sign = format!("/api/portal/consent/{token}/sign");
    clinic.anonymous().post(&sign, json!({ "signature": consented })).await.expect(StatusCode::OK);
    let mut path: Option<String> = None;
    for picture in [&signed["pt_sig"], &signed["prov_sig"], &consented] {
        let new = with(&factories::estimate(other), "pt_sig", picture.clone());
        let answer = match &path {
            None => owner.post("/api/gfe-estimate", new).await.expect(StatusCode::CREATED),
            Some(path) => owner.put(path, new).await.expect(StatusCode::OK),
        };
        assert_eq!((is_signed(&answer), &answer["pt_signed_at"]), ((false, false), &Value::Null));
        path = Some(format!("/api/gfe-estimate/{}", factories::id(&answer)));
    }
    let own = with(&factories::estimate(other), "pt_sig", json!(factories::signature_of("Their Own")));
    let answer = owner.put(&path.unwrap(), own).await.expect(StatusCode::OK);
    assert_eq!(is_signed(&answer), (true, false));
    // A provider's typed name gives the same picture each time.
    let again = with(&factories::estimate(other), "prov_sig", signed["prov_sig"].clone());
    let answer = owner.post("/api/gfe-estimate", again).await.expect(StatusCode::CREATED);
    assert_eq!(is_signed(&answer), (true, true));
}
