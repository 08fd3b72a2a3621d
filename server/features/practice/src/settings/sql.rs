//! What statements in text ask about the clinic's settings, because SeaORM cannot express the rest of them.

use entity::words::Module;
use sea_orm::sea_query::PostgresQueryBuilder;

use super::modules::module_on;

/// Joins the clinic's settings `e`.
pub const JOIN_SETTINGS: &str = "left join clinic_setting e on e.id = 1";

/// The columns of the clinic's address in one line and of its phone number, as printed on its estimates, from [`JOIN_SETTINGS`].
pub const REACH: &str = "nullif(concat_ws(', ', e.estimate_address, e.estimate_city,
        nullif(concat_ws(' ', e.estimate_state, e.estimate_zip), '')), '') as clinic_address,
    e.estimate_phone as clinic_phone";

/// The column of the age from which a patient signs alone.
pub const ADULT_AGE: &str = "(select g.adult_age from clinic_setting g) as adult_age";

/// Whether the module is on, for a statement in text. The others take [`module_on`].
#[must_use]
pub fn is_on_in_text(module: Module) -> String {
    format!("exists ({})", module_on(module).to_string(PostgresQueryBuilder))
}
