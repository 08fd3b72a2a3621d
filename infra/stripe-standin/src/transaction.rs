//! A transaction: does what is due, makes a change, then sends the events of both.

use std::sync::Arc;

use crate::{
    delivery, keep, lifecycle,
    shared::{Shared, lock},
    world::Transaction,
};

impl Shared {
    pub fn advance(self: &Arc<Self>, seconds: i64) {
        self.record(|world| world.skew += seconds);
        self.transact(|_| ());
    }

    /// Does what is due, then makes the change, and sends the events of both.
    pub fn transact<T>(self: &Arc<Self>, change: impl FnOnce(&mut Transaction<'_>) -> T) -> T {
        let (result, fresh) = {
            let mut world = lock(&self.world);
            let now = self.wall_clock() + world.skew;
            let mut tx = Transaction { world: &mut world, now, base: &self.base };
            lifecycle::pass(&mut tx);
            let result = change(&mut tx);
            let fresh = std::mem::take(&mut world.fresh);
            keep::save(self.settings.data_file.as_deref(), &world);
            (result, fresh)
        };
        delivery::send(self, fresh);
        result
    }
}
