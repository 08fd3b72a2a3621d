//! The rules for every service: locking its row, who can perform it, which consents it can need, and whether it has records.

use std::collections::BTreeMap;

use entity::{
    clinic::{
        appointment, consent_template, estimate, exam_clearance, loyalty_rule, member, protocol, service,
        service_consent, service_performer, treatment, waitlist_entry,
    },
    ids::{ConsentTemplateId, MemberId, ServiceId},
};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, Condition, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
    sea_query::{Expr, ExprTrait},
};

use super::wire::{ConsentRule, NeededConsent, Performer, Service};
use crate::{settings::IntegerBetween, team};
use base::{
    error::{Error, OnConstraint, Result},
    names,
};
use http_api::fields::Quantity;
use tenancy::ClinicTx;

/// More than any clinic offers.
pub const MAX_SERVICES: u64 = 500;

/// The service under a lock, retired or not.
///
/// # Errors
/// [`Error::NotFound`] if there is no such service.
pub async fn locked(tx: &ClinicTx, id: ServiceId) -> Result<service::Model> {
    service::Entity::find_by_id(id).lock_exclusive().one(tx).await?.ok_or(Error::NotFound)
}

/// The services with their performers and consents, for the wire.
pub async fn to_wire(tx: &ClinicTx, rows: Vec<service::Model>) -> Result<Vec<Service>> {
    let ids: Vec<_> = rows.iter().map(|row| row.id).collect();
    let mut performers = performers(tx, &ids).await?;
    let mut consents = consents_of(tx, &ids).await?;
    let services = rows.into_iter().map(|row| Service {
        performers: performers.remove(&row.id).unwrap_or_default(),
        consents: consents.remove(&row.id).unwrap_or_default(),
        id: row.id,
        name: row.name,
        category: row.category,
        minutes: row.minutes,
        buffer_minutes: row.buffer_minutes,
        price: row.price.map(Quantity),
        price_unit: row.price_unit,
        color: row.color,
        needs_exam: row.needs_exam,
        interval_days: row.interval_days,
        taxable: row.taxable,
        retired_at: row.retired_at,
        version: row.version,
        updated_at: row.updated_at,
        updated_by_name: row.updated_by_name,
    });
    Ok(services.collect())
}

/// One service, for the wire.
pub async fn one_to_wire(tx: &ClinicTx, row: service::Model) -> Result<Service> {
    to_wire(tx, vec![row]).await?.pop().ok_or(Error::NotFound)
}

/// The members who perform these services, by name.
async fn performers(tx: &ClinicTx, ids: &[ServiceId]) -> Result<BTreeMap<ServiceId, Vec<Performer>>> {
    use service_performer::{Column, Entity};
    let links = Entity::find().filter(Column::ServiceId.is_in(ids.iter().copied())).all(tx).await?;
    let mut members = member::Entity::find()
        .filter(member::Column::Id.is_in(links.iter().map(|link| link.member_id)))
        .order_by_asc(member::Column::Id)
        .all(tx)
        .await?;
    members.sort_by_cached_key(|row| names::order(&row.last_name, &row.first_name));
    let mut found: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for member in members {
        let performer = Performer { id: member.id, name: member.full_name() };
        for link in links.iter().filter(|link| link.member_id == member.id) {
            found.entry(link.service_id).or_default().push(performer.clone());
        }
    }
    Ok(found)
}

/// The consents that a service needs, by name.
pub async fn needed_consents(tx: &ClinicTx, id: ServiceId) -> Result<Vec<NeededConsent>> {
    Ok(consents_of(tx, &[id]).await?.remove(&id).unwrap_or_default())
}

/// The consents that these services need, by name, without those that were removed from the clinic's list.
async fn consents_of(tx: &ClinicTx, ids: &[ServiceId]) -> Result<BTreeMap<ServiceId, Vec<NeededConsent>>> {
    use service_consent::{Column, Entity};
    let links = Entity::find().filter(Column::ServiceId.is_in(ids.iter().copied())).all(tx).await?;
    let mut templates: Vec<(ConsentTemplateId, String)> = consent_template::Entity::active()
        .filter(consent_template::Column::Id.is_in(links.iter().map(|link| link.template_id)))
        .order_by_asc(consent_template::Column::Id)
        .select_only()
        .columns([consent_template::Column::Id, consent_template::Column::Name])
        .into_tuple()
        .all(tx)
        .await?;
    templates.sort_by_cached_key(|(_, name)| names::folded(name));
    let mut found: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (id, name) in templates {
        for link in links.iter().filter(|link| link.template_id == id) {
            let needed = NeededConsent { id, name: name.clone(), valid_months: link.valid_months };
            found.entry(link.service_id).or_default().push(needed);
        }
    }
    Ok(found)
}

