//! The call that shows everything that needs attention.

use entity::ids::{MemberId, PatientId};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::estimate_issues::{self, OpenQuestions};
use base::{
    error::Result,
    permission::{Access, AppointmentList},
};
use chart::{
    adverse_events::{self, AdverseEventToSee},
    clearance::{self, ExamToSign},
    emergency_access::{self, AccessToAssess},
    protocols::{self, ProtocolDue},
    review::{self, ReturnedToYou},
    unfinished_charts::{self, UnfinishedCharts},
};
use contact::messages::{self, InboundText, MessageToSee};
use http_api::{Json, state::App};
use money::estimate_clocks::{self, EstimateClocksDue};
use practice::team::{self, EndingLicense};
use tenancy::{Ctx, Done, Subject};
use visits::{
    appointments::{self, EstimateDue, ExamNeeded, MoveAsked, ProviderAhead, RequestAsked},
    waitlist::{self, TimeToOffer},
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_attention))
}

/// Everything that needs attention, by kind. A kind that is not for the member's role is empty.
#[derive(Debug, Default, Serialize, ToSchema)]
struct Attention {
    /// Visits of today and the next seven days without an exam that is valid then, by their start.
    #[schema(max_items = 50)]
    exams: Vec<ExamNeeded>,
    /// Exams that wait for a prescriber's signature, the oldest first. Only while the clinic clears each service separately.
    #[schema(max_items = 50)]
    to_sign: Vec<ExamToSign>,
    /// Clients with unknown coverage who would need an estimate within three days or earlier.
    #[schema(max_items = 50)]
    estimates: Vec<EstimateDue>,
    /// How many such clients there are.
    estimates_total: usize,
    /// Clients with an estimate due by the next business day, or overdue.
    estimate_clocks: EstimateClocksDue,
    /// Questions from the pages of estimates, for members who may issue an estimate.
    estimate_questions: OpenQuestions,
    /// Online requests for visits that nobody has answered, by their start.
    #[schema(max_items = 50)]
    requests: Vec<RequestAsked>,
    /// Visits with an open request for another time.
    #[schema(max_items = 50)]
    moves: Vec<MoveAsked>,
    /// Times that became free and fit somebody on the waitlist, by their start.
    #[schema(max_items = 50)]
    freed: Vec<TimeToOffer>,
    /// Messages about coming visits that did not reach the client. `/api/messages/failed` lists all of them.
    #[schema(max_items = 50)]
    messages: Vec<MessageToSee>,
    /// Texts from people that nobody has closed, the latest first. `/api/messages/texts` lists all of them.
    #[schema(max_items = 50)]
    texts: Vec<InboundText>,
    /// Upcoming appointments with providers who can no longer be booked.
    providers: Vec<ProviderAhead>,
    /// Treatments that a director returned to the signed-in member, the latest first.
    #[schema(max_items = 50)]
    returned: Vec<ReturnedToYou>,
    /// Adverse events that no director has acknowledged, for directors, and those with a follow-up due, for members who treat.
    #[schema(max_items = 50)]
    adverse_events: Vec<AdverseEventToSee>,
    /// Charts that were not finished within 24 hours: all for directors and managers, their own for members who treat.
    unfinished: UnfinishedCharts,
    /// Protocols that wait for the signed-in member's signature, and for directors also those that end within thirty days or have
    /// ended. Only while the clinic keeps protocols.
    protocols: Vec<ProtocolDue>,
    /// Emergency accesses to records that no Medical Director has assessed, the oldest first.
    #[schema(max_items = 50)]
    emergency: Vec<AccessToAssess>,
    /// Licenses that end within sixty days, or have ended. Roles that do not see the team's licenses see only their own.
    licenses: Vec<EndingLicense>,
}

/// The most texts that are shown here.
const MAX_TEXTS: u64 = 50;

