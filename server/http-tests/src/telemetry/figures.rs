use std::collections::BTreeSet;

use axum::http::StatusCode;
use chrono::TimeDelta;
use opentelemetry_proto::tonic::metrics::v1::metric::Data;
use serde_json::json;

use super::{Watched, collector};
use crate::testing::{Client, Server, factories};
use base::permission::MATRIX;
use operations::fleet::round;
use outbox::Worker;

const CONTRACT: &str = include_str!("../../../../infra/docs/telemetry.md");
const RULES: &str = include_str!("../../../../infra/observability/prometheus/rules.yaml");

async fn make_requests(client: &Client) {
    for _ in 0..3 {
        let patient = factories::patient(client).await;
        client.get(&format!("/api/patients/{patient}")).await.expect(StatusCode::OK);
    }
}

/// Every series, without its value.
fn series(figures: &str) -> BTreeSet<String> {
    let lines = figures.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.rsplit_once(' ').unwrap().0.to_owned()).collect()
}

fn value(figures: &str, series: &str) -> f64 {
    let line = figures.lines().find(|line| line.rsplit_once(' ').is_some_and(|(name, _)| name == series));
    line.unwrap_or_else(|| panic!("no {series} in {figures}")).rsplit_once(' ').unwrap().1.parse().unwrap()
}

