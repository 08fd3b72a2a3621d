// Races: many requests at once for something that may succeed once.
import crypto from 'node:crypto';
import { Failure } from '../../lib/process.mjs';
import { SIGNER, TALL, sendRequest } from './client.mjs';

const REQUESTS = 50;
const atOnce = (work) => Promise.all(Array.from({ length: REQUESTS }, (_, index) => work(index)));
const tally = (answers) => answers.reduce((sum, { status }) => ({ ...sum, [status]: (sum[status] ?? 0) + 1 }), {});

function expect(is, what, answers) {
  const seen = tally(answers);
  const broken = answers.find(({ status }) => status === 0 || (status >= 500 && status !== 503));
  if (!is(seen) || broken) throw new Failure(`${what}: answered ${JSON.stringify(seen)}`);
  return Object.entries(seen).map(([status, count]) => `${count} x ${status}`).join(', ');
}

const member = (name, role) => ({ first_name: 'Jo', last_name: 'Ining', email: `${name}@clinic.example`, role, department: 'Clinical', status: 'active', hire_date: '2026-01-05' });

async function doubleSubmit(world, load) {
  const [session] = load.sessions;
  const key = crypto.randomUUID();
  const marker = `CANARY-${session.clinic}-twice-${key.slice(0, 8)}`;
  const send = (body, one = key) => sendRequest(world, session.clinic, 'POST', '/api/patients', { body, cookie: session.cookie, key: one });
  const answers = await atOnce(() => send({ first_name: 'Ann', last_name: marker }));
  const done = answers.filter(({ status }) => status === 201);
  if (new Set(done.map(({ json }) => json.id)).size !== 1) throw new Failure('the same key made several rows');
  const again = await send({ first_name: 'Ann', last_name: marker });
  if (again.status !== 201 || again.json.id !== done[0].json.id) throw new Failure(`the key sent later is answered ${again.status}`);
  const other = await send({ first_name: 'Ann', last_name: 'Other' });
  if (other.status !== 422 && other.status !== 409) throw new Failure(`the key with another body is answered ${other.status}`);
  load.history.push({ clinic: session.clinic, kind: 'patient', marker, outcome: 'acknowledged', tries: REQUESTS });
  return expect(() => true, 'double submits', answers);
}

async function lostUpdate(world, load) {
  const [session] = load.sessions;
  const body = {
    patient_id: session.patient, pt_name: 'Nora Lindqvist', pt_dob: '1985-03-14', prov_name: 'Robin Provider', est_date: '2026-11-20',
    pt_sig: TALL, pt_sig_date: '2026-11-20', prov_sig_date: '2026-11-20', face_service: 'Botox per unit', face_unit_cost: 12, face_qty: 20, face_sessions: '2',
  };
  const made = await sendRequest(world, session.clinic, 'POST', '/api/gfe-estimate', { body, cookie: session.cookie });
  if (made.status !== 201) throw new Failure(`an estimate is answered ${made.status}`);
  const answers = await atOnce((index) => sendRequest(world, session.clinic, 'PUT', `/api/gfe-estimate/${made.json.id}`, {
    body: { ...body, face_qty: index + 21 }, cookie: session.cookie, headers: { 'if-match': String(made.json.version) },
  }));
  return expect((seen) => seen[200] === 1 && !seen[201], 'editors of one version', answers);
}

async function oneSlot(world, load) {
  const [session] = load.sessions;
  const provider = await sendRequest(world, session.clinic, 'POST', '/api/team', { body: member('provider', 'Provider'), cookie: session.cookie });
  if (provider.status !== 201) throw new Failure(`a provider is answered ${provider.status} ${provider.text}`);
  const body = { patient_id: session.patient, provider_id: provider.json.member.id, appointment_time: '2030-03-01T10:00', service: 'Consultation' };
  const answers = await atOnce(() => sendRequest(world, session.clinic, 'POST', '/api/appointments', { body, cookie: session.cookie }));
  return expect((seen) => seen[201] === 1 && (seen[409] ?? 0) + (seen[503] ?? 0) === REQUESTS - 1, 'one slot', answers);
}

async function oneSignature(world, load) {
  const [session] = load.sessions;
  const issued = await sendRequest(world, session.clinic, 'POST', `/api/consents/${session.patient}/issue`, { body: { templateId: session.template }, cookie: session.cookie });
  const token = issued.json.portal_url.split('/').pop();
  const answers = await atOnce(() => sendRequest(world, session.clinic, 'POST', `/api/portal/consent/${token}/sign`, { body: { typed_name: SIGNER } }));
  const moments = new Set(answers.filter(({ status }) => status === 200).map(({ json }) => json.signed_at));
  const rows = await world.count(`select count(*) from ${world.schemas[session.clinic]}.consent_signature where consent_id = ${issued.json.consent.id}`);
  if (moments.size !== 1 || rows !== 1) throw new Failure(`${moments.size} moments of signing, ${rows} rows`);
  return `${expect(() => true, 'one signature', answers)}; 1 row`;
}

async function oneSeat(world, load) {
  const session = load.sessions[1];
  world.command('clinic', 'plan', session.clinic, '--plan', 'plus', '--by', 'the faults');
  const answers = await atOnce((index) => sendRequest(world, session.clinic, 'POST', '/api/team', {
    body: member(`jo${index}`, 'Nurse'),
    cookie: session.cookie,
  }));
  const seats = await world.count(`select count(*) from ${world.schemas[session.clinic]}.member where status = 'active'`);
  if (seats !== 3) throw new Failure(`${seats} seats are taken of 3`);
  return expect((seen) => seen[201] === 2, 'two seats', answers);
}

export const faults = [
  ['F13', `${REQUESTS} double submits of one key`, doubleSubmit, {}],
  ['F12', `${REQUESTS} editors of one version`, lostUpdate, {}],
  ['F14', `${REQUESTS} for one appointment slot`, oneSlot, {}],
  ['F15', `${REQUESTS} for one signature`, oneSignature, {}],
  ['row 55', `${REQUESTS} for the last two seats`, oneSeat, {}],
];
