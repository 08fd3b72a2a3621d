//! One-use links: for setting a password (invitations and resets) and for confirming an e-mail address.
//!
//! The token is derived from the master key and the link's number, so that the mail job can derive it again and it is
//! never stored. The database holds its hash, as for every other token.

pub use entity::words::LinkKind;

use std::collections::HashSet;

use chrono::{DateTime, TimeDelta, Utc};
use entity::{
    clinic::{
        account_link::{ActiveModel, Column, Entity, Model},
        member,
    },
    ids::MemberId,
};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, ConnectionTrait, DbErr, EntityTrait, IntoActiveModel, QueryFilter,
    QuerySelect, sea_query::Expr,
};
use uuid::Uuid;

use base::error::Result;
use config::{BaseUrl, Generation, MasterKey};
use crypto::token;
use outbox::Writer;
use tenancy::{ClinicTx, LINK_INVALID};

/// A second request within this time sends no other mail, because the first link is still valid.
const RESEND_AFTER: TimeDelta = TimeDelta::minutes(10);

/// How long the link is valid.
fn lasts(kind: LinkKind) -> TimeDelta {
    match kind {
        LinkKind::Invitation | LinkKind::EmailConfirmation => TimeDelta::hours(72),
        LinkKind::PasswordReset => TimeDelta::hours(1),
    }
}

/// The page that the link opens.
const fn path(kind: LinkKind) -> &'static str {
    match kind {
        LinkKind::Invitation => "invite",
        LinkKind::PasswordReset => "reset",
        LinkKind::EmailConfirmation => "confirm",
    }
}

/// A link in the database, with the values that its token is derived from.
#[derive(Debug, Clone, Copy, serde::Serialize, serde::Deserialize)]
pub struct AccountLink {
    pub id: i64,
    nonce: Nonce,
    /// The name of the secret that the token was derived from.
    #[serde(default)]
    key: Option<u32>,
}

/// Distinguishes the links of a clinic.
#[derive(Debug, Clone, Copy, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
struct Nonce(Uuid);

/// The state of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    Usable,
    Expired,
    /// Used or withdrawn.
    Void,
}

impl AccountLink {
    /// The state of this link now.
    pub async fn state(self, tx: &ClinicTx, now: DateTime<Utc>) -> Result<State> {
        let Some(row) = Entity::find_by_id(self.id).one(tx).await? else { return Ok(State::Void) };
        Ok(match row {
            Model { used_at: Some(_), .. } | Model { voided_at: Some(_), .. } => State::Void,
            Model { expires_at, .. } if expires_at <= now => State::Expired,
            _ => State::Usable,
        })
    }

    /// Makes a link for a member. Earlier links of the same kind become void.
    pub async fn make(
        tx: &ClinicTx,
        clinic: Uuid,
        master: &MasterKey,
        kind: LinkKind,
        member_id: MemberId,
        now: DateTime<Utc>,
    ) -> Result<(Self, DateTime<Utc>)> {
        void(tx, kind, member_id, now).await?;
        let nonce = Nonce(Uuid::new_v4());
        let expires_at = now + lasts(kind);
        let row = ActiveModel {
            kind: Set(kind),
            member_id: Set(member_id),
            token_hash: Set(token::hash(&token(clinic, master.current(), kind, nonce)).to_vec()),
            expires_at: Set(expires_at),
            created_at: Set(now),
            ..Default::default()
        }
        .insert(tx)
        .await?;
        let key = Some(master.current().number());
        Ok((Self { id: row.id, nonce, key }, expires_at))
    }

    /// The URL to open in a browser.
    pub fn url(self, kind: LinkKind, clinic: Uuid, subdomain: &str, master: &MasterKey, base: &BaseUrl) -> String {
        // The secret may have been changed since the mail was postponed.
        let made_with = master.all().find(|one| Some(one.number()) == self.key).unwrap_or(master.current());
        format!("{}/{}/{}", base.origin_of(subdomain), path(kind), token(clinic, made_with, kind, self.nonce))
    }
}

/// The member of a link. Does not use the link up.
///
/// # Errors
/// [`LINK_INVALID`] for every link that cannot be used, for any reason.
pub async fn holder(tx: &ClinicTx, kind: LinkKind, token: &str, now: DateTime<Utc>) -> Result<MemberId> {
    let link = Entity::usable(kind, now).filter(Column::TokenHash.eq(token::hash(token).to_vec())).one(tx).await?;
    Ok(link.ok_or(LINK_INVALID)?.member_id)
}

