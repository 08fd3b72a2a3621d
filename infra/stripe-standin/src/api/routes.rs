//! The calls that the stand-in implements, and the parameters of each.

use super::{
    call::Handler,
    checkout, customers, events, invoices,
    parameters::{Field, Kind, field, need},
    payment_methods, portal, prices, subscriptions, webhook_endpoints,
};
pub struct Route {
    pub method: &'static str,
    /// Below `/v1`; `*` stands for an id.
    pub path: &'static str,
    pub fields: &'static [Field],
    pub handler: Handler,
}

const fn route(method: &'static str, path: &'static str, fields: &'static [Field], handler: Handler) -> Route {
    Route { method, path, fields, handler }
}

pub const ROUTES: &[Route] = &[
    route("POST", "customers", CUSTOMER, customers::create),
    route("GET", "customers", CUSTOMERS, customers::list),
    route("GET", "customers/*", &[], customers::get),
    route("POST", "customers/*", CUSTOMER, customers::update),
    route("DELETE", "customers/*", &[], customers::delete),
    route("GET", "customers/*/payment_methods", METHODS, payment_methods::list_of),
    route("GET", "payment_methods", METHODS_BY_CUSTOMER, payment_methods::list),
    route("GET", "payment_methods/*", &[], payment_methods::get),
    route("POST", "payment_methods/*/attach", ATTACH, payment_methods::attach),
    route("POST", "products", PRODUCT, prices::create_product),
    route("GET", "products", PRODUCTS, prices::list_products),
    route("GET", "products/*", &[], prices::get_product),
    route("POST", "prices", PRICE, prices::create),
    route("GET", "prices", PRICES, prices::list),
    route("GET", "prices/*", &[], prices::get),
    route("POST", "prices/*", PRICE_CHANGE, prices::update),
    route("POST", "checkout/sessions", CHECKOUT, checkout::create),
    route("GET", "checkout/sessions", CHECKOUTS, checkout::list),
    route("GET", "checkout/sessions/*", &[], checkout::get),
    route("POST", "checkout/sessions/*/expire", &[], checkout::expire),
    route("POST", "subscriptions", SUBSCRIPTION, subscriptions::create),
    route("GET", "subscriptions", SUBSCRIPTIONS, subscriptions::list),
    route("GET", "subscriptions/*", &[], subscriptions::get),
    route("POST", "subscriptions/*", SUBSCRIPTION_CHANGE, subscriptions::update),
    route("DELETE", "subscriptions/*", CANCEL, subscriptions::cancel),
    route("POST", "billing_portal/sessions", PORTAL, portal::create),
    route("GET", "invoices", INVOICES, invoices::list),
    route("GET", "invoices/*", &[], invoices::get),
    route("GET", "events", EVENTS, events::list),
    route("GET", "events/*", &[], events::get),
    route("POST", "webhook_endpoints", ENDPOINT, webhook_endpoints::create),
    route("GET", "webhook_endpoints", PAGE, webhook_endpoints::list),
    route("POST", "webhook_endpoints/*", ENDPOINT_CHANGE, webhook_endpoints::update),
    route("DELETE", "webhook_endpoints/*", &[], webhook_endpoints::delete),
];

const fn text(name: &'static str) -> Field {
    field(name, Kind::Text)
}

const LIMIT: Field = field("limit", Kind::Number);
const AFTER: Field = field("starting_after", Kind::Text);
const BEFORE: Field = field("ending_before", Kind::Text);
const METADATA: Field = field("metadata", Kind::Metadata);
const PAGE: &[Field] = &[LIMIT, AFTER, BEFORE];

const CUSTOMER: &[Field] = &[
    text("description"),
    text("email"),
    field("invoice_settings", Kind::Group(&[text("default_payment_method")])),
    METADATA,
    text("name"),
    text("phone"),
];
const CUSTOMERS: &[Field] = &[text("email"), LIMIT, AFTER, BEFORE];
const METHODS: &[Field] = &[field("type", Kind::OneOf(&["card"])), LIMIT, AFTER, BEFORE];
const METHODS_BY_CUSTOMER: &[Field] =
    &[need("customer", Kind::Text), field("type", Kind::OneOf(&["card"])), LIMIT, AFTER, BEFORE];
