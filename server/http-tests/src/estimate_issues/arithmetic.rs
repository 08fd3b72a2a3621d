//! Ten thousand random estimates: the stored, returned and printed amounts agree with exact fractions to the cent.

use std::collections::HashMap;

use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use entity::clinic::{estimate, estimate_content, estimate_issue, estimate_setting};
use rust_decimal::Decimal;
use sea_orm::{EntityTrait, IntoActiveModel, TryIntoModel};
use serde_json::{Value, json};

use super::Complete;
use crate::testing::{
    estimates::{AREAS, CHECKSUMS, Checksum, RandomLine, add_to, in_dollars, ten_thousand},
    factories,
    pdf::plain,
};
use money::estimates::{NewEstimate, lines_of};
use papers::estimate_issues::{assemble, file, settings};
use tenancy::enter_for_job;

/// The lines that the patient receives.
fn listed(lines: &[Option<RandomLine>]) -> Vec<&RandomLine> {
    lines.iter().flatten().filter(|line| line.is_listed()).collect()
}

fn total(lines: &[Option<RandomLine>]) -> i128 {
    listed(lines).iter().map(|line| line.charge()).sum()
}

/// The content beside the form: the discounts, and two providers in turn.
fn content(lines: &[Option<RandomLine>]) -> Value {
    let beside = listed(lines).into_iter().enumerate().map(|(at, line)| {
        let discount = line.discount().map(|cents| format!("{}.{:02}", cents / 100, cents % 100));
        json!({ "area": line.area, "provider": provider(at), "discount": discount })
    });
    let mut content = factories::estimate_content();
    content["lines"] = beside.collect();
    content
}

const fn provider(at: usize) -> &'static str {
    if at.is_multiple_of(2) { "Ada Even" } else { "Ben Odd" }
}

/// The expected input of the template for these lines: the charge and the discount of each, the sums of the providers, and the
/// total.
fn expected(lines: &[Option<RandomLine>]) -> Value {
    let listed = listed(lines);
    let of = |turn: usize| -> i128 { listed.iter().skip(turn).step_by(2).map(|line| line.charge()).sum() };
    let totals =
        (0..listed.len().min(2)).map(|turn| json!({ "provider": provider(turn), "total": in_dollars(of(turn)) }));
    json!({
        "lines": listed.iter().map(|line| json!({
            "charge": in_dollars(line.charge()), "discount": line.discount().filter(|discount| *discount > 0).map(in_dollars),
        })).collect::<Vec<_>>(),
        "provider_totals": totals.collect::<Vec<_>>(),
        "total": in_dollars(total(lines)),
    })
}

/// The same fields of the template's actual input.
fn printed(paper: &Value) -> Value {
    let pick = |from: &Value, names: &[&str]| -> Value {
        names.iter().map(|name| ((*name).to_owned(), from[name].clone())).collect::<serde_json::Map<_, _>>().into()
    };
    let list = |name: &str, names: &[&str]| -> Value {
        paper[name].as_array().unwrap().iter().map(|one| pick(one, names)).collect()
    };
    json!({
        "lines": list("lines", &["charge", "discount"]),
        "provider_totals": list("provider_totals", &["provider", "total"]),
        "total": paper["total"],
    })
}

fn cents(mut amount: Decimal) -> i128 {
    assert!(amount.normalize().scale() <= 2, "{amount} is not rounded");
    amount.rescale(2);
    amount.mantissa()
}

/// The rows of a real issued estimate, and of the clinic's settings.
async fn rows(
    complete: &Complete,
) -> (estimate::Model, estimate_content::Model, estimate_issue::Model, estimate_setting::Model) {
    complete.issued().await;
    let app = &complete.clinic.server.app;
    let tx = enter_for_job(&app.tenants.db, complete.clinic.provisioned.id).await.unwrap().tx;
    let estimate = estimate::Entity::find().one(&tx).await.unwrap().unwrap();
    let content = estimate_content::Entity::find().one(&tx).await.unwrap().unwrap();
    let issue = estimate_issue::Entity::find().one(&tx).await.unwrap().unwrap();
    (estimate, content, issue, settings::current(&tx).await.unwrap())
}

