import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { type Appointment, type Attention } from '@/api/generated';
import { AttentionPanel } from '@/features/dashboard/AttentionPanel';
import { generatedApi } from '@/testing/generatedApi';
import { sessionWith } from '@/testing/plans';
import { renderSignedIn } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const nothing: Attention = { exams: [], to_sign: [], estimates: [], estimates_total: 0, estimate_questions: { total: 0, questions: [] }, estimate_clocks: { total: 0, clients: [] }, moves: [], messages: [], providers: [], freed: [], licenses: [], returned: [], emergency: [], protocols: [], adverse_events: [], unfinished: { total: 0, charts: [] } };
const visit: Appointment = {
  id: 31, patient_id: 101, first_name: 'Amelia', last_name: 'Hart', provider_id: 4, provider_name: 'Noah Kim', resource_id: null, resource_name: null, series_id: null, service: 'Botox',
  starts_at: '2026-11-20T19:30:00Z', ends_at: '2026-11-20T20:00:00Z', notes: null, allow_overlap: false, patient_is_archived: false,
  status: 'Booked', status_at: null, cancel_reason: null, booked_anyway_by: null, move_asked_at: null, requested_at: null, version: 1, updated_at: null, updated_by: null,
  marks: { exam: 'valid', exam_until: null, consents_pending: 2, is_first_visit: false, has_alert: false },
};

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-20T15:00:00Z'), toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

async function open(attention: Attention | Response, visits: Appointment[] = []) {
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json(sessionWith('appointment.list'))),
    http.get('*/api/dashboard', () => (attention instanceof Response ? attention : HttpResponse.json(attention))),
    http.get('*/api/appointments', () => HttpResponse.json(visits)),
    http.get('*/api/appointments/changes', () => HttpResponse.json({ mark: 0 })),
  );
  const view = await renderSignedIn({ path: '/', element: <AttentionPanel timeZone="America/New_York" /> });
  return view.store;
}

/** What waits is fetched anew, as it is every half minute. */
function poll(store: Awaited<ReturnType<typeof open>>, attention: Attention) {
  server.use(http.get('*/api/dashboard', () => HttpResponse.json(attention)));
  store.dispatch(generatedApi.util.invalidateTags(['estimates']));
}

/** The rows of a group, and where each leads. */
async function rowsOf(group: string) {
  const section = within(await screen.findByRole('region', { name: group }));
  return section.getAllByRole('listitem').map((row) => [row.textContent, within(row).getByRole('link').getAttribute('href')]);
}

