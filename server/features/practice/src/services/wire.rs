//! The wire types of the catalogue.

use chrono::{DateTime, Utc};
use entity::ids::{ConsentTemplateId, MemberId, ServiceId};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use utoipa::ToSchema;

use crate::settings::IntegerBetween;
use http_api::{
    Patch, deserialize_fields,
    fields::{Field, Line, Quantity},
};

/// Minutes that a service takes.
pub type Minutes = IntegerBetween<5, 720>;
/// Minutes kept free after a service.
pub type Buffer = IntegerBetween<0, 240>;
/// Days until a service is repeated.
pub type Interval = IntegerBetween<1, 730>;

/// A service of the clinic's catalogue.
#[derive(Debug, Serialize, ToSchema)]
pub struct Service {
    pub id: ServiceId,
    pub name: String,
    pub category: Option<String>,
    pub minutes: i32,
    /// How long the provider and the room stay reserved after the service.
    pub buffer_minutes: i32,
    #[schema(value_type = Option<f64>)]
    pub price: Option<Quantity>,
    /// The unit of the price, such as a syringe; null: the service.
    pub price_unit: Option<String>,
    /// `#rrggbb`, only to tell services apart.
    pub color: Option<String>,
    /// The members who perform it; empty: every member who takes appointments.
    pub performers: Vec<Performer>,
    /// Whether it is a treatment, which is recorded after an exam; other services are visits.
    pub needs_exam: bool,
    /// The consents that it needs.
    pub consents: Vec<NeededConsent>,
    /// After how many days it is usually repeated.
    pub interval_days: Option<i32>,
    pub taxable: bool,
    /// When it was retired. It cannot be chosen any more, but existing records still show it.
    pub retired_at: Option<DateTime<Utc>>,
    /// The version; sent back as `If-Match` it keeps a change from overwriting another one.
    pub version: i32,
    pub updated_at: DateTime<Utc>,
    /// Who changed it last; null for a service that came with the clinic.
    pub updated_by_name: Option<String>,
}

/// A member who performs a service.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Performer {
    pub id: MemberId,
    pub name: String,
}

/// A consent template that a service needs.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct NeededConsent {
    pub id: ConsentTemplateId,
    pub name: String,
    /// How many months a signature is valid; null: for one treatment.
    pub valid_months: Option<i32>,
}

/// A consent template for a service to need.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ConsentRule {
    pub id: ConsentTemplateId,
    /// How many months a signature is valid; absent or null: for one treatment.
    #[schema(value_type = Option<i32>, minimum = 1, maximum = 60)]
    pub valid_months: Option<ValidMonths>,
}

pub type ValidMonths = IntegerBetween<1, 60>;

/// The consents of a service, each once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConsentRules(pub Vec<ConsentRule>);

impl Field for ConsentRules {
    fn parse(value: &Value) -> Result<Self, String> {
        let given = value.as_array().filter(|given| given.len() <= MAX_IDS).ok_or("must be a list of consents")?;
        let mut rules: Vec<ConsentRule> = Vec::with_capacity(given.len());
        for rule in given {
            let rule = ConsentRule::deserialize(rule)
                .map_err(|_| "must be a list of consents, each valid for 1 to 60 months or for one treatment")?;
            if rules.iter().any(|other| other.id == rule.id) {
                return Err("has a consent twice".to_owned());
            }
            rules.push(rule);
        }
        Ok(Self(rules))
    }
}

/// A new service: at the end of the catalogue.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewService {
    name: Title,
    #[schema(value_type = i32, minimum = 5, maximum = 720)]
    minutes: Minutes,
    category: Option<Title>,
    /// Default: 0.
    #[schema(value_type = Option<i32>, minimum = 0, maximum = 240)]
    buffer_minutes: Option<Buffer>,
    price: Option<Quantity>,
    price_unit: Option<Unit>,
    color: Option<Color>,
    #[schema(value_type = Option<Vec<MemberId>>)]
    performer_ids: Option<Ids<MemberId>>,
    #[schema(value_type = Option<Vec<ConsentRule>>)]
    consents: Option<ConsentRules>,
    needs_exam: Option<bool>,
    #[schema(value_type = Option<i32>, minimum = 1, maximum = 730)]
    interval_days: Option<Interval>,
    taxable: Option<bool>,
}

impl NewService {
    /// The new service as a change of an empty one.
    pub fn into_change(self) -> ServiceChange {
        fn given<T>(field: Option<T>) -> Patch<T> {
            field.map_or(Patch::Keep, Patch::Set)
        }
        ServiceChange {
            name: Patch::Set(self.name),
            minutes: Patch::Set(self.minutes),
            category: given(self.category),
            buffer_minutes: given(self.buffer_minutes),
            price: given(self.price),
            price_unit: given(self.price_unit),
            color: given(self.color),
            performer_ids: given(self.performer_ids),
            consents: given(self.consents),
            needs_exam: given(self.needs_exam),
            interval_days: given(self.interval_days),
            taxable: given(self.taxable),
        }
    }
}

