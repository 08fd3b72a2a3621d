//! Every kind of answer is parsed by the strict types of async-stripe, the library that the server calls Stripe with.

use stripe::{Client, ClientBuilder, RequestStrategy, StripeError};
use stripe_billing::{
    billing_portal_session::CreateBillingPortalSession,
    subscription::{
        CancelSubscription, CreateSubscription, CreateSubscriptionItems, ListSubscription, ListSubscriptionStatus,
        RetrieveSubscription, UpdateSubscription,
    },
};
use stripe_checkout::checkout_session::{
    CreateCheckoutSession, CreateCheckoutSessionLineItems, CreateCheckoutSessionSubscriptionData,
    ExpireCheckoutSession, ListCheckoutSession, RetrieveCheckoutSession,
};
use stripe_core::customer::{CreateCustomer, DeleteCustomer, RetrieveCustomer, UpdateCustomer};
use stripe_product::{
    price::{CreatePrice, CreatePriceRecurring, CreatePriceRecurringInterval, ListPrice},
    product::{CreateProduct, ListProduct},
};

use super::standin;
use crate::{Card, Standin};

fn client(stripe: &Standin) -> Client {
    ClientBuilder::new(stripe.secret_key()).url(stripe.url()).request_strategy(RequestStrategy::Once).build().unwrap()
}

async fn price(client: &Client, key: &str) -> String {
    let found = ListPrice::new().active(true).lookup_keys(vec![key.to_owned()]).send(client).await.unwrap();
    assert_eq!(found.data.len(), 1);
    found.data[0].id.to_string()
}

async fn session(client: &Client, customer: &str, price: &str) -> stripe_checkout::CheckoutSession {
    let mut item = CreateCheckoutSessionLineItems::new();
    item.price = Some(price.to_owned());
    item.quantity = Some(1);
    let mut data = CreateCheckoutSessionSubscriptionData::new();
    data.trial_period_days = Some(14);
    CreateCheckoutSession::new()
        .mode(stripe_checkout::CheckoutSessionMode::Subscription)
        .customer(customer)
        .line_items(vec![item])
        .subscription_data(data)
        .success_url("http://localhost/ok")
        .send(client)
        .await
        .unwrap()
}

#[tokio::test]
async fn customers_products_and_prices_are_understood() {
    let stripe = standin().await;
    let client = client(&stripe);
    let made = CreateCustomer::new().name("Clinic").email("owner@clinic.example").send(&client).await.unwrap();
    assert_eq!(made.email.as_deref(), Some("owner@clinic.example"));
    let renamed = UpdateCustomer::new(made.id.clone()).name("Other").send(&client).await.unwrap();
    assert_eq!(renamed.name.as_deref(), Some("Other"));
    RetrieveCustomer::new(made.id.clone()).send(&client).await.unwrap();
    DeleteCustomer::new(made.id.clone()).send(&client).await.unwrap();
    RetrieveCustomer::new(made.id).send(&client).await.unwrap();

    let product = CreateProduct::new("Extra").send(&client).await.unwrap();
    let made = CreatePrice::new(stripe_types::Currency::USD)
        .product(product.id.to_string())
        .unit_amount(1_234)
        .lookup_key("extra_yearly")
        .recurring(CreatePriceRecurring::new(CreatePriceRecurringInterval::Year))
        .send(&client)
        .await
        .unwrap();
    assert_eq!(made.unit_amount, Some(1_234));
    assert_eq!(price(&client, "extra_yearly").await, made.id.to_string());
    assert_eq!(ListProduct::new().send(&client).await.unwrap().data.len(), 4);
}

#[tokio::test]
async fn sessions_subscriptions_and_the_portal_are_understood_in_every_state() {
    let stripe = standin().await;
    let client = client(&stripe);
    let price = price(&client, "celadon_plus_monthly").await;
    let customer = CreateCustomer::new().send(&client).await.unwrap().id.to_string();
    let open = session(&client, &customer, &price).await;
    assert!(open.url.unwrap().starts_with(stripe.url()));
    stripe.pay(open.id.as_str(), Card::Fails).unwrap();
    let complete = RetrieveCheckoutSession::new(open.id).send(&client).await.unwrap();
    let id = complete.subscription.unwrap().into_id();
    for days in [0, 15, 3, 20] {
        stripe.advance_days(days);
        RetrieveSubscription::new(id.clone()).send(&client).await.unwrap();
    }
    let other = session(&client, &customer, &price).await;
    ExpireCheckoutSession::new(other.id).send(&client).await.unwrap();
    assert_eq!(ListCheckoutSession::new().customer(customer.as_str()).send(&client).await.unwrap().data.len(), 2);

    stripe.save_card(&customer, Card::Works).unwrap();
    let mut item = CreateSubscriptionItems::new();
    item.price = Some(price);
    let made = CreateSubscription::new().customer(customer.as_str()).items(vec![item]).send(&client).await.unwrap();
    let ending = UpdateSubscription::new(made.id.clone()).cancel_at_period_end(true).send(&client).await.unwrap();
    assert!(ending.cancel_at.is_some() && ending.cancel_at_period_end);
    CancelSubscription::new(made.id).send(&client).await.unwrap();
    let all = ListSubscription::new().customer(customer.as_str()).status(ListSubscriptionStatus::All);
    assert_eq!(all.send(&client).await.unwrap().data.len(), 2);
    let portal = CreateBillingPortalSession::new().customer(customer.as_str()).return_url("http://localhost/");
    assert!(portal.send(&client).await.unwrap().url.starts_with(stripe.url()));
}

#[tokio::test]
async fn refusals_are_understood_as_refusals() {
    let stripe = standin().await;
    let client = client(&stripe);
    let missing = RetrieveCheckoutSession::new("cs_test_none").send(&client).await.unwrap_err();
    let StripeError::Stripe(error, 404) = missing else { panic!("{missing:?}") };
    assert_eq!(error.code, Some(stripe::ApiErrorsCode::ResourceMissing));
    let other_account = ClientBuilder::new("sk_test_other").url(stripe.url()).build().unwrap();
    let refused = CreateCustomer::new().send(&other_account).await.unwrap_err();
    assert!(matches!(refused, StripeError::Stripe(_, 401)), "{refused:?}");
    assert_eq!(stripe.objects("customer").len(), 0);
}