test('each kind of what waits is a group, and each row leads to where it is done', async () => {
  const soon = { starts_at: '2026-11-20T19:30:00Z' };
  await open({
    to_sign: [{ exam_id: 31, patient_id: 101, patient_name: 'Amelia Hart', examiner_name: 'Priya Nair', created_at: '2026-11-20T14:00:00Z' }],
    moves: [{ appointment_id: 31, patient_id: 101, patient_name: 'Amelia Hart', starts_at: '2026-11-24T19:30:00Z', asked_at: '2026-11-19T19:30:00Z' }],
    freed: [{ provider_id: 4, provider_name: 'Noah Kim', starts_at: '2026-11-23T15:00:00Z', minutes: 30, waiting: 2, patient_id: 106, patient_name: 'Fay Orr' }, { provider_id: 4, provider_name: 'Noah Kim', starts_at: '2026-11-24T15:00:00Z', minutes: 30, waiting: 1, patient_id: 106, patient_name: 'Fay Orr' }],
    exams: [{ appointment_id: 32, patient_id: 102, patient_name: 'Bea Harrow', service: 'Botox', exam: 'missing', ...soon }],
    estimates: [{ patient_id: 103, patient_name: 'Cleo Lind', due_on: '2026-11-20', ...soon }, { patient_id: 104, patient_name: 'Dora Moss', due_on: '2026-11-18', ...soon }],
    estimates_total: 2,
    estimate_questions: { total: 1, questions: [{ id: 6, asked_at: '2026-11-19T19:30:00Z', question: 'Is the cream in it?', answered_at: null, answered_by: null, patient_id: 116, patient_name: 'Nia Park', estimate_id: 12, version: 1 }] },
    estimate_clocks: { total: 2, clients: [
      { patient_id: 114, patient_name: 'Lea Marsh', appointment_id: 81, starts_at: '2026-12-10T15:00:00Z', cause: 'scheduled', due_on: '2026-11-19', when: 'overdue', estimates: 3 },
      { patient_id: 115, patient_name: 'Mia Noor', appointment_id: null, starts_at: null, cause: 'asked', due_on: '2026-11-23', when: 'next', estimates: 1 },
    ] },
    messages: [{ id: 9, patient_id: 105, patient_name: 'Enid Vale', kind: 'reminder', reason: 'address', ...soon }],
    providers: [{ provider_id: 4, provider_name: 'Noah Kim', is_bookable: false, appointments: 3, first_starts_at: '2026-11-24T19:30:00Z' }],
    returned: [{ treatment_id: 90, patient_id: 107, patient_name: 'Gia Pratt', treatment_type: 'Botox', comment: 'Which lot?', returned_by: 'Dana Reyes', returned_at: '2026-11-19T19:30:00Z' }],
    adverse_events: [{ event_id: 3, patient_id: 108, patient_name: 'Hal Lowe', kind: 'nodule', severity: 'severe', reported_at: '2026-11-19T19:30:00Z', reported_by: 'Priya Nair', to_acknowledge: true, follow_up_on: '2026-11-20' }],
    unfinished: { total: 3, charts: [
      { kind: 'visit', id: 71, patient_id: 111, patient_name: 'Ines Roth', member_name: 'Noah Kim', what: 'Botox', since: '2026-11-18T19:30:00Z' },
      { kind: 'returned', id: 72, patient_id: 112, patient_name: 'Jon Vale', member_name: 'Noah Kim', what: 'Botox', since: '2026-11-18T19:40:00Z' },
      { kind: 'exam', id: 73, patient_id: 113, patient_name: 'Kay Lim', member_name: null, what: null, since: '2026-11-18T19:50:00Z' },
    ] },
    protocols: [
      { protocol_id: 3, version_id: 31, service: 'Botox', number: 2, valid_until: '2027-11-20', task: 'sign' },
      { protocol_id: 4, version_id: 41, service: 'Microneedling', number: 1, valid_until: '2026-12-01', task: 'ends' },
      { protocol_id: 5, version_id: 51, service: 'Fillers', number: 1, valid_until: '2026-11-10', task: 'ended' },
    ],
    emergency: [{ id: 71, patient_id: 108, patient_name: 'Hana Ito', member_name: 'Marta Ruiz', opened_at: '2026-11-20T14:05:00Z' }],
    licenses: [{ member_id: 5, member_name: 'Tomás Rivera', expires_on: '2026-12-04' }],
  }, [visit, { ...visit, id: 40, status: 'Completed' }]);
  expect(await rowsOf('Forms missing today')).toEqual([['Amelia Hart2 forms, due 2:30 PMSign', '/patients/101#consents']]);
  expect(await rowsOf('Adverse events')).toEqual([['Hal LoweNodule or granuloma, severe; reported by Priya Nair; follow-up due todayRead', '/patients/108#adverse-events']]);
  expect(await rowsOf('Charts not finished in 24 hours: 3')).toEqual([
    ['Ines RothBotox, completed Wed, Nov 18, 2:30 PM, Noah KimNo chart neededFinish', '/patients/111'],
    ['Jon ValeBotox, returned Wed, Nov 18, 2:40 PM, Noah KimAnswer', '/patients/112?treatment=72'],
    ['Kay LimExam not signed since Wed, Nov 18, 2:50 PMSign', '/gfe/113'],
  ]);
  expect(await rowsOf('Another time asked for')).toEqual([['Amelia HartInstead of Tue, Nov 24, 2:30 PMMove', '/appointments?view=day&date=2026-11-24']]);
  expect(await rowsOf('Free again, and waited for')).toEqual([
    ['Mon, Nov 23, 10:00 AMNoah Kim; Fay Orr and 1 other waitOffer', '/appointments?view=day&date=2026-11-23&freed=29924100-30-4'],
    ['Tue, Nov 24, 10:00 AMNoah Kim; Fay Orr waitsOffer', '/appointments?view=day&date=2026-11-24&freed=29925540-30-4'],
  ]);
  expect(await rowsOf('Emergency access')).toEqual([['Hana ItoOpened by Marta Ruiz, Fri, Nov 20, 9:05 AMLook', '/emergency-access']]);
  expect(await rowsOf('Returned to you')).toEqual([['Gia PrattBotox, Dana Reyes: Which lot?Answer', '/patients/107?treatment=90']]);
  expect(await rowsOf('Exams, today and the next 7 days')).toEqual([['Bea HarrowNo exam for Botox, Fri, Nov 20, 2:30 PMExamine', '/gfe/102?new']]);
  expect(await rowsOf('Exams to sign')).toEqual([['Amelia HartExam by Priya Nair, Nov 20, 2026Sign', '/gfe/101']]);
  expect(await rowsOf('Estimates due: 2')).toEqual([['Lea MarshOverdue, visit Dec 10, 2026, and 2 moreWrite', '/gfe-estimate/114'], ['Mia NoorDue Mon, Nov 23, asked what it costsWrite', '/gfe-estimate/115']]);
  expect(screen.getByRole('link', { name: 'All estimates that are due' })).toHaveAttribute('href', '/estimates-due');
  expect(await rowsOf('Coverage to ask about: 2')).toEqual([
    ['Cleo LindIf self-pay, the estimate is due today, visit Nov 20, 2026Ask', '/patients/103#coverage'],
    ['Dora MossIf self-pay, the estimate is overdue, visit Nov 20, 2026Ask', '/patients/104#coverage'],
  ]);
  expect(await rowsOf('Questions about estimates: 1')).toEqual([['Nia ParkNov 19, 2026: Is the cream in it?It is answeredOpen', '/gfe-estimate/116']]);
  expect(await rowsOf('Messages that did not arrive')).toEqual([['Enid ValeThe address does not exist, for Fri, Nov 20, 2:30 PMOpen', '/patients/105']]);
  expect(screen.getByRole('link', { name: 'All that was not delivered' })).toHaveAttribute('href', '/messages#not-delivered');
  expect(await rowsOf('Providers who cannot be booked')).toEqual([['Noah Kim3 appointments ahead, from Tue, Nov 24, 2:30 PMGive to others', '/team?appointments=4']]);
  expect(await rowsOf('Protocols to sign')).toEqual([['BotoxVersion 2, in force until Nov 20, 2027Sign', '/protocols?version=31']]);
  expect(await rowsOf('Protocols that end')).toEqual([
    ['FillersVersion 1. Ended Nov 10, 2026Renew', '/protocols?protocol=5'],
    ['MicroneedlingVersion 1. Ends Dec 1, 2026, in 11 daysRenew', '/protocols?protocol=4'],
  ]);
  expect(await rowsOf('Licenses')).toEqual([['Tomás RiveraLicense expires Dec 4, 2026, in 14 daysOpen', '/team']]);
});

