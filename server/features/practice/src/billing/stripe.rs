//! The gateway over HTTPS with async-stripe. No other file uses the crate.

use std::{collections::HashMap, time::Duration};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use entity::ids::AttemptId;
use stripe::{Client, ClientBuilder, IdempotencyKey, RequestStrategy, StripeError, StripeRequest};
use stripe_billing::subscription::{
    CreateSubscription, CreateSubscriptionItems, CreateSubscriptionPaymentBehavior, ListSubscription,
    ListSubscriptionStatus,
};
use stripe_checkout::checkout_session::{
    CreateCheckoutSession, CreateCheckoutSessionCustomText, CreateCheckoutSessionLineItems,
    CreateCheckoutSessionPaymentMethodCollection, CreateCheckoutSessionSubscriptionData,
    CreateCheckoutSessionSubscriptionDataTrialSettings, CreateCheckoutSessionSubscriptionDataTrialSettingsEndBehavior,
    CreateCheckoutSessionSubscriptionDataTrialSettingsEndBehaviorMissingPaymentMethod, CustomTextPositionParam,
    ExpireCheckoutSession, RetrieveCheckoutSession,
};
use stripe_core::customer::{CreateCustomer, RetrieveCustomer, RetrieveCustomerReturned};
use stripe_product::price::ListPrice;
use stripe_shared::{ApiErrorsCode, ApiErrorsType, CheckoutSessionMode, CheckoutSessionStatus, RecurringInterval};
use uuid::Uuid;

use super::{
    gateway::{
        ATTEMPT, CLINIC, Customer, GatewayError, NewSession, NewSubscription, Price, Session, SessionState,
        StripeGateway, SubSnapshot,
    },
    status::StripeStatus,
};
use config::stripe_keys::Secret;

/// How long one try may take.
const TIMEOUT: Duration = Duration::from_secs(10);
/// How often a request is tried.
const TRIES: u32 = 3;
/// The pause before the second try; it doubles.
const PAUSE: Duration = Duration::from_millis(200);

/// Stripe, or its stand-in.
#[derive(Clone)]
pub struct StripeApi {
    client: Client,
}

impl StripeApi {
    /// The calls to Stripe, or to its stand-in at `base`.
    pub fn new(key: &Secret, base: &str) -> Result<Self, GatewayError> {
        Self::with_timeout(key, base, TIMEOUT)
    }

    pub fn with_timeout(key: &Secret, base: &str, timeout: Duration) -> Result<Self, GatewayError> {
        let client = ClientBuilder::new(key.reveal())
            .url(format!("{}/", base.trim_end_matches('/')))
            .timeout(timeout)
            .request_strategy(RequestStrategy::Once)
            .build()
            .map_err(|_| GatewayError::Unreachable("its address is none"))?;
        Ok(Self { client })
    }

    async fn is_deleted(&self, customer: &str) -> Result<bool, GatewayError> {
        match self.send(&RetrieveCustomer::new(customer), None).await {
            Ok(RetrieveCustomerReturned::Customer(_)) => Ok(false),
            Ok(RetrieveCustomerReturned::DeletedCustomer(_)) | Err(GatewayError::Missing) => Ok(true),
            Err(error) => Err(error),
        }
    }

    /// Sends a request up to three times with the same key. The crate's own retries each make a new key, and so could do
    /// something twice.
    pub(super) async fn send<R>(&self, request: &R, key: Option<String>) -> Result<R::Output, GatewayError>
    where
        R: StripeRequest,
        R::Output: miniserde::Deserialize,
    {
        let strategy = match key {
            Some(key) => RequestStrategy::Idempotent(
                IdempotencyKey::new(key).map_err(|_| GatewayError::Unreachable("a key is too long"))?,
            ),
            None => RequestStrategy::Once,
        };
        let mut pause = PAUSE;
        let mut tries = 1;
        loop {
            let failure = match request.customize().request_strategy(strategy.clone()).send(&self.client).await {
                Ok(answer) => return Ok(answer),
                Err(error) => error,
            };
            if tries >= TRIES || !may_pass(&failure) {
                return Err(to_gateway_error(&failure));
            }
            tries += 1;
            tokio::time::sleep(pause).await;
            pause *= 2;
        }
    }
}

/// Whether the same request may succeed a moment later.
fn may_pass(error: &StripeError) -> bool {
    match error {
        StripeError::Timeout | StripeError::ClientError(_) => true,
        StripeError::Stripe(told, status) => {
            matches!(status, 409 | 424 | 429 | 500..=599) && told.type_ != ApiErrorsType::IdempotencyError
        }
        _ => false,
    }
}