/// The changes to a service: a field that is left out stays, null clears it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ServiceChange {
    /// Cannot be cleared.
    #[serde(default)]
    #[schema(value_type = Option<Title>)]
    pub name: Patch<Title>,
    /// Cannot be cleared.
    #[serde(default)]
    #[schema(value_type = Option<i32>, minimum = 5, maximum = 720)]
    pub minutes: Patch<Minutes>,
    #[serde(default)]
    #[schema(value_type = Option<Title>)]
    pub category: Patch<Title>,
    /// Cleared: 0.
    #[serde(default)]
    #[schema(value_type = Option<i32>, minimum = 0, maximum = 240)]
    pub buffer_minutes: Patch<Buffer>,
    #[serde(default)]
    #[schema(value_type = Option<Quantity>)]
    pub price: Patch<Quantity>,
    #[serde(default)]
    #[schema(value_type = Option<Unit>)]
    pub price_unit: Patch<Unit>,
    #[serde(default)]
    #[schema(value_type = Option<Color>)]
    pub color: Patch<Color>,
    /// Cleared: every member who takes appointments.
    #[serde(default)]
    #[schema(value_type = Option<Vec<MemberId>>)]
    pub performer_ids: Patch<Ids<MemberId>>,
    #[serde(default)]
    #[schema(value_type = Option<Vec<ConsentRule>>)]
    pub consents: Patch<ConsentRules>,
    /// Cannot be cleared.
    #[serde(default)]
    #[schema(value_type = Option<bool>)]
    pub needs_exam: Patch<bool>,
    #[serde(default)]
    #[schema(value_type = Option<i32>, minimum = 1, maximum = 730)]
    pub interval_days: Patch<Interval>,
    /// Cannot be cleared.
    #[serde(default)]
    #[schema(value_type = Option<bool>)]
    pub taxable: Patch<bool>,
}

/// The catalogue in a new order.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ServiceOrder {
    /// Every service that can be chosen, in the new order.
    #[schema(value_type = Vec<ServiceId>)]
    pub ids: Ids<ServiceId>,
    /// The order that was seen. If it is not the present one, nothing is changed.
    #[schema(value_type = Option<Vec<ServiceId>>)]
    pub seen: Option<Ids<ServiceId>>,
}

/// The name of a service or a category: one short line.
#[derive(Debug, Clone, PartialEq, Eq, ToSchema)]
#[schema(value_type = String, min_length = 1, max_length = 100)]
pub struct Title(pub String);

/// The unit of a price.
#[derive(Debug, Clone, PartialEq, Eq, ToSchema)]
#[schema(value_type = String, min_length = 1, max_length = 40)]
pub struct Unit(pub String);

/// A color: `#rrggbb`.
#[derive(Debug, Clone, PartialEq, Eq, ToSchema)]
#[schema(value_type = String, pattern = "^#[0-9a-fA-F]{6}$")]
pub struct Color(pub String);

/// Ids, each once, in the order given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ids<T>(pub Vec<T>);

/// More than a clinic has of anything that is listed here.
const MAX_IDS: usize = 500;

impl Field for Title {
    fn parse(value: &Value) -> Result<Self, String> {
        short(value, 100).map(Self)
    }
}

impl Field for Unit {
    fn parse(value: &Value) -> Result<Self, String> {
        short(value, 40).map(Self)
    }
}

fn short(value: &Value, characters: usize) -> Result<String, String> {
    let Line(line) = Line::parse(value)?;
    if line.chars().count() > characters {
        return Err(format!("must be at most {characters} characters"));
    }
    Ok(line)
}

impl Field for Color {
    fn parse(value: &Value) -> Result<Self, String> {
        let digits = value.as_str().and_then(|text| text.trim().strip_prefix('#'));
        let color = digits.filter(|digits| digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        color
            .map(|digits| Self(format!("#{}", digits.to_ascii_lowercase())))
            .ok_or_else(|| "must be a color such as #4a7c59".to_owned())
    }
}

impl<T: DeserializeOwned + PartialEq> Field for Ids<T> {
    fn parse(value: &Value) -> Result<Self, String> {
        let given = value.as_array().filter(|given| given.len() <= MAX_IDS).ok_or("must be a list of choices")?;
        let mut ids = Vec::with_capacity(given.len());
        for id in given {
            let id = T::deserialize(id).map_err(|_| "must be a list of choices")?;
            if ids.contains(&id) {
                return Err("has a choice twice".to_owned());
            }
            ids.push(id);
        }
        Ok(Self(ids))
    }
}
deserialize_fields!(ConsentRules, Title, Unit, Color);
deserialize_fields!([T: DeserializeOwned + PartialEq] Ids<T>);
