// The official client drives the stand-in, and the official library reads its signatures.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { test } from 'node:test';
import Stripe from 'stripe';
import { folder, key, secret, start } from './standin.mjs';

function client(url, apiKey = key) {
  const { hostname, port } = new URL(url);
  return new Stripe(apiKey, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
}

const form = (url, fields) => fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

async function order(stripe, more = {}) {
  const customer = await stripe.customers.create({ name: 'Clinic', email: 'owner@clinic.example', metadata: { clinic: '7' } });
  const { data: prices } = await stripe.prices.list({ lookup_keys: ['celadon_plus_monthly'], active: true });
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    client_reference_id: '7',
    line_items: [{ price: prices[0].id, quantity: 1 }],
    payment_method_collection: 'always',
    subscription_data: { trial_period_days: 14, metadata: { clinic: '7' }, trial_settings: { end_behavior: { missing_payment_method: 'cancel' } } },
    success_url: 'http://demo.localhost/payment/success?plan=plus&session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://demo.localhost/pricing',
    ...more,
  });
  return { customer, price: prices[0], session };
}

test('the client reads customers, prices and sessions and sees what it sent', async (t) => {
  const stripe = client((await start(t)).url);
  const { customer, price, session } = await order(stripe);
  assert.deepEqual([price.unit_amount, price.currency, price.recurring.interval], [9900, 'usd', 'month']);
  assert.deepEqual([customer.metadata.clinic, session.client_reference_id, session.status], ['7', '7', 'open']);
  assert.equal((await stripe.checkout.sessions.retrieve(session.id)).url, session.url);
  assert.equal((await stripe.checkout.sessions.expire(session.id)).status, 'expired');
  const all = [];
  for await (const one of stripe.prices.list({ limit: 2 })) all.push(one.id);
  assert.equal(new Set(all).size, 6);
});

test('the same key is the same call, and another body under it is refused', async (t) => {
  const stripe = client((await start(t)).url);
  const once = await stripe.customers.create({ name: 'a' }, { idempotencyKey: 'k' });
  const again = await stripe.customers.create({ name: 'a' }, { idempotencyKey: 'k' });
  assert.equal(again.id, once.id);
  await assert.rejects(stripe.customers.create({ name: 'b' }, { idempotencyKey: 'k' }), Stripe.errors.StripeIdempotencyError);
  assert.equal((await stripe.customers.list()).data.length, 1);
});

test('what is missing, unknown or not allowed is refused as Stripe refuses it', async (t) => {
  const { url } = await start(t);
  const stripe = client(url);
  await assert.rejects(stripe.subscriptions.retrieve('sub_none'), { code: 'resource_missing', statusCode: 404 });
  const unknown = { code: 'parameter_unknown', param: 'subscription_data[trial_days]', statusCode: 400 };
  await assert.rejects(order(stripe, { subscription_data: { trial_days: 14 } }), unknown);
  await assert.rejects(stripe.billingPortal.sessions.create({}), { code: 'parameter_missing', param: 'customer' });
  await assert.rejects(stripe.coupons.list(), { statusCode: 404 });
  await assert.rejects(client(url, 'sk_test_other').customers.list(), Stripe.errors.StripeAuthenticationError);
  assert.equal((await stripe.checkout.sessions.list()).data.length, 0);
});

test('a person subscribes on the page, and every delivery bears a signature that the library accepts', async (t) => {
  const received = [];
  const receiver = http.createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => {
      received.push({ body, signature: request.headers['stripe-signature'], host: request.headers.host });
      response.end('{}');
      receiver.emit('delivery');
    });
  });
  await new Promise((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  t.after(() => receiver.close());
  const hook = `http://127.0.0.1:${receiver.address().port}/api/stripe/webhook`;
  const { url } = await start(t, { STANDIN_WEBHOOK_URL: hook, STANDIN_WEBHOOK_HOST: 'localhost' });
  const stripe = client(url);
  const arrived = async (kind) => {
    while (!received.some(({ body }) => JSON.parse(body).type === kind)) await new Promise((resolve) => receiver.once('delivery', resolve));
  };

  const { customer, session } = await order(stripe);
  const page = await (await fetch(session.url)).text();
  assert.match(page, /LOCAL STAND-IN - NOT STRIPE\.<\/strong> No card data is taken, no money moves/);
  assert.match(page, /Subscribe to Plus.*14 days free, then \$99 \/ month/s);
  assert.match(page, /noindex/);
  assert.doesNotMatch(page, /type="(text|number|tel)"|<script/);
  const done = await form(session.url, { card: 'fails' });
  assert.equal(done.status, 303);
  assert.equal(done.headers.get('location'), `http://demo.localhost/payment/success?plan=plus&session_id=${session.id}`);
  assert.equal((await form(session.url, { card: 'works' })).status, 409);
  await arrived('checkout.session.completed');
  assert.equal((await form(`${url}/clock`, { by: '15d' })).status, 303);
  await arrived('invoice.payment_failed');
  const [held] = (await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data;
  assert.equal(held.status, 'past_due');

  const portal = await stripe.billingPortal.sessions.create({ customer: customer.id, return_url: 'http://demo.localhost/' });
  assert.match(await (await fetch(portal.url)).text(), /LOCAL STAND-IN - NOT STRIPE.*Return to Celadon/s);
  for (const [what, status, ending] of [['works', 'past_due', false], ['pay', 'active', false], ['end', 'active', true], ['resume', 'active', false], ['cancel', 'canceled', false]]) {
    assert.equal((await form(`${portal.url}/${held.id}/${what}`, {})).status, 303, what);
    const now = await stripe.subscriptions.retrieve(held.id);
    assert.deepEqual([now.status, now.cancel_at_period_end], [status, ending], what);
  }
  await arrived('customer.subscription.deleted');
  for (const { body, signature, host } of received) {
    assert.equal(stripe.webhooks.constructEvent(body, signature, secret).object, 'event');
    assert.throws(() => stripe.webhooks.constructEvent(body, signature, 'whsec_other'), Stripe.errors.StripeSignatureVerificationError);
    assert.equal(host, 'localhost');
  }
});

test('another site cannot press the buttons', async (t) => {
  const { url } = await start(t);
  const answer = await fetch(`${url}/clock`, { method: 'POST', body: 'by=1d', headers: { 'sec-fetch-site': 'cross-site' } });
  assert.equal(answer.status, 403);
  assert.match(await (await fetch(url)).text(), /0 days ahead/);
});

test('what was bought is there after a restart', async (t) => {
  const STANDIN_DATA = path.join(folder(t), 'stripe.json');
  const first = await start(t, { STANDIN_DATA });
  const { session } = await order(client(first.url));
  await form(session.url, { card: 'works' });
  await first.stop();
  assert.equal(fs.statSync(STANDIN_DATA).mode & 0o077, 0);
  const stripe = client((await start(t, { STANDIN_DATA })).url);
  assert.equal((await stripe.checkout.sessions.retrieve(session.id)).status, 'complete');
  assert.equal((await stripe.subscriptions.list()).data[0].status, 'trialing');
  assert.equal((await stripe.prices.list()).data.length, 6);
});

test('live keys and addresses of other machines are refused', async (t) => {
  await assert.rejects(start(t, { STRIPE_SECRET_KEY: 'sk_live_x' }), /sk_test_/);
  await assert.rejects(start(t, { STANDIN_LISTEN: '0.0.0.0:0' }), /loopback/);
  await assert.rejects(start(t, { APP_ENV: 'production' }), /production/);
});
