use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::testing::TestClinic;
use practice::clinical::findings::{PE, ROS, VITALS};

const SYSTEMS: [&str; 10] = ["constitutional", "heent", "cardio", "resp", "gi", "gu", "msk", "neuro", "skin", "psych"];

#[tokio::test]
async fn a_new_clinic_has_default_settings() {
    let clinic = TestClinic::new().await;
    let mut settings = clinic.owner().await.get("/api/clinic/settings").await.expect(StatusCode::OK);
    settings.as_object_mut().unwrap().remove("findings");
    settings.as_object_mut().unwrap().remove("normal_findings");
    let rows = clinic.rows("select name from registry.clinic where schema_name = '{}'").await;
    let expected = json!({
        "name": rows[0].try_get::<String>("", "name").unwrap(), "subdomain": clinic.provisioned.subdomain,
        "time_zone": "America/New_York", "idle_minutes": 15, "consent_link_days": 30, "exam_valid_months": 12,
        "second_factor": "optional", "opens_at": "07:00", "closes_at": "21:00", "points_expire_months": 24,
        "adult_age": 18,
        "missing_consents": "warn", "audit_heads": "log", "version": 1,
    });
    assert_eq!(settings, expected);
}

#[tokio::test]
async fn the_exams_lists_hold_every_system_and_nothing_that_joins_findings() {
    let clinic = TestClinic::new().await;
    let findings = clinic.owner().await.get("/api/clinic/settings").await.expect(StatusCode::OK)["findings"].take();
    assert_eq!(findings["vitals"], json!(VITALS));
    assert_eq!(findings.as_object().unwrap().len(), 3);
    let mut entries: Vec<&Value> = findings["vitals"].as_array().unwrap().iter().collect();
    for (list, defaults) in [("ros", ROS), ("pe", PE)] {
        let lists = findings[list].as_object().unwrap();
        assert_eq!(lists.len(), SYSTEMS.len());
        for system in SYSTEMS {
            let (_, texts) = defaults.iter().find(|(name, _)| *name == system).unwrap();
            assert_eq!(lists[system], json!(texts), "{list} {system}: all of them, in their order");
            entries.extend(lists[system].as_array().unwrap());
        }
    }
    assert!(entries.len() > 100, "{}", entries.len());
    for entry in entries {
        let text = entry.as_str().unwrap();
        assert!(!text.trim().is_empty() && !text.contains(';'), "{text}");
    }
}

#[tokio::test]
async fn each_clinic_has_its_own_lists() {
    let clinic = TestClinic::new().await;
    clinic
        .plant("update {}.finding set text = 'Our own words' where list = 'pe' and system = 'skin' and position = 0")
        .await;
    clinic.plant("delete from {}.finding where list = 'ros' and system = 'psych'").await;
    let findings = clinic.owner().await.get("/api/clinic/settings").await.expect(StatusCode::OK)["findings"].take();
    assert_eq!(findings["pe"]["skin"][0], "Our own words");
    assert_eq!(findings["ros"]["psych"], json!([]));
    assert_eq!(
        findings["ros"]["skin"].as_array().unwrap().len(),
        ROS.iter().find(|(name, _)| *name == "skin").unwrap().1.len()
    );
    let another = TestClinic::new().await;
    let findings = another.owner().await.get("/api/clinic/settings").await.expect(StatusCode::OK)["findings"].take();
    assert_ne!(findings["pe"]["skin"][0], "Our own words");
}

#[tokio::test]
async fn a_clinic_marks_which_entries_are_normal() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let mut settings = owner.get("/api/clinic/settings").await.expect(StatusCode::OK);
    let first = settings["normal_findings"].clone();
    assert!(first["ros"].as_array().unwrap().contains(&json!("Denies pregnancy")));
    assert!(!first["pe"].as_array().unwrap().contains(&json!("Photodamage or dyschromia")));
    for computed in ["subdomain", "version"] {
        settings.as_object_mut().unwrap().remove(computed);
    }
    // Without marks in the request, an entry that stays keeps its mark, and a new entry is not normal.
    settings.as_object_mut().unwrap().remove("normal_findings");
    settings["findings"]["ros"]["gu"] = json!(["denies PREGNANCY", "Feels well"]);
    let kept = owner.put("/api/clinic/settings", settings.clone()).await.expect(StatusCode::OK);
    let ros = kept["normal_findings"]["ros"].as_array().unwrap();
    assert!(ros.contains(&json!("denies PREGNANCY")) && !ros.contains(&json!("Feels well")), "{ros:?}");
    settings["normal_findings"] = json!({ "ros": ["feels well"], "pe": [] });
    let marked = owner.put("/api/clinic/settings", settings.clone()).await.expect(StatusCode::OK);
    assert_eq!(marked["normal_findings"], json!({ "ros": ["Feels well"], "pe": [] }));
    settings["normal_findings"] = json!({ "ros": [], "pe": ["Never listed"] });
    let before = clinic.fingerprint().await;
    let words = owner.put("/api/clinic/settings", settings).await.refused_field("normal_findings.pe");
    assert_eq!(words, "entry 1 is in none of the lists");
    assert_eq!(clinic.fingerprint().await, before);
}