/// Classifies an error by what can be done about it. Stripe's messages are left out, because they can name a person's card.
fn to_gateway_error(error: &StripeError) -> GatewayError {
    match error {
        StripeError::Timeout => GatewayError::Unreachable("too slow"),
        StripeError::ClientError(_) => GatewayError::Unreachable("no connection"),
        StripeError::ConfigError(_) => GatewayError::Unreachable("misconfigured"),
        StripeError::JSONDeserialize(_) => GatewayError::Unreadable,
        StripeError::Stripe(told, status) => match (&told.code, &told.type_, status) {
            (Some(ApiErrorsCode::ResourceMissing), _, _) | (_, _, 404) => GatewayError::Missing,
            (_, ApiErrorsType::IdempotencyError, 400) => GatewayError::KeyReused,
            (_, _, 429 | 500..=599) => GatewayError::Unreachable("busy or broken"),
            (code, _, status) => GatewayError::Refused {
                status: *status,
                code: code.as_ref().map(|code| code.as_str().to_owned()).unwrap_or_default(),
            },
        },
    }
}

fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(seconds, 0).unwrap_or_default()
}

fn metadata(clinic: Uuid, attempt: AttemptId) -> HashMap<String, String> {
    HashMap::from([(CLINIC.to_owned(), clinic.to_string()), (ATTEMPT.to_owned(), attempt.to_string())])
}

fn snapshot(subscription: stripe_shared::Subscription) -> SubSnapshot {
    let item = subscription.items.data.into_iter().next();
    SubSnapshot {
        id: subscription.id.to_string(),
        status: StripeStatus::read(subscription.status.as_str()),
        created: at(subscription.created),
        start: at(subscription.start_date),
        trial_start: subscription.trial_start.map(at),
        trial_end: subscription.trial_end.map(at),
        current_period_end: item.as_ref().map(|item| at(item.current_period_end)),
        cancel_at: subscription.cancel_at.map(at),
        cancel_at_period_end: subscription.cancel_at_period_end,
        ended_at: subscription.ended_at.map(at),
        lookup_key: item.as_ref().and_then(|item| item.price.lookup_key.clone()),
        unit_amount: item.as_ref().and_then(|item| item.price.unit_amount),
        quantity: item.as_ref().and_then(|item| i64::try_from(item.quantity?).ok()).unwrap_or(1),
        price_id: item.map(|item| item.price.id.to_string()),
        attempt: subscription.metadata.get(ATTEMPT).and_then(|text| text.parse().ok()),
    }
}

fn session(session: stripe_shared::CheckoutSession) -> Session {
    Session {
        id: session.id.to_string(),
        state: match session.status {
            Some(CheckoutSessionStatus::Open) => SessionState::Open,
            Some(CheckoutSessionStatus::Complete) => SessionState::Complete,
            _ => SessionState::Expired,
        },
        url: session.url,
        expires_at: at(session.expires_at),
    }
}

#[async_trait]
impl StripeGateway for StripeApi {
    async fn create_customer(&self, clinic: Uuid, name: &str, key: &str) -> Result<String, GatewayError> {
        let request =
            CreateCustomer::new().name(name).metadata(HashMap::from([(CLINIC.to_owned(), clinic.to_string())]));
        Ok(self.send(&request, Some(key.to_owned())).await?.id.to_string())
    }

    async fn prices(&self, lookup_keys: &[String]) -> Result<Vec<Price>, GatewayError> {
        let request = ListPrice::new().active(true).lookup_keys(lookup_keys.to_vec()).limit(100);
        let found = self.send(&request, None).await?;
        let price = |price: stripe_shared::Price| {
            Some(Price {
                id: price.id.to_string(),
                lookup_key: price.lookup_key?,
                unit_amount: price.unit_amount,
                currency: price.currency.to_string(),
                is_yearly: price.recurring?.interval == RecurringInterval::Year,
            })
        };
        Ok(found.data.into_iter().filter_map(price).collect())
    }

