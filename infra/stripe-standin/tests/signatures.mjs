// Signatures made by Stripe's official library, for every verifier and signer here: `node tests/signatures.mjs` writes
// signatures.json anew. Each case has the official verdict beside ours, which may be stricter and never more lenient.
import fs from 'node:fs';
import path from 'node:path';
import Stripe from 'stripe';

export const file = path.join(import.meta.dirname, 'signatures.json');
const now = 1_790_000_000;
const event = '{"id":"evt_1","object":"event","type":"customer.subscription.updated"}';
const signed = (payload, secret, timestamp = now) => Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
const [time, v1] = signed(event, 'whsec_test').split(',');
const other = signed(event, 'whsec_other').split(',')[1];

/** What a signer has to make, byte for byte. */
const headers = [
  [event, 'whsec_test', now],
  ['{"id":"evt_2","object":"event","name":"Clínica Ñandú"}', 'whsec_test', now],
  ['', 'whsec_empty_body', now + 301],
  [event, 'whsec_rotated', now],
].map(([payload, secret, timestamp]) => ({ payload, secret, timestamp, header: signed(payload, secret, timestamp) }));

/** Name, header, and what differs from a right delivery that is read at once; `takes` is whether our verifier must accept it. */
const cases = [
  ['as it was sent', `${time},${v1}`, true],
  ['with a scheme that does not count', `${time},${v1},v0=00`, true],
  ['two signatures, the second is ours', `${time},${other},${v1}`, true],
  ['two signatures, the first is ours', `${time},${v1},${other}`, true],
  ['two secrets, the second signed', `${time},${v1}`, true, { secrets: ['whsec_next', 'whsec_test'] }],
  ['after exactly five minutes', `${time},${v1}`, true, { now: now + 300 }],
  ['from exactly five minutes ahead', `${time},${v1}`, true, { now: now - 300 }],
  ['a tampered body', `${time},${v1}`, false, { payload: event.replace('updated', 'deleted') }],
  ['a body with one space more', `${time},${v1}`, false, { payload: `${event} ` }],
  ['another secret', `${time},${v1}`, false, { secrets: ['whsec_wrong'] }],
  ['a secret in another case', `${time},${v1}`, false, { secrets: ['WHSEC_TEST'] }],
  ['an old time', `${time},${v1}`, false, { now: now + 301 }],
  ['a future time', `${time},${v1}`, false, { now: now - 301 }],
  ['another time than was signed', `t=${now + 1},${v1}`, false],
  ['no time', v1, false],
  ['no signature', time, false],
  ['only a scheme that does not count', `${time},${v1.replace('v1', 'v0')}`, false],
  ['a signature cut short', `${time},${v1.slice(0, -1)}`, false],
  ['a signature that is no hex', `${time},v1=${'z'.repeat(64)}`, false],
  ['an empty header', '', false],
];

/** Whether the official library accepts it, with any of the secrets. */
function official({ payload, header, secrets, now: at }) {
  return secrets.some((secret) => {
    try {
      return Stripe.webhooks.signature.verifyHeader(payload, header, secret, 300, undefined, at * 1000);
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false;
      throw error;
    }
  });
}

export function vectors() {
  const delivered = cases.map(([name, header, takes, more]) => ({ name, payload: event, header, secrets: ['whsec_test'], now, takes, ...more }));
  return {
    source: `the official library for node, ${Stripe.PACKAGE_VERSION}, by tests/signatures.mjs`,
    headers,
    cases: delivered.map((one) => ({ ...one, official: official(one) })),
  };
}

if (process.argv[1] === import.meta.filename) fs.writeFileSync(file, `${JSON.stringify(vectors(), null, 2)}\n`);
