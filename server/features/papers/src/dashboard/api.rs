//! What needs attention, in one call.

use entity::ids::{MemberId, PatientId};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    features::{
        adverse_events::{self, AdverseEventToSee},
        appointments::{self, EstimateDue, ExamNeeded, MoveAsked, ProviderAhead},
        clearance::{self, ExamToSign},
        emergency_access::{self, AccessToAssess},
        estimate_clocks::{self, EstimateClocksDue},
        estimate_issues::{self, OpenQuestions},
        messages::{self, MessageToSee},
        protocols::{self, ProtocolDue},
        review::{self, ReturnedToYou},
        team::{self, EndingLicense},
        unfinished_charts::{self, UnfinishedCharts},
        waitlist::{self, TimeToOffer},
    },
    foundation::{
        error::Result,
        http::Json,
        permission::{Access, AppointmentList},
        state::App,
        tenancy::{Ctx, Done, Subject},
    },
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_attention))
}

/// What needs attention, by kind. A kind that is not for the member's role is empty.
#[derive(Debug, Default, Serialize, ToSchema)]
struct Attention {
    /// Visits of today and the seven days after it whose client has no exam that counts then, by their start.
    #[schema(max_items = 50)]
    exams: Vec<ExamNeeded>,
    /// Exams that wait for a prescriber's signature, the oldest first, while the clinic clears service by service.
    #[schema(max_items = 50)]
    to_sign: Vec<ExamToSign>,
    /// Clients whose coverage nobody has asked about, for whom an estimate would be due within three days, or would have been before.
    #[schema(max_items = 50)]
    estimates: Vec<EstimateDue>,
    /// How many such clients there are.
    estimates_total: usize,
    /// Clients to whom an estimate is owed until the next business day, or was before.
    estimate_clocks: EstimateClocksDue,
    /// What patients ask on the pages of their estimates, for who may issue one.
    estimate_questions: OpenQuestions,
    /// Visits for which another time was asked for.
    #[schema(max_items = 50)]
    moves: Vec<MoveAsked>,
    /// Times that became free and that somebody on the waitlist waits for, by their start.
    #[schema(max_items = 50)]
    freed: Vec<TimeToOffer>,
    /// Messages about coming visits that did not reach the client; `/api/messages/failed` lists all of them.
    #[schema(max_items = 50)]
    messages: Vec<MessageToSee>,
    /// Appointments ahead with those who cannot be booked any more.
    providers: Vec<ProviderAhead>,
    /// Treatments that a director returned to the member who looks, the latest first.
    #[schema(max_items = 50)]
    returned: Vec<ReturnedToYou>,
    /// Adverse events that no director has acknowledged, for directors, and those whose follow-up is due, for whoever treats.
    #[schema(max_items = 50)]
    adverse_events: Vec<AdverseEventToSee>,
    /// Charts that were not finished within 24 hours: everybody's for directors and managers, one's own for who treats.
    unfinished: UnfinishedCharts,
    /// Protocols that wait for the signature of the member who looks, and for directors those that end within thirty days or have
    /// ended, while the clinic keeps protocols.
    protocols: Vec<ProtocolDue>,
    /// Records that were opened by emergency access and that no Medical Director has looked at, the oldest first.
    #[schema(max_items = 50)]
    emergency: Vec<AccessToAssess>,
    /// Licenses that end within sixty days, or have ended. One's own alone for roles that do not see the team's.
    licenses: Vec<EndingLicense>,
}

/// Shows what needs the attention of the member who looks.
#[utoipa::path(get, path = "/api/dashboard", tag = "dashboard", responses((status = OK, body = Attention)))]
async fn show_attention(ctx: Ctx<AppointmentList>) -> Result<Done<Json<Attention>>> {
    let (tx, now, zone) = (&ctx.tx, ctx.now, ctx.clinic.time_zone);
    let grants = ctx.member.grants();
    let may = |permission| grants.access(permission) == Some(Access::Full);
    let sees_visits = may("appointment.list");
    let mut attention = Attention::default();
    if sees_visits && may("gfe.read") {
        attention.exams = appointments::exams_needed(tx, now, zone).await?;
    }
    if may("gfe.sign") {
        attention.to_sign = clearance::exams_to_sign(tx).await?;
    }
    if sees_visits && may("estimate.read") {
        (attention.estimates, attention.estimates_total) = appointments::estimates_due(tx, now, zone).await?;
    }
    if may("estimate.read") {
        attention.estimate_clocks = estimate_clocks::clocks_due(tx, now, zone).await?;
    }
    if may("estimate.issue") {
        attention.estimate_questions = estimate_issues::open_questions(tx).await?;
    }
    if sees_visits && may("message.read") {
        attention.messages = messages::failed(tx, now).await?;
    }
    if may("appointment.update") {
        attention.moves = appointments::moves_asked(tx, now).await?;
        attention.freed = waitlist::times_to_offer(tx, zone, now).await?;
        let providers = appointments::upcoming_by_provider(tx, now).await?;
        attention.providers = providers.into_iter().filter(|provider| !provider.is_bookable).collect();
    }
    if may("treatment.create") {
        attention.returned = review::returned_to(tx, ctx.member.id, zone).await?;
    }
    let due_until = may("adverse_event.create").then(|| now.with_timezone(&zone).date_naive());
    let for_director = may("adverse_event.acknowledge");
    if for_director || due_until.is_some() {
        attention.adverse_events = adverse_events::to_see(tx, for_director, due_until).await?;
    }
    if let Some(access) = grants.access("chart.not_needed") {
        let whose = (access == Access::Limited).then_some(ctx.member.id);
        attention.unfinished = unfinished_charts::unfinished(tx, whose, now, zone).await?;
    }
    let provider = may("treatment.create").then_some(ctx.member.id);
    attention.protocols = protocols::due(tx, provider, may("protocol.sign"), (now, zone)).await?;
    if may("emergency.assess") {
        attention.emergency = emergency_access::to_assess(tx, &ctx.member).await?;
    }
    let own: Option<MemberId> = (!may("team.read")).then_some(ctx.member.id);
    attention.licenses = team::ending_licenses(tx, now.with_timezone(&zone).date_naive(), own).await?;
    let patients = patients_of(&attention);
    ctx.done(Subject::patients(patients), Json(attention)).await
}

fn patients_of(attention: &Attention) -> Vec<PatientId> {
    let exams = attention.exams.iter().map(|row| row.patient_id);
    let estimates = attention.estimates.iter().map(|row| row.patient_id);
    let owed = attention.estimate_clocks.patients();
    let asked = attention.estimate_questions.questions.iter().map(|row| row.patient_id);
    let moves = attention.moves.iter().map(|row| row.patient_id);
    let messages = attention.messages.iter().map(|row| row.patient_id);
    let freed = attention.freed.iter().map(|row| row.patient_id);
    let returned = attention.returned.iter().map(|row| row.patient_id);
    let unfinished = attention.unfinished.patients();
    let adverse = attention.adverse_events.iter().map(|row| row.patient_id);
    let to_sign = attention.to_sign.iter().map(|row| row.patient_id);
    let emergency = attention.emergency.iter().map(|row| row.patient_id);
    let clinical = exams.chain(to_sign).chain(returned).chain(emergency).chain(adverse).chain(unfinished);
    clinical.chain(estimates).chain(owed).chain(asked).chain(moves).chain(messages).chain(freed).collect()
}
