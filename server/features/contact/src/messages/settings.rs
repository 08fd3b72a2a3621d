//! Which messages a clinic sends, as stored.

use entity::clinic::message_setting::Model;

use base::error::Result;
use practice::settings::read_settings;
use tenancy::ClinicTx;

/// Whether the clinic sends messages.
pub async fn are_on(tx: &ClinicTx) -> Result<bool> {
    Ok(current(tx).await?.enabled)
}

/// The clinic's settings.
pub(super) async fn current(tx: &ClinicTx) -> Result<Model> {
    read_settings(tx).await
}
