//! Adds a placement: a separate database for which the owner's login is configured.

use migration::{fleet, role_isolation::Gateway};
use sea_orm::EntityTrait;

use super::{super::clinic_ops::ClinicOpsError, refused, sql, variable};
use tenancy::{OwnerDb, clinic_schemas};

/// Makes the extensions and the gateway's roles in a placement's database, as `celadon migrate` does, and adds the placement to the registry. It
/// takes no new clinics until it is opened.
///
/// Fails when the name is malformed or taken, its login is not configured, or its database does not answer or is already in use.
pub async fn add(owner: &OwnerDb, name: &str, gateway: &Gateway) -> Result<(), ClinicOpsError> {
    let mut letters = name.chars();
    let begins_well = letters.next().is_some_and(|first| first.is_ascii_lowercase());
    if !begins_well || name.len() > 31 || !letters.all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_') {
        return refused(
            "a placement's name has 1 to 31 small letters, digits and underscores, and begins with a letter",
        );
    }
    if entity::registry::placement::Entity::find_by_id(name).one(owner.registry()).await?.is_some() {
        return refused(format!("there is a placement {name} already"));
    }
    if !owner.has_login(name) {
        return refused(format!("{} is not set", variable(name)));
    }
    if !owner.reaches(name).await {
        return refused(format!("the database in {} does not answer", variable(name)));
    }
    let mut session = owner.session(name).await?;
    let has_registry = sql::has_registry().fetch_one(&mut session).await?;
    if has_registry || !clinic_schemas().fetch_all(&mut session).await?.is_empty() {
        return refused(format!(
            "the database in {} holds a registry or clinics already: a placement has a database of its own",
            variable(name)
        ));
    }
    let there = owner.placement(name).await?;
    fleet::add_placement(owner.registry(), &there, name, gateway).await?;
    Ok(())
}