test('a long group shows its first rows until the others are wanted', async () => {
  const licenses = [1, 2, 3, 4, 5].map((member_id) => ({ member_id, member_name: `Member ${member_id}`, expires_on: '2026-11-19' }));
  await open({ ...nothing, licenses });
  expect(await rowsOf('Licenses')).toHaveLength(3);
  await userEvent.click(screen.getByRole('button', { name: 'Show 2 more of Licenses' }));
  expect(await rowsOf('Licenses')).toHaveLength(5);
});

test('of many clients to ask about coverage five are named, with the number of all and where they are', async () => {
  const estimates = [1, 2, 3, 4, 5, 6, 7].map((patient_id) => ({ patient_id, patient_name: `Client ${patient_id}`, due_on: '2026-11-20', starts_at: '2026-11-24T19:30:00Z' }));
  await open({ ...nothing, estimates, estimates_total: 60 });
  expect(await rowsOf('Coverage to ask about: 60')).toHaveLength(3);
  await userEvent.click(screen.getByRole('button', { name: 'Show 2 more of Coverage to ask about: 60' }));
  expect(await rowsOf('Coverage to ask about: 60')).toHaveLength(5);
  expect(screen.getByRole('link', { name: 'More to ask' })).toHaveAttribute('href', '/estimates-due#coverage-to-ask');
});