/// Shows everything that needs the signed-in member's attention.
#[utoipa::path(get, path = "/api/dashboard", tag = "dashboard", responses((status = OK, body = Attention)))]
async fn show_attention(ctx: Ctx<AppointmentList>) -> Result<Done<Json<Attention>>> {
    let (work, tx, now) = (ctx.work(), &ctx.tx, ctx.now);
    let grants = ctx.member.grants();
    let may = |permission| grants.access(permission) == Some(Access::Full);
    let sees_visits = may("appointment.list");
    let mut attention = Attention::default();
    if sees_visits && may("gfe.read") {
        attention.exams = appointments::exams_needed(work).await?;
    }
    if may("gfe.sign") {
        attention.to_sign = clearance::exams_to_sign(tx).await?;
    }
    if sees_visits && may("estimate.read") {
        (attention.estimates, attention.estimates_total) = appointments::estimates_due(work).await?;
    }
    if may("estimate.read") {
        attention.estimate_clocks = estimate_clocks::clocks_due(work).await?;
    }
    if may("estimate.issue") {
        attention.estimate_questions = estimate_issues::open_questions(tx).await?;
    }
    if sees_visits && may("message.read") {
        attention.messages = messages::failed(tx, now).await?;
    }
    if may("message.read") {
        attention.texts = messages::inbound_texts(tx, MAX_TEXTS).await?;
    }
    if may("appointment.update") {
        attention.requests = appointments::requests_asked(tx, now).await?;
        attention.moves = appointments::moves_asked(tx, now).await?;
        attention.freed = waitlist::times_to_offer(work).await?;
        let providers = appointments::upcoming_by_provider(tx, now).await?;
        attention.providers = providers.into_iter().filter(|provider| !provider.is_bookable).collect();
    }
    if may("treatment.create") {
        attention.returned = review::returned_to(tx, ctx.member.id, ctx.clinic.time_zone).await?;
    }
    let due_until = may("adverse_event.create").then(|| ctx.today());
    let for_director = may("adverse_event.acknowledge");
    if for_director || due_until.is_some() {
        attention.adverse_events = adverse_events::to_see(tx, for_director, due_until).await?;
    }
    if let Some(access) = grants.access("chart.not_needed") {
        let whose = (access == Access::Limited).then_some(ctx.member.id);
        attention.unfinished = unfinished_charts::unfinished(work, whose).await?;
    }
    let provider = may("treatment.create").then_some(ctx.member.id);
    attention.protocols = protocols::due(work, provider, may("protocol.sign")).await?;
    if may("emergency.assess") {
        attention.emergency = emergency_access::to_assess(tx, &ctx.member).await?;
    }
    let own: Option<MemberId> = (!may("team.read")).then_some(ctx.member.id);
    attention.licenses = team::ending_licenses(tx, ctx.today(), own).await?;
    let patients = patients_of(&attention);
    ctx.done(Subject::patients(patients), Json(attention)).await
}

fn patients_of(attention: &Attention) -> Vec<PatientId> {
    let exams = attention.exams.iter().map(|row| row.patient_id);
    let estimates = attention.estimates.iter().map(|row| row.patient_id);
    let owed = attention.estimate_clocks.patients();
    let asked = attention.estimate_questions.questions.iter().map(|row| row.patient_id);
    let requests = attention.requests.iter().map(|row| row.patient_id);
    let moves = attention.moves.iter().map(|row| row.patient_id);
    let messages = attention.messages.iter().map(|row| row.patient_id);
    let texts = attention.texts.iter().flat_map(InboundText::patients);
    let freed = attention.freed.iter().map(|row| row.patient_id);
    let returned = attention.returned.iter().map(|row| row.patient_id);
    let unfinished = attention.unfinished.patients();
    let adverse = attention.adverse_events.iter().map(|row| row.patient_id);
    let to_sign = attention.to_sign.iter().map(|row| row.patient_id);
    let emergency = attention.emergency.iter().map(|row| row.patient_id);
    let clinical = exams.chain(to_sign).chain(returned).chain(emergency).chain(adverse).chain(unfinished);
    clinical
        .chain(estimates)
        .chain(owed)
        .chain(asked)
        .chain(requests)
        .chain(moves)
        .chain(messages)
        .chain(texts)
        .chain(freed)
        .collect()
}
