//! Closes one clinic's sessions and links as they were at the restored moment, and holds back its mails.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{account_link, api_token, audit, hand_over, message, session, support_access},
    registry::clinic,
    words::{LinkKind, MessageStatus},
};
use sea_orm::{
    ColumnTrait, DatabaseTransaction, DbErr, EntityTrait, PaginatorTrait, QueryFilter, UpdateMany, sea_query::Expr,
};
use serde::Serialize;

use super::LostTime;
use crate::{
    foundation::{
        jobs::{Jobs, hold_back},
        tenancy::OwnerDb,
    },
    operations::clinic_ops::{ClinicOpsError, note, operator},
};

/// The row of the clinic's own audit that says what happened; with it the clinic is done.
const ACTION: &str = "clinic.put_back";

/// The operator's options.
#[derive(Debug, Clone)]
pub struct Options {
    pub lost: LostTime,
    /// Who does it, as the clinics' activity logs show it.
    pub by: String,
    /// Revoke the tokens of other programs too: one that was revoked in the lost time is valid again.
    pub revokes_tokens: bool,
}

/// How much was closed and held back in a clinic.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub struct Closed {
    pub sessions: u64,
    /// Links for a new password, and from a sign-up into the clinic.
    pub links: u64,
    /// Support's accesses that had not ended.
    pub support: u64,
    pub api_tokens: u64,
    /// Mails to the team and to patients that may have been sent in the lost time.
    pub mails: u64,
    /// Messages about visits and forms that may have been sent in the lost time.
    pub messages: u64,
    /// An earlier run has done this clinic; this one changed nothing.
    pub was_done: bool,
}

/// Ends every session of the restored moment, because one that was ended in the lost time would be open again; makes links for a
/// new password invalid for the same reason; and holds back what was due in the lost time and may therefore have been sent. What is
/// held back is listed for the clinic, which can have it sent. A second run for the same lost time changes nothing but the tokens that it
/// is told to revoke.
///
/// # Errors
/// When the operator's name cannot be shown in a log or the database is out of reach. The clinic is unchanged.
pub async fn close(
    owner: &OwnerDb,
    clinic: &clinic::Model,
    jobs: &Jobs,
    options: &Options,
    now: DateTime<Utc>,
) -> Result<Closed, ClinicOpsError> {
    let by = operator(&options.by)?;
    let until = options.lost.until;
    let tx = owner.enter_schema(&clinic.placement, &clinic.schema_name).await?;
    let who = format!("{by}; {}", options.lost.in_words());
    if is_done(&tx, until).await? {
        // What the first run was not told to do.
        let api_tokens = if options.revokes_tokens { revoke_tokens(&tx, now).await? } else { 0 };
        if api_tokens > 0 {
            note::write(&tx, ACTION, &who, Vec::new(), now).await?;
        }
        tx.commit().await?;
        return Ok(Closed { was_done: true, api_tokens, ..Closed::default() });
    }
    let closed = Closed {
        sessions: end_sessions(&tx, now).await?,
        links: end_links(&tx, now).await?,
        support: end_support(&tx, now).await?,
        api_tokens: if options.revokes_tokens { revoke_tokens(&tx, now).await? } else { 0 },
        mails: hold_back(&tx, jobs.kinds_with_mail(), until, now).await?,
        messages: hold_messages(&tx, until).await?,
        was_done: false,
    };
    note::write(&tx, ACTION, &who, Vec::new(), now).await?;
    tx.commit().await?;
    Ok(closed)
}

/// The restored audit ends before the lost time does, so a later row is this command's.
async fn is_done(tx: &DatabaseTransaction, until: DateTime<Utc>) -> Result<bool, DbErr> {
    let rows = audit::Entity::find().filter(audit::Column::Action.eq(ACTION)).filter(audit::Column::At.gt(until));
    Ok(rows.count(tx).await? > 0)
}

async fn count<E: EntityTrait>(update: UpdateMany<E>, tx: &DatabaseTransaction) -> Result<u64, DbErr> {
    Ok(update.exec(tx).await?.rows_affected)
}

async fn end_sessions(tx: &DatabaseTransaction, now: DateTime<Utc>) -> Result<u64, DbErr> {
    use session::{Column, Entity};
    let open = Entity::update_many().col_expr(Column::EndedAt, Expr::value(now)).filter(Column::EndedAt.is_null());
    count(open, tx).await
}

/// Invitations, confirmations and patients' links stay: whoever used one in the lost time needs it again.
async fn end_links(tx: &DatabaseTransaction, now: DateTime<Utc>) -> Result<u64, DbErr> {
    let resets = account_link::Entity::update_many()
        .col_expr(account_link::Column::VoidedAt, Expr::value(now))
        .filter(account_link::Column::Kind.eq(LinkKind::PasswordReset))
        .filter(account_link::Column::UsedAt.is_null())
        .filter(account_link::Column::VoidedAt.is_null());
    let hand_overs = hand_over::Entity::update_many()
        .col_expr(hand_over::Column::UsedAt, Expr::value(now))
        .filter(hand_over::Column::UsedAt.is_null());
    Ok(count(resets, tx).await? + count(hand_overs, tx).await?)
}

async fn end_support(tx: &DatabaseTransaction, now: DateTime<Utc>) -> Result<u64, DbErr> {
    use support_access::{Column, Entity};
    let open = Entity::update_many()
        .col_expr(Column::EndedAt, Expr::value(now))
        .filter(Column::EndedAt.is_null())
        .filter(Column::EndsAt.gt(now));
    count(open, tx).await
}

async fn revoke_tokens(tx: &DatabaseTransaction, now: DateTime<Utc>) -> Result<u64, DbErr> {
    use api_token::{Column, Entity};
    let valid = Entity::update_many().col_expr(Column::RevokedAt, Expr::value(now)).filter(Column::RevokedAt.is_null());
    count(valid, tx).await
}

/// A message that a worker has claimed and did not finish may have been sent; its job then notes that, and does not send it again.
async fn hold_messages(tx: &DatabaseTransaction, until: DateTime<Utc>) -> Result<u64, DbErr> {
    use message::{Column, Entity};
    let due = Entity::update_many()
        .col_expr(Column::Status, Expr::value(MessageStatus::Waiting))
        .col_expr(Column::ClaimedAt, Expr::value(until))
        .filter(Column::Status.is_in([MessageStatus::Waiting, MessageStatus::Failed]))
        .filter(Column::ClaimedAt.is_null())
        .filter(Column::DueAt.lte(until));
    count(due, tx).await
}