test('a question about an estimate is noted as answered in one tap, and a failure is said', async () => {
  const question = { id: 6, asked_at: '2026-11-19T19:30:00Z', question: 'Is the cream in it?', answered_at: null, answered_by: null, patient_id: 116, patient_name: 'Nia Park', estimate_id: 12, version: 1 };
  await open({ ...nothing, estimate_questions: { total: 1, questions: [question] } });
  server.use(http.post('*/api/gfe-estimate/questions/6/answered', () => HttpResponse.json({ error: 'Nothing was found.', code: 'not_found' }, { status: 404 })));
  const name = 'It is answered: Nia Park, Nov 19, 2026: Is the cream in it?';
  await userEvent.click(await screen.findByRole('button', { name }));
  expect(await screen.findByText(/was not noted/)).toBeVisible();
  server.use(
    http.post('*/api/gfe-estimate/questions/6/answered', () => HttpResponse.json({ ...question, answered_at: '2026-11-20T15:00:00Z', answered_by: 'Dana Reyes' })),
    http.get('*/api/dashboard', () => HttpResponse.json(nothing)),
  );
  await userEvent.click(screen.getByRole('button', { name }));
  expect(await screen.findByText('Nothing waits for you.')).toBeVisible();
});

test('where nothing waits, it says so in a row', async () => {
  await open(nothing);
  expect(await screen.findByText('Nothing waits for you.')).toBeVisible();
});

test('a failure is said', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  await open(HttpResponse.json({ error: 'x', code: 'x' }, { status: 500 }));
  expect(await screen.findByText('What needs attention could not be loaded.')).toBeVisible();
  log.mockRestore();
});

test('a visit that needs no chart is marked with a reason, which can be taken back', async () => {
  const chart = { kind: 'visit', id: 71, patient_id: 111, patient_name: 'Ines Roth', member_name: null, what: 'Botox', since: '2026-11-18T19:30:00Z' } as const;
  await open({ ...nothing, unfinished: { total: 1, charts: [chart] } });
  const sent: unknown[] = [];
  server.use(
    http.post('*/api/appointments/71/chart-not-needed', async ({ request }) => {
      sent.push(await request.json());
      return new HttpResponse(null, { status: 204 });
    }),
    http.delete('*/api/appointments/71/chart-not-needed', () => {
      sent.push('taken back');
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /^No chart needed: Ines Roth/ }));
  const form = within(await screen.findByRole('dialog', { name: 'No chart needed' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('Reason is required')).toBeVisible();
  await user.type(form.getByLabelText(/^Reason/), 'Bought a cream');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The visit needs no chart.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo: The visit needs no chart.' }));
  await vi.waitFor(() => expect(sent).toEqual([{ reason: 'Bought a cream' }, 'taken back']));
});

test('a group whose number changes stays as it was opened, and a reason that is being typed stays even when its group is gone', async () => {
  const charts = [1, 2, 3, 4, 5].map((id) => ({ kind: 'visit', id, patient_id: id, patient_name: `Client ${id}`, member_name: null, what: 'Botox', since: '2026-11-18T19:30:00Z' }) as const);
  const store = await open({ ...nothing, unfinished: { total: 5, charts } });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /^Show 2 more/ }));
  await user.click(screen.getByRole('button', { name: /^No chart needed: Client 5/ }));
  const reason = within(await screen.findByRole('dialog', { name: 'No chart needed' })).getByLabelText(/^Reason/);
  await user.type(reason, 'Bought');
  poll(store, { ...nothing, unfinished: { total: 4, charts: charts.slice(1) } });
  await screen.findByText('Charts not finished in 24 hours: 4');
  expect(screen.queryByText(/^Show /)).not.toBeInTheDocument();
  expect(reason).toHaveFocus();
  poll(store, nothing);
  await screen.findByText('Nothing waits for you.');
  await user.type(reason, ' a cream');
  expect(reason).toHaveValue('Bought a cream');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
});

