//! The modules that are on in a clinic.

use entity::{
    clinic::clinic_module::{Column, Entity},
    words::Module,
};
use sea_orm::{ColumnTrait, ConnectionTrait, DbErr, EntityTrait, Iterable, QueryFilter, QuerySelect};

/// The modules that are on in a clinic, in the order of the screen.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Modules(Vec<Module>);

impl Modules {
    pub fn has(&self, module: Module) -> bool {
        self.0.contains(&module)
    }

    pub fn as_slice(&self) -> &[Module] {
        &self.0
    }

    /// A word that this server does not know is left out, because a server of the next release may have stored it.
    pub(super) fn from_words(words: &[String]) -> Self {
        Self(Module::iter().filter(|module| words.iter().any(|word| word == module.as_str())).collect())
    }

    pub(super) async fn read(tx: &impl ConnectionTrait) -> Result<Self, DbErr> {
        let on = Entity::find().select_only().column(Column::Module).filter(Column::IsOn.eq(true));
        let words: Vec<String> = on.into_tuple().all(tx).await?;
        Ok(Self::from_words(&words))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_of_the_next_release_is_left_out() {
        let words = ["protocols", "holograms", "services"].map(str::to_owned);
        let modules = Modules::from_words(&words);
        assert_eq!(modules.as_slice(), [Module::Services, Module::Protocols]);
        assert!(modules.has(Module::Services) && !modules.has(Module::Clearance));
    }
}
