//! Closes the sessions and links that a restore has reopened in a clinic, and holds back its mails.

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
use crate::clinic_ops::{ClinicOpsError, note, operator};
use outbox::{Jobs, hold_back};
use tenancy::OwnerDb;

/// The action of the audit row that says what was done. A clinic with this row is finished.
const ACTION: &str = "clinic.put_back";

/// The operator's options.
#[derive(Debug, Clone)]
pub struct Options {
    pub lost: LostTime,
    /// The operator's name, as the clinics' activity logs show it.
    pub by: String,
    /// Whether to revoke API tokens, too. A token that was revoked in the lost time is valid again.
    pub revokes_tokens: bool,
}

/// What was closed and held back in a clinic.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub struct Closed {
    pub sessions: u64,
    /// Links for a new password, and hand-over links after a sign-up.
    pub links: u64,
    /// Support grants that had not ended.
    pub support: u64,
    pub api_tokens: u64,
    /// Mails to the team and to patients that may have been sent in the lost time.
    pub mails: u64,
    /// Messages about visits and forms that may have been sent in the lost time.
    pub messages: u64,
    /// An earlier run has finished this clinic, so this run changed nothing.
    pub was_done: bool,
}

/// Closes what the restore has reopened. Ends every session and voids every link for a new password, because those that
/// ended in the lost time would be valid again. Holds back mails and messages that were due in the lost time, because
/// they may have been sent. The clinic sees a list of them and can have them sent. A second run for the same lost time
/// only revokes tokens, if `options` says so.
///
/// Fails without a change when the operator's name cannot be shown in a log.
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
        // The first run may not have been told to revoke tokens.
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

/// The restored audit ends before the lost time ends, so a later row is from this command.
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

/// Invitations, confirmations and patients' links stay valid, because whoever used one in the lost time needs it again.
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

/// A message that a worker claimed but did not finish may have been sent. Its job records this and does not send the message again.
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