test('where the row with the focus goes, the one after it gets the focus, then the one before, then the panel', async () => {
  const questions = [1, 2, 3].map((id) => ({ id, asked_at: '2026-11-19T19:30:00Z', question: 'Why?', answered_at: null, answered_by: null, patient_id: id, patient_name: `Client ${id}`, estimate_id: 12, version: 1 }));
  const still = (...ids: number[]) => ({ ...nothing, estimate_questions: { total: ids.length, questions: questions.filter(({ id }) => ids.includes(id)) } });
  await open(still(1, 2, 3));
  const user = userEvent.setup();
  const answer = async (id: number, left: Attention) => {
    const button = await screen.findByRole('button', { name: new RegExp(`^It is answered: Client ${id}`) });
    server.use(
      http.post(`*/api/gfe-estimate/questions/${id}/answered`, () => HttpResponse.json({ ...questions[0], answered_at: '2026-11-20T15:00:00Z', answered_by: 'Dana Reyes' })),
      http.get('*/api/dashboard', () => HttpResponse.json(left)),
    );
    await user.click(button);
  };
  await answer(2, still(1, 3));
  await vi.waitFor(() => expect(document.activeElement).toHaveTextContent(/^Client 3/));
  await answer(3, still(1));
  await vi.waitFor(() => expect(document.activeElement).toHaveTextContent(/^Client 1/));
  await answer(1, nothing);
  await vi.waitFor(() => expect(document.activeElement).toHaveTextContent(/^Nothing waits for you\.$/));
});

test('who has left the rows keeps the focus where it is', async () => {
  const question = { id: 1, asked_at: '2026-11-19T19:30:00Z', question: 'Why?', answered_at: null, answered_by: null, patient_id: 1, patient_name: 'Client 1', estimate_id: 12, version: 1 };
  const store = await open({ ...nothing, estimate_questions: { total: 1, questions: [question] } });
  (await screen.findByRole('button', { name: /^It is answered/ })).focus();
  (document.activeElement as HTMLElement).blur();
  poll(store, nothing);
  await screen.findByText('Nothing waits for you.');
  expect(document.body).toHaveFocus();
});

test('a dialog whose row is gone when it closes gives the focus to the panel', async () => {
  const chart = { kind: 'visit', id: 71, patient_id: 111, patient_name: 'Ines Roth', member_name: null, what: 'Botox', since: '2026-11-18T19:30:00Z' } as const;
  const store = await open({ ...nothing, unfinished: { total: 1, charts: [chart] } });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /^No chart needed: Ines Roth/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'No chart needed' }));
  poll(store, nothing);
  await screen.findByText('Nothing waits for you.');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await vi.waitFor(() => expect(document.activeElement).toHaveTextContent(/^Nothing waits for you\.$/));
});