const ATTACH: &[Field] = &[need("customer", Kind::Text)];
const PRODUCT: &[Field] = &[
    field("active", Kind::Flag),
    text("description"),
    text("id"),
    METADATA,
    need("name", Kind::Text),
    text("statement_descriptor"),
    text("unit_label"),
];
const PRODUCTS: &[Field] = &[field("active", Kind::Flag), field("ids", Kind::Each(&Kind::Text)), LIMIT, AFTER, BEFORE];
const PRICE: &[Field] = &[
    field("active", Kind::Flag),
    need("currency", Kind::OneOf(&["usd"])),
    text("lookup_key"),
    METADATA,
    text("nickname"),
    text("product"),
    field("product_data", Kind::Group(&[text("id"), METADATA, need("name", Kind::Text)])),
    need(
        "recurring",
        Kind::Group(&[need("interval", Kind::OneOf(&["month", "year"])), field("interval_count", Kind::Number)]),
    ),
    field("tax_behavior", Kind::OneOf(&["exclusive", "inclusive", "unspecified"])),
    field("transfer_lookup_key", Kind::Flag),
    need("unit_amount", Kind::Number),
];
const PRICE_CHANGE: &[Field] = &[
    field("active", Kind::Flag),
    text("lookup_key"),
    METADATA,
    text("nickname"),
    field("transfer_lookup_key", Kind::Flag),
];
const PRICES: &[Field] = &[
    field("active", Kind::Flag),
    field("currency", Kind::Text),
    field("lookup_keys", Kind::Each(&Kind::Text)),
    text("product"),
    field("type", Kind::OneOf(&["recurring", "one_time"])),
    LIMIT,
    AFTER,
    BEFORE,
];
const TRIAL_SETTINGS: Field = field(
    "trial_settings",
    Kind::Group(&[need(
        "end_behavior",
        Kind::Group(&[need("missing_payment_method", Kind::OneOf(&["cancel", "create_invoice"]))]),
    )]),
);
const CUSTOM_TEXT: Kind = Kind::Group(&[need("message", Kind::Text)]);
const CHECKOUT: &[Field] = &[
    field("allow_promotion_codes", Kind::Flag),
    field("billing_address_collection", Kind::OneOf(&["auto", "required"])),
    field("cancel_url", Kind::Address),
    text("client_reference_id"),
    field("consent_collection", Kind::Group(&[field("terms_of_service", Kind::OneOf(&["none", "required"]))])),
    field(
        "custom_text",
        Kind::Group(&[
            field("after_submit", CUSTOM_TEXT),
            field("submit", CUSTOM_TEXT),
            field("terms_of_service_acceptance", CUSTOM_TEXT),
        ]),
    ),
    text("customer"),
    text("customer_email"),
    field("expires_at", Kind::Moment),
    field("line_items", Kind::Each(&Kind::Group(&[field("price", Kind::Text), field("quantity", Kind::Number)]))),
    text("locale"),
    METADATA,
    field("mode", Kind::OneOf(&["subscription"])),
    field("payment_method_collection", Kind::OneOf(&["always", "if_required"])),
    field("payment_method_types", Kind::Each(&Kind::OneOf(&["card"]))),
    field(
        "subscription_data",
        Kind::Group(&[
            text("description"),
            METADATA,
            field("trial_end", Kind::Moment),
            field("trial_period_days", Kind::Number),
            TRIAL_SETTINGS,
        ]),
    ),
    field("success_url", Kind::Address),
];
const CHECKOUTS: &[Field] = &[
    text("customer"),
    text("subscription"),
    field("status", Kind::OneOf(&["complete", "expired", "open"])),
    LIMIT,
    AFTER,
    BEFORE,
];
const BEHAVIOR: &[&str] = &["allow_incomplete", "default_incomplete", "error_if_incomplete", "pending_if_incomplete"];
const SUBSCRIPTION: &[Field] = &[
    field("cancel_at_period_end", Kind::Flag),
    field("collection_method", Kind::OneOf(&["charge_automatically"])),
    field("currency", Kind::OneOf(&["usd"])),
    need("customer", Kind::Text),
    text("default_payment_method"),
    text("description"),
    need("items", Kind::Each(&Kind::Group(&[need("price", Kind::Text), field("quantity", Kind::Number)]))),
    METADATA,
    field("off_session", Kind::Flag),
    field("payment_behavior", Kind::OneOf(BEHAVIOR)),
    field(
        "payment_settings",
        Kind::Group(&[field("save_default_payment_method", Kind::OneOf(&["off", "on_subscription"]))]),
    ),
    field("proration_behavior", Kind::OneOf(&["always_invoice", "create_prorations", "none"])),
    field("trial_end", Kind::Moment),
    field("trial_period_days", Kind::Number),
    TRIAL_SETTINGS,
];
const SUBSCRIPTIONS: &[Field] = &[
    text("customer"),
    text("price"),
    field(
        "status",
        Kind::OneOf(&[
            "active",
            "all",
            "canceled",
            "ended",
            "incomplete",
            "incomplete_expired",
            "past_due",
            "paused",
            "trialing",
            "unpaid",
        ]),
    ),
    LIMIT,
    AFTER,
    BEFORE,
];
const DETAILS: Field = field("cancellation_details", Kind::Group(&[text("comment"), text("feedback")]));
const SUBSCRIPTION_CHANGE: &[Field] = &[
    field("cancel_at", Kind::Moment),
    field("cancel_at_period_end", Kind::Flag),
    DETAILS,
    text("default_payment_method"),
    text("description"),
    field(
        "items",
        Kind::Each(&Kind::Group(&[text("id"), field("price", Kind::Text), field("quantity", Kind::Number)])),
    ),
    METADATA,
    field("off_session", Kind::Flag),
    field("payment_behavior", Kind::OneOf(BEHAVIOR)),
    field("proration_behavior", Kind::OneOf(&["always_invoice", "create_prorations", "none"])),
    field("trial_end", Kind::Moment),
];
const CANCEL: &[Field] = &[DETAILS, field("invoice_now", Kind::Flag), field("prorate", Kind::Flag)];
const PORTAL: &[Field] =
    &[text("configuration"), need("customer", Kind::Text), text("locale"), field("return_url", Kind::Address)];
const INVOICES: &[Field] = &[
    text("customer"),
    field("status", Kind::OneOf(&["draft", "open", "paid", "uncollectible", "void"])),
    text("subscription"),
    LIMIT,
    AFTER,
    BEFORE,
];
const EVENTS: &[Field] = &[
    text("type"),
    field("types", Kind::Each(&Kind::Text)),
    field("delivery_success", Kind::Flag),
    LIMIT,
    AFTER,
    BEFORE,
];
const ENDPOINT_CHANGE: &[Field] = &[
    text("description"),
    field("disabled", Kind::Flag),
    field("enabled_events", Kind::Each(&Kind::Text)),
    METADATA,
    field("url", Kind::Address),
];
const ENDPOINT: &[Field] = &[
    text("api_version"),
    text("description"),
    need("enabled_events", Kind::Each(&Kind::Text)),
    METADATA,
    need("url", Kind::Address),
];