/// Uses a link up. Only one of several simultaneous requests gets the member. This also confirms the address that the
/// link was mailed to, because a link becomes void when the address changes.
///
/// # Errors
/// [`LINK_INVALID`] for every link that cannot be used, for any reason.
pub async fn redeem(tx: &ClinicTx, kind: LinkKind, token: &str, now: DateTime<Utc>) -> Result<MemberId> {
    let link: Model = Entity::usable(kind, now)
        .filter(Column::TokenHash.eq(token::hash(token).to_vec()))
        .lock_exclusive()
        .one(tx)
        .await?
        .ok_or(LINK_INVALID)?;
    let member_id = link.member_id;
    let mut link = link.into_active_model();
    link.used_at = Set(Some(now));
    link.update(tx).await?;
    confirm_address(tx, member_id, now).await?;
    Ok(member_id)
}

/// Records that mail to the member's current address reaches the member.
pub async fn confirm_address(tx: &impl ConnectionTrait, member_id: MemberId, now: DateTime<Utc>) -> Result<(), DbErr> {
    member::Entity::update_many()
        .col_expr(member::Column::EmailConfirmedAt, Expr::value(now))
        .filter(member::Column::Id.eq(member_id))
        .exec(tx)
        .await?;
    Ok(())
}

/// Whether the member has another valid link of this kind that was made after `since`.
pub async fn is_another_usable(
    tx: &ClinicTx,
    kind: LinkKind,
    member_id: MemberId,
    since: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<bool> {
    let other = Entity::usable(kind, now)
        .filter(Column::MemberId.eq(member_id))
        .filter(Column::CreatedAt.gt(since))
        .one(tx)
        .await?;
    Ok(other.is_some())
}

/// The members among these who were ever invited.
pub async fn invited(tx: &ClinicTx, members: Vec<MemberId>) -> Result<HashSet<MemberId>> {
    if members.is_empty() {
        return Ok(HashSet::new());
    }
    let invitations = Entity::find().filter(Column::Kind.eq(LinkKind::Invitation));
    let those = invitations.filter(Column::MemberId.is_in(members)).select_only().column(Column::MemberId).distinct();
    let those: Vec<MemberId> = those.into_tuple().all(tx).await?;
    Ok(those.into_iter().collect())
}

/// Makes every valid link of this kind void.
async fn void(tx: &ClinicTx, kind: LinkKind, member_id: MemberId, now: DateTime<Utc>) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::VoidedAt, Expr::value(now))
        .filter(Column::MemberId.eq(member_id))
        .filter(Column::Kind.eq(kind))
        .filter(Column::UsedAt.is_null())
        .filter(Column::VoidedAt.is_null())
        .exec(tx)
        .await?;
    Ok(())
}

/// Makes every valid link of the member void, because the address has changed or the member has left.
pub async fn void_all(tx: &ClinicTx, member_id: MemberId, now: DateTime<Utc>) -> Result<()> {
    void(tx, LinkKind::EmailConfirmation, member_id, now).await?;
    void_for_password(tx, member_id, now).await
}

/// Makes every valid link that can set the member's password void.
pub async fn void_for_password(tx: &ClinicTx, member_id: MemberId, now: DateTime<Utc>) -> Result<()> {
    void(tx, LinkKind::Invitation, member_id, now).await?;
    void(tx, LinkKind::PasswordReset, member_id, now).await
}

/// The URL for a mail with a one-use link: the link that was made for the mail, or a new one if that has expired.
/// `None` if the link was used or withdrawn, or another valid link was sent.
pub async fn url_for_email(writer: &Writer<'_>, kind: LinkKind, made: Option<AccountLink>) -> Result<Option<String>> {
    let (tx, clinic, master, now) = (&writer.entered.tx, &writer.entered.clinic, &writer.app.master, writer.now);
    let state = match made {
        Some(link) => link.state(tx, now).await?,
        None => State::Expired,
    };
    let link = match (made, state) {
        (_, State::Void) => return Ok(None),
        (Some(link), State::Usable) => link,
        _ => {
            let newer = match kind {
                LinkKind::PasswordReset | LinkKind::EmailConfirmation => now - RESEND_AFTER,
                LinkKind::Invitation => DateTime::UNIX_EPOCH,
            };
            if is_another_usable(tx, kind, writer.to.id, newer, now).await? {
                return Ok(None);
            }
            let (link, _) = AccountLink::make(tx, clinic.id, master, kind, writer.to.id, now).await?;
            // The next try mails the same link and leaves the previous link valid.
            writer.remember("link", &link).await?;
            link
        }
    };
    Ok(Some(link.url(kind, clinic.id, &clinic.subdomain, master, &writer.app.base_url)))
}

fn token(clinic: Uuid, master: &Generation, kind: LinkKind, nonce: Nonce) -> String {
    token::text(master.derive(format!("{} {clinic} {}", kind.as_str(), nonce.0).as_bytes()))
}