#[tokio::test]
async fn ten_thousand_estimates_agree_with_fractions_in_what_is_stored_and_what_the_template_is_given() {
    let complete = Complete::new().await;
    let (mut base, content, issue, setting) = rows(&complete).await;
    (base.pt_sig, base.prov_sig) = (None, None);
    let mut form = factories::estimate(complete.patient);
    form.as_object_mut().unwrap().remove("pt_sig");
    let (mut texts, mut amounts, mut halves) = (Checksum::START, Checksum::START, 0);
    for lines in ten_thousand() {
        add_to(&mut form, &lines);
        let new: NewEstimate = serde_json::from_value(form.clone()).unwrap();
        let mut row = base.clone().into_active_model();
        new.fill(&mut row, &[], DateTime::<Utc>::UNIX_EPOCH).unwrap_or_else(|_| panic!("{form}"));
        let row = row.try_into_model().unwrap();
        let subtotals = lines_of(&row).map(|line| cents(line.subtotal));
        let exact: Vec<_> = lines.iter().map(|line| line.as_ref().map_or(0, RandomLine::subtotal)).collect();
        assert_eq!(subtotals[..], exact, "{lines:?}");
        assert_eq!(cents(row.grand_total), exact.iter().sum::<i128>(), "{lines:?}");
        for (line, subtotal) in lines.iter().zip(subtotals) {
            texts.add(&line.as_ref().map_or_else(|| "not used".to_owned(), RandomLine::text));
            texts.add("\n");
            amounts.add(&in_dollars(subtotal));
            amounts.add("\n");
            halves += usize::from(line.as_ref().is_some_and(RandomLine::is_half));
        }
        amounts.add(&in_dollars(cents(row.grand_total)));
        let mut content = content.clone();
        content.lines = beside(&lines);
        let gathered = assemble("A clinic", &row, Some(&content), setting.clone(), &HashMap::new());
        let paper = file::content(&gathered.document, &issue, chrono_tz::America::New_York);
        assert_eq!(printed(&paper), expected(&lines), "{lines:?}");
    }
    assert!(halves > 100, "the cases that decide the rounding were among them: {halves}");
    assert_eq!((texts.0, amounts.0), CHECKSUMS, "the browser's tests have the same two");
}

/// The lines as [`content`] stores them.
fn beside(lines: &[Option<RandomLine>]) -> estimate_content::ContentLines {
    let one = |(at, line): (usize, &RandomLine)| estimate_content::ContentLine {
        area: line.area.to_owned(),
        provider: Some(provider(at).to_owned()),
        discount: line.discount().filter(|discount| *discount > 0).map(|cents| Decimal::from_i128_with_scale(cents, 2)),
        ..Default::default()
    };
    estimate_content::ContentLines(listed(lines).into_iter().enumerate().map(one).collect())
}

/// Enters these lines through the API. Returns the estimate and its draft.
async fn entered(complete: &Complete, lines: &[Option<RandomLine>]) -> (Value, Value) {
    let path = format!("{}/content", complete.path);
    complete.owner.put(&path, json!({})).await.expect(StatusCode::OK);
    let mut form = factories::estimate(complete.patient);
    form.as_object_mut().unwrap().remove("pt_sig");
    add_to(&mut form, lines);
    let stored = complete.owner.put(&complete.path, form).await.expect(StatusCode::OK);
    (stored, complete.owner.put(&path, content(lines)).await.expect(StatusCode::OK))
}

/// Formats an amount of an answer, a number or a text: `$1,860.00`.
fn answered(amount: &Value) -> String {
    let text = amount.as_str().map_or_else(|| amount.to_string(), str::to_owned);
    in_dollars(cents(text.parse().unwrap()))
}

#[tokio::test]
async fn a_sample_agrees_in_what_the_calls_answer() {
    let complete = Complete::new().await;
    for lines in ten_thousand().step_by(250) {
        let (stored, draft) = entered(&complete, &lines).await;
        let mut sum = 0;
        for (area, line) in AREAS.iter().zip(&lines) {
            let subtotal = line.as_ref().map_or(0, RandomLine::subtotal);
            assert_eq!(answered(&stored[format!("{area}_subtotal")]), in_dollars(subtotal), "{lines:?}");
            sum += subtotal;
        }
        assert_eq!(answered(&stored["grand_total"]), in_dollars(sum), "{lines:?}");
        let document = &draft["document"];
        let charges: Vec<_> =
            document["lines"].as_array().unwrap().iter().map(|line| answered(&line["charge"])).collect();
        assert_eq!(
            charges,
            listed(&lines).iter().map(|line| in_dollars(line.charge())).collect::<Vec<_>>(),
            "{lines:?}"
        );
        assert_eq!(answered(&document["total"]), in_dollars(total(&lines)), "{lines:?}");
    }
}

#[tokio::test]
async fn a_sample_agrees_on_paper() {
    let complete = Complete::new().await;
    for (version, lines) in
        (1..).zip(ten_thousand().filter(|lines| lines.iter().all(Option::is_some)).step_by(900).take(5))
    {
        entered(&complete, &lines).await;
        complete
            .owner
            .post(&format!("{}/issue", complete.path), json!({ "how": "paper", "confirmed": ["incomplete_estimate"] }))
            .await
            .expect(StatusCode::CREATED);
        let paper = complete.paper(version).await.concat();
        for line in listed(&lines) {
            let discount =
                line.discount().filter(|discount| *discount > 0).map_or_else(|| "none".to_owned(), in_dollars);
            let amounts = plain(&format!("{discount} {}", in_dollars(line.charge())));
            assert!(paper.contains(&amounts), "{amounts} is not in {paper}");
        }
        let sum = plain(&format!("Total of the expected charges {}", in_dollars(total(&lines))));
        assert!(paper.contains(&sum), "{sum} is not in {paper}");
    }
}