#[tokio::test]
async fn a_requests_duration_is_in_seconds_by_template() {
    let watched = Watched::new().await;
    let clinic = watched.server.clinic().await;
    make_requests(&clinic.owner().await).await;
    let exported = watched.exported().await;
    let labels = r#"http_request_method="GET",http_response_status_code="200",http_route="/api/patients/{id}""#;
    let count = format!("http_server_request_duration_seconds_count{{{labels}}}");
    assert!((value(&exported.figures, &count) - 3.0).abs() < f64::EPSILON);
    let buckets: Vec<_> = series(&exported.figures)
        .into_iter()
        .filter(|name| {
            name.starts_with("http_server_request_duration_seconds_bucket") && name.contains("/api/patients/{id}")
        })
        .collect();
    assert_eq!(buckets.len(), 12, "{buckets:?}");
    assert!(buckets.iter().any(|bucket| bucket.contains(r#"le="0.005""#)), "{buckets:?}");
    let sent = exported.metrics.iter().find(|metric| metric.name == "http.server.request.duration").unwrap();
    assert_eq!(sent.unit, "s");
    let Some(Data::Histogram(histogram)) = &sent.data else { panic!("{sent:?}") };
    assert_eq!(
        histogram.data_points[0].explicit_bounds,
        [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0]
    );
}

#[tokio::test]
async fn more_clinics_and_patients_add_no_metric_series() {
    let server = Server::new();
    let first = server.clinic().await;
    make_requests(&first.owner().await).await;
    let before = series(&server.app.metrics().text());
    assert!(before.len() > 50, "{}", before.len());
    for _ in 0..3 {
        let clinic = server.clinic().await;
        make_requests(&clinic.owner().await).await;
    }
    let after = series(&server.app.metrics().text());
    assert_eq!(after.difference(&before).collect::<Vec<_>>(), Vec::<&String>::new());
}

/// A server with traffic for every metric.
async fn with_traffic() -> Watched {
    let watched = Watched::new().await;
    let clinic = watched.server.clinic().await;
    let owner = clinic.owner().await;
    make_requests(&owner).await;
    let forgot = json!({ "email": "owner@clinic.example" });
    owner.post("/api/auth/forgot", forgot).await.expect(StatusCode::NO_CONTENT);
    clinic.clock().advance(TimeDelta::minutes(20));
    // A mailer that cannot write its files.
    let mailer = watched.server.mailer();
    std::fs::remove_dir_all(&watched.server.config.mail_dir).unwrap();
    round(&Worker::new(watched.server.app.clone(), mailer), &watched.server.app, clinic.provisioned.id).await;
    // The provisioner is a separate process. Its rounds would remove other tests' clinics.
    watched.server.app.metrics().spares("done");
    watched
}

#[tokio::test]
async fn the_exported_metrics_are_exactly_the_documented_ones() {
    let exported = with_traffic().await.exported().await;
    let names = |text: &str| -> BTreeSet<String> {
        let of_ours = |word: &&str| word.starts_with("celadon_") || word.starts_with("http_server_");
        let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == ':'));
        words.filter(of_ours).map(str::to_owned).collect()
    };
    let base = |name: &str| {
        let suffix = ["_bucket", "_count", "_sum"].into_iter().find_map(|suffix| name.strip_suffix(suffix));
        suffix.unwrap_or(name).to_owned()
    };
    let shown: BTreeSet<_> =
        series(&exported.figures).iter().map(|series| base(series.split('{').next().unwrap())).collect();
    let promised = names(CONTRACT);
    assert!(promised.len() >= 17, "{promised:?}");
    assert_eq!(shown, promised);
    for name in names(RULES) {
        assert!(shown.contains(&base(&name)), "{name} of a rule");
    }
    // The exported metrics have the names of the contract's first column, and its units.
    for metric in &exported.metrics {
        assert!(CONTRACT.contains(&format!("| `{}` |", metric.name)), "{}", metric.name);
        assert_ne!(metric.unit, "1", "{}", metric.name);
        for attribute in collector::labels(metric).into_iter().flatten() {
            assert!(
                [
                    "http.route",
                    "http.request.method",
                    "http.response.status_code",
                    "state",
                    "placement",
                    "kind",
                    "status",
                    "class",
                    "outcome"
                ]
                .contains(&attribute.key.as_str()),
                "{} of {}",
                attribute.key,
                metric.name
            );
        }
    }
}

#[tokio::test]
async fn the_round_reports_waiting_and_failed_jobs() {
    let exported = with_traffic().await.exported().await;
    let figures = &exported.figures;
    assert!((value(figures, r#"celadon_jobs_waiting{kind="password_reset"}"#) - 1.0).abs() < f64::EPSILON);
    assert!(value(figures, r#"celadon_job_oldest_seconds{kind="password_reset"}"#) >= 1_200.0);
    assert!((value(figures, r#"celadon_jobs_failed_total{kind="password_reset"}"#) - 1.0).abs() < f64::EPSILON);
    assert!(value(figures, "celadon_audit_unsealed_rows").abs() < f64::EPSILON);
    assert!(value(figures, "celadon_audit_chain_broken").abs() < f64::EPSILON);
    // Other tests' clinics are in the same registry.
    assert!(value(figures, r#"celadon_clinics{status="active"}"#) >= 1.0);
    assert!(value(figures, r#"celadon_clinics{status="spare"}"#) >= 0.0);
    assert!(value(figures, "celadon_billing_behind") >= 0.0);
}

#[tokio::test]
async fn a_wrong_password_and_a_request_too_many_are_counted() {
    let server = Server::new();
    let clinic = server.clinic().await;
    let wrong = json!({ "email": "owner@clinic.example", "password": "guessed" });
    let client = clinic.anonymous();
    client.post("/api/auth/login", wrong.clone()).await.refused(StatusCode::UNAUTHORIZED, "wrong_credentials");
    let figures = server.app.metrics().text();
    // Each class begins at zero. Otherwise an alert on an increase would miss the first refusal.
    for row in &MATRIX.rows {
        let class = row.rate_class.name();
        assert!(
            value(&figures, &format!(r#"celadon_rate_limited_total{{class="{class}"}}"#)).abs() < f64::EPSILON,
            "{class}"
        );
    }
    assert!((value(&figures, "celadon_signin_failures_total") - 1.0).abs() < f64::EPSILON);
    assert!(value(&figures, r#"celadon_rate_limited_total{class="signin"}"#).abs() < f64::EPSILON);
    while client.post("/api/auth/login", wrong.clone()).await.status != StatusCode::TOO_MANY_REQUESTS {}
    let figures = server.app.metrics().text();
    assert!((value(&figures, r#"celadon_rate_limited_total{class="signin"}"#) - 1.0).abs() < f64::EPSILON);
}