    async fn create_session(&self, new: &NewSession) -> Result<Session, GatewayError> {
        let mut line = CreateCheckoutSessionLineItems::new();
        line.price = Some(new.price.clone());
        line.quantity = Some(1);
        let mut data = CreateCheckoutSessionSubscriptionData::new();
        data.metadata = Some(metadata(new.clinic, new.attempt));
        if new.trial_days > 0 {
            data.trial_period_days = Some(new.trial_days);
            data.trial_settings = Some(CreateCheckoutSessionSubscriptionDataTrialSettings::new(
                CreateCheckoutSessionSubscriptionDataTrialSettingsEndBehavior::new(
                    CreateCheckoutSessionSubscriptionDataTrialSettingsEndBehaviorMissingPaymentMethod::Cancel,
                ),
            ));
        }
        let mut text = CreateCheckoutSessionCustomText::new();
        text.submit = Some(CustomTextPositionParam::new(new.terms.clone()));
        let request = CreateCheckoutSession::new()
            .mode(CheckoutSessionMode::Subscription)
            .customer(new.customer.clone())
            .client_reference_id(new.clinic.to_string())
            .line_items(vec![line])
            .payment_method_collection(CreateCheckoutSessionPaymentMethodCollection::Always)
            .subscription_data(data)
            .custom_text(text)
            .metadata(metadata(new.clinic, new.attempt))
            .success_url(new.success_url.clone())
            .cancel_url(new.cancel_url.clone());
        Ok(session(self.send(&request, Some(format!("cs:v1:{}", new.attempt))).await?))
    }

    async fn session(&self, id: &str) -> Result<Session, GatewayError> {
        Ok(session(self.send(&RetrieveCheckoutSession::new(id), None).await?))
    }

    async fn expire_session(&self, id: &str) -> Result<(), GatewayError> {
        match self.send(&ExpireCheckoutSession::new(id), Some(format!("expire:v1:{id}"))).await {
            // The session was over already.
            Ok(_) | Err(GatewayError::Missing | GatewayError::Refused { status: 400, .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }

    async fn customer(&self, id: &str) -> Result<Customer, GatewayError> {
        let request = ListSubscription::new().customer(id).status(ListSubscriptionStatus::All).limit(100);
        match self.send(&request, None).await {
            Ok(list) => {
                let subscriptions: Vec<_> = list.data.into_iter().map(snapshot).collect();
                // Stripe can still list the subscriptions of a deleted customer. All have ended.
                let has_live = subscriptions.iter().any(|snapshot| snapshot.status.is_live());
                let is_gone = !has_live && self.is_deleted(id).await?;
                Ok(Customer { is_gone, subscriptions })
            }
            Err(GatewayError::Missing) => Ok(Customer { is_gone: true, subscriptions: Vec::new() }),
            Err(error) => Err(error),
        }
    }

    async fn card_on_file(&self, customer: &str) -> Result<Option<String>, GatewayError> {
        let found = match self.send(&RetrieveCustomer::new(customer), None).await {
            Ok(RetrieveCustomerReturned::Customer(found)) => found,
            Ok(RetrieveCustomerReturned::DeletedCustomer(_)) | Err(GatewayError::Missing) => return Ok(None),
            Err(error) => return Err(error),
        };
        let of_customer = found.invoice_settings.and_then(|settings| settings.default_payment_method);
        if let Some(card) = of_customer {
            return Ok(Some(card.into_id().to_string()));
        }
        // A checkout stores its card with the subscription. The newest comes first.
        let request = ListSubscription::new().customer(customer).status(ListSubscriptionStatus::All).limit(100);
        let begun = self.send(&request, None).await?.data;
        Ok(begun.into_iter().find_map(|one| one.default_payment_method).map(|card| card.into_id().to_string()))
    }

    async fn create_subscription(&self, new: &NewSubscription) -> Result<String, GatewayError> {
        let mut item = CreateSubscriptionItems::new();
        item.price = Some(new.price.clone());
        item.quantity = Some(1);
        let mut request = CreateSubscription::new()
            .customer(new.customer.clone())
            .items(vec![item])
            .default_payment_method(new.card.clone())
            .payment_behavior(CreateSubscriptionPaymentBehavior::ErrorIfIncomplete)
            .off_session(true)
            .metadata(metadata(new.clinic, new.attempt));
        if new.trial_days > 0 {
            request = request.trial_period_days(new.trial_days);
        }
        Ok(self.send(&request, Some(format!("sub:v1:{}", new.attempt))).await?.id.to_string())
    }

    async fn portal(&self, customer: &str, return_url: &str) -> Result<String, GatewayError> {
        let request = stripe_billing::billing_portal_session::CreateBillingPortalSession::new()
            .customer(customer)
            .return_url(return_url);
        Ok(self.send(&request, None).await?.url)
    }
}