/// Replaces the performers of the service. A member who already performs it may stay, even if the member no longer takes
/// appointments.
pub async fn set_performers(tx: &ClinicTx, id: ServiceId, wanted: Vec<MemberId>) -> Result<()> {
    use service_performer::{ActiveModel, Column, Entity};
    let former = Entity::find().filter(Column::ServiceId.eq(id)).all(tx).await?;
    let bookable = team::everybody_bookable(tx).await?;
    let is_possible = |member: &MemberId| {
        bookable.iter().any(|row| row.id == *member) || former.iter().any(|link| link.member_id == *member)
    };
    if !wanted.iter().all(is_possible) {
        return Err(Error::field("performer_ids", "must be members who take appointments"));
    }
    Entity::delete_many().filter(Column::ServiceId.eq(id)).exec(tx).await?;
    let rows: Vec<_> =
        wanted.into_iter().map(|member| ActiveModel { service_id: Set(id), member_id: Set(member) }).collect();
    if !rows.is_empty() {
        Entity::insert_many(rows).exec_without_returning(tx).await?;
    }
    Ok(())
}

/// Replaces the consents that the service needs.
pub async fn set_consents(tx: &ClinicTx, id: ServiceId, wanted: Vec<ConsentRule>) -> Result<()> {
    use service_consent::{ActiveModel, Column, Entity};
    let listed = consent_template::Entity::active()
        .filter(consent_template::Column::Id.is_in(wanted.iter().map(|rule| rule.id)))
        .count(tx)
        .await?;
    if listed != wanted.len() as u64 {
        return Err(Error::field("consents", "must be on the list of consent templates"));
    }
    Entity::delete_many().filter(Column::ServiceId.eq(id)).exec(tx).await?;
    let rows: Vec<_> = wanted
        .into_iter()
        .map(|rule| ActiveModel {
            service_id: Set(id),
            template_id: Set(rule.id),
            valid_months: Set(rule.valid_months.map(|IntegerBetween(months)| months)),
        })
        .collect();
    if !rows.is_empty() {
        Entity::insert_many(rows).exec_without_returning(tx).await?;
    }
    Ok(())
}

/// Whether the service has records, under its present name or a former one. A point rule counts, because it would no longer earn
/// anything.
pub async fn is_in_use(tx: &ClinicTx, row: &service::Model) -> Result<bool> {
    use {
        appointment::Column as Booked, estimate::Column as Estimated, exam_clearance::Column as Decided,
        treatment::Column as Recorded, waitlist_entry::Column as Waited,
    };
    let booked = appointment::Entity::find()
        .filter(Booked::ServiceId.eq(row.id).or(Booked::Service.eq(row.name.as_str())))
        .select_only()
        .column(Booked::Id);
    if booked.limit(1).into_tuple::<i64>().one(tx).await?.is_some() {
        return Ok(true);
    }
    let waited_for = waitlist_entry::Entity::find()
        .filter(Waited::ServiceId.eq(row.id).or(Waited::Service.eq(row.name.as_str())))
        .select_only()
        .column(Waited::Id);
    if waited_for.limit(1).into_tuple::<i64>().one(tx).await?.is_some() {
        return Ok(true);
    }
    let recorded = treatment::Entity::find()
        .filter(Recorded::ServiceId.eq(row.id).or(Recorded::TreatmentType.eq(row.name.as_str())))
        .select_only()
        .column(Recorded::Id);
    if recorded.limit(1).into_tuple::<i64>().one(tx).await?.is_some() {
        return Ok(true);
    }
    let decided = exam_clearance::Entity::find()
        .filter(Decided::ServiceId.eq(row.id).or(Decided::Service.eq(row.name.as_str())))
        .select_only()
        .column(Decided::Id);
    if decided.limit(1).into_tuple::<i64>().one(tx).await?.is_some() {
        return Ok(true);
    }
    let ordered = protocol::Entity::find()
        .filter(protocol::Column::ServiceId.eq(row.id).or(protocol::Column::Service.eq(row.name.as_str())))
        .select_only()
        .column(protocol::Column::Id);
    if ordered.limit(1).into_tuple::<i64>().one(tx).await?.is_some() {
        return Ok(true);
    }
    let lines = [
        Estimated::FaceService,
        Estimated::HairService,
        Estimated::HandsService,
        Estimated::NeckService,
        Estimated::OtherService,
    ];
    let has_line = lines.into_iter().fold(Condition::any(), |any, line| any.add(line.eq(row.name.as_str())));
    let estimated = estimate::Entity::find().filter(has_line).select_only().column(Estimated::Id);
    if estimated.limit(1).into_tuple::<i64>().one(tx).await?.is_some() {
        return Ok(true);
    }
    let earning = loyalty_rule::Entity::find().filter(loyalty_rule::Column::Service.eq(row.name.as_str()));
    Ok(earning.one(tx).await?.is_some())
}

/// Renames the point rule of a renamed service. Existing records keep the former name.
///
/// Fails if there is already a rule with the new name.
pub async fn rename_point_rule(tx: &ClinicTx, from: &str, to: &str) -> Result<()> {
    loyalty_rule::Entity::update_many()
        .col_expr(loyalty_rule::Column::Service, Expr::value(to))
        .filter(loyalty_rule::Column::Service.eq(from))
        .exec(tx)
        .await
        .on_constraint("loyalty_rule_service_key", || {
            Error::field("name", "is the name of a service that earns points already")
        })?;
    Ok(())
}
