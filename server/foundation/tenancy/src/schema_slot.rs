//! A schema slot: the role, the schema and the empty tables of a clinic in a placement. A slot is made before an
//! import or a move, and removed after it.

use std::time::Duration;

use entity::words::{ClinicStatus, PlacementKind};
use migration::{clinic as clinic_migrations, fleet, role_isolation};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, DbErr, EntityTrait, PaginatorTrait, QueryFilter,
    TransactionTrait,
};
use sea_orm_migration::MigratorTrait;
use uuid::Uuid;

use super::{
    choose_placement::shard_of,
    owner::OwnerDb,
    schema::{drop_schema, schema_name},
    sql,
};

/// Empty tables for a clinic that the registry does not name yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SchemaSlot {
    pub placement: String,
    pub schema: String,
    pub shard: u16,
}

impl OwnerDb {
    /// Chooses the placement and a fresh name for a clinic. Nothing is made there yet.
    ///
    /// Fails when there is no such placement, or it accepts no clinics.
    pub async fn choose_slot(&self, placement: Option<&str>) -> Result<SchemaSlot, DbErr> {
        let id = Uuid::new_v4();
        let placement = self.choose_placement(&self.db, placement).await?;
        let shard = shard_of(&placement, id);
        Ok(SchemaSlot { placement: placement.name, schema: schema_name(id), shard })
    }

    /// Whether each clinic of a placement has a role of its own.
    async fn isolates(&self, placement: &str) -> Result<bool, DbErr> {
        let there = entity::registry::placement::Entity::find_by_id(placement).one(&self.db).await?;
        Ok(there.is_some_and(|placement| placement.kind == PlacementKind::Postgres))
    }

    /// The same in the clinic's present placement, even if that placement accepts no new clinics.
    pub fn slot_beside(clinic: &entity::registry::clinic::Model) -> SchemaSlot {
        SchemaSlot {
            placement: clinic.placement.clone(),
            schema: schema_name(Uuid::new_v4()),
            shard: u16::try_from(clinic.shard).unwrap_or(0),
        }
    }

    /// Makes the role, the schema and the tables of a slot.
    ///
    /// Fails when the placement is out of reach; then nothing was made.
    pub async fn create_slot(&self, slot: &SchemaSlot) -> Result<(), DbErr> {
        let isolated = self.isolates(&slot.placement).await?;
        let tx = self.at(&slot.placement).await?.begin().await?;
        self.lay_out(&tx, &slot.schema, slot.shard, isolated).await?;
        tx.commit().await
    }

    /// Drops a schema and its role, if they exist.
    ///
    /// Fails when a clinic uses the schema, or another transaction has locked it.
    pub async fn clear_slot(&self, placement: &str, schema: &str) -> Result<(), DbErr> {
        let used = entity::registry::clinic::Entity::find()
            .filter(entity::registry::clinic::Column::SchemaName.eq(schema))
            .filter(entity::registry::clinic::Column::Placement.eq(placement))
            .filter(entity::registry::clinic::Column::Status.ne(ClinicStatus::Deleted))
            .count(&self.db)
            .await?;
        if used > 0 {
            return Err(DbErr::Custom(format!("a clinic is in {schema}")));
        }
        let tx = self.at(placement).await?.begin().await?;
        drop_schema(&tx, schema).await?;
        tx.commit().await
    }

    /// Grants the role that reads a slot its rights on the schema and the tables again. The rights were revoked when
    /// the tables were replaced. The tables are those of this release.
    ///
    /// Fails when the placement is out of reach.
    pub async fn open_slot(&self, tx: &DatabaseTransaction, slot: &SchemaSlot) -> Result<(), DbErr> {
        let login = role_isolation::shard_login(&self.gateway, slot.shard);
        if self.isolates(&slot.placement).await? {
            for statement in sql::open_role(&slot.schema, &login) {
                tx.execute_unprepared(&statement).await?;
            }
        } else {
            tx.execute_unprepared(&sql::grant_usage(&slot.schema, &login)).await?;
            migration::sql::grant_to(tx, &login).await?;
        }
        migration::grants::grant_again(tx).await
    }

    /// Makes the role, the schema and the tables, and returns the transaction inside.
    ///
    /// Where clinics have no roles, the shard's login is granted the tables. The complete schema is then given to
    /// Citus, because Citus would name the foreign keys of the first steps otherwise than Postgres.
    pub(super) async fn lay_out(
        &self,
        tx: &DatabaseTransaction,
        schema: &str,
        shard: u16,
        isolated: bool,
    ) -> Result<(), DbErr> {
        let login = role_isolation::shard_login(&self.gateway, shard);
        tx.execute_unprepared(&sql::create_schema(schema)).await?;
        if isolated {
            for statement in sql::create_role(schema, &login) {
                tx.execute_unprepared(&statement).await?;
            }
        } else {
            tx.execute_unprepared(&sql::grant_usage(schema, &login)).await?;
            migration::sql::grant_to(tx, &login).await?;
        }
        fleet::enter(tx, schema, Duration::from_secs(5)).await?;
        clinic_migrations::Migrator::up(tx, None).await?;
        if isolated {
            return Ok(());
        }
        tx.query_one_raw(sql::distribute(schema)).await?;
        // Plain tables at the coordinator would be served as well, and would fill it unnoticed.
        let distributed = tx.query_one_raw(sql::is_distributed(schema)).await?;
        distributed.map(drop).ok_or_else(|| DbErr::Custom(format!("Citus has not distributed {schema}")))
    }

    /// The role with which the gateway reads the tables of a schema: the schema's own role, or the shard's login where clinics have no roles.
    ///
    /// Fails when there is no such placement.
    pub async fn reader(&self, placement: &str, schema: &str, shard: i32) -> Result<String, DbErr> {
        let shard = u16::try_from(shard).map_err(|error| DbErr::Custom(error.to_string()))?;
        match self.kind_of(placement).await? {
            PlacementKind::Postgres => Ok(schema.to_owned()),
            PlacementKind::Citus => Ok(role_isolation::shard_login(&self.gateway, shard)),
        }
    }

    /// The kind of a placement's database.
    ///
    /// Fails when there is no such placement.
    pub async fn kind_of(&self, placement: &str) -> Result<PlacementKind, DbErr> {
        let row = entity::registry::placement::Entity::find_by_id(placement).one(&self.db).await?;
        row.map(|row| row.kind).ok_or_else(|| DbErr::Custom(format!("there is no placement {placement}")))
    }
}
