import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delay, http, HttpResponse } from 'msw';
import { afterEach, expect, test, vi } from 'vitest';

import { type TimelineEntry } from '@/api/generated';
import { TimelinePanel } from '@/features/record/TimelinePanel';
import { entry } from '@/features/record/testing';
import { refusal } from '@/testing/openRecord';
import { sessionWith } from '@/testing/plans';
import { staffSession } from '@/testing/records';
import { renderSignedIn } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const path = '*/api/patients/7/timeline';
const everything = sessionWith(
  'record.read',
  'appointment.list',
  'estimate.read',
  'patient.note.read',
);
const visit: TimelineEntry = {
  kind: 'appointment',
  id: 5,
  at: '2099-03-01T15:00:00Z',
  title: 'Microneedling',
  by: 'Noah Kim',
  state: 'booked',
  of: null,
  version: null,
  points: null,
};
const all: TimelineEntry[] = [
  visit,
  entry,
  { ...entry, kind: 'treatment', id: 80, title: 'EZ Gel Hands', state: 'approved' },
  { ...entry, kind: 'exam', id: 31, title: null, state: null },
  { ...entry, kind: 'consent', id: 60, title: 'Microneedling consent', state: 'signed' },
  { ...entry, kind: 'consent', id: 59, title: 'Botox consent', state: 'expired' },
  { ...entry, kind: 'estimate', id: 40, title: 'Version 2', state: null, version: 2 },
  { ...entry, kind: 'note', id: 11, title: 'Prefers mornings.', state: 'note' },
  { ...visit, id: 4, at: '2026-01-02T15:00:00Z', title: null, by: null, state: 'past' },
  {
    ...entry,
    kind: 'message',
    id: 70,
    title: 'reminder',
    by: null,
    state: 'Dropped: no_address',
    of: null,
  },
  { ...visit, id: 3, at: '2026-01-01T15:00:00Z', title: null, by: null, state: 'cancelled' },
  { ...visit, id: 2, at: '2025-12-31T15:00:00Z', title: null, by: null, state: 'no_show' },
];

/** A server with these entries; returns the queries that it was asked. */
async function open(entries: TimelineEntry[] = [], session = everything) {
  const requested: string[] = [];
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json(session)),
    http.get(path, ({ request }) => {
      const { search, searchParams } = new URL(request.url);
      requested.push(decodeURIComponent(search));
      const kinds = searchParams.get('kinds')?.split(',');
      return HttpResponse.json(entries.filter(({ kind }) => !kinds || kinds.includes(kind)));
    }),
  );
  const view = await renderSignedIn({ path: '/', element: <TimelinePanel patientId={7} /> });
  return { asked: requested, ...view };
}

const rows = async (name: string) =>
  within(await screen.findByRole('list', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

afterEach(() => vi.restoreAllMocks());

test('each entry has its mark in words, what it was, who did it, and when at the clinic; appointments to come are first', async () => {
  await open(all);
  expect(await rows('To come')).toEqual([
    'BookedAppointment: Microneedlingwith Noah KimMar 1, 2099, 10:00 AM',
  ]);
  const when = 'by Noah KimFeb 10, 2026, 11:30 PM';
  expect(await rows('So far')).toEqual([
    `Waits for approvalTreatment: Botox${when}`,
    `ApprovedTreatment: EZ Gel Hands${when}`,
    `WrittenGood Faith Exam${when}`,
    `SignedConsent: Microneedling consentissued ${when}`,
    `ExpiredConsent: Botox consentissued ${when}`,
    `Not signedEstimate, version 2prepared ${when}`,
    `NotePrefers mornings.${when}`,
    'PastAppointmentJan 2, 2026, 10:00 AM',
    'Dropped: there is no mail addressMessage about a visit: ReminderFeb 10, 2026, 11:30 PM',
    'CancelledAppointmentJan 1, 2026, 10:00 AM',
    'Did not comeAppointmentDec 31, 2025, 10:00 AM',
  ]);
});

test('what is to come and what is so far follows from the time, and a visit says what became of it', async () => {
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const halfAnHourAgo = new Date(Date.now() - 1_800_000).toISOString();
  const states = (list: string[]) => list.map((text) => text.slice(0, text.indexOf('Appointment')));
  await open([
    { ...visit, id: 1, at: inAnHour, state: 'cancelled' },
    { ...visit, id: 2, at: inAnHour },
    { ...visit, id: 3, at: halfAnHourAgo, state: 'begun' },
    { ...visit, id: 4, at: halfAnHourAgo, state: 'here' },
    { ...visit, id: 5, at: halfAnHourAgo, state: 'completed' },
    { ...visit, id: 6, at: '2026-01-02T15:00:00Z', state: 'past' },
  ]);
  expect(states(await rows('To come'))).toEqual(['Booked', 'Cancelled']);
  expect(states(await rows('So far'))).toEqual(['Has begun', 'Is here', 'Completed', 'Past']);
});

test('a message that waits for its time is to come, and one that was sent or dropped is not', async () => {
  const message = { ...visit, kind: 'message', title: 'reminder', by: null } as const;
  await open([
    { ...message, id: 1, state: 'Dropped: no_address' },
    { ...message, id: 2, state: 'Waiting' },
    { ...message, id: 3, state: 'Sent', at: '2026-01-02T15:00:00Z' },
  ]);
  const states = (list: string[]) => list.map((text) => text.slice(0, text.indexOf('Message')));
  expect(states(await rows('To come'))).toEqual(['Waiting']);
  expect(states(await rows('So far'))).toEqual(['Dropped: there is no mail address', 'Sent']);
});

test('issued estimates, what was owed and charges are said in words, and lead to where they are', async () => {
  const of = (
    kind: TimelineEntry['kind'],
    state: string,
    title: string | null,
    id: number,
  ): TimelineEntry => ({
    ...entry,
    kind,
    state,
    title,
    id,
    version: kind === 'issued_estimate' && state !== 'void' ? 2 : null,
    of: null,
  });
  await open([
    of('issued_estimate', 'issued', 'link,paper', 1),
    of('issued_estimate', 'superseded', null, 2),
    of('issued_estimate', 'received', 'link', 3),
    { ...of('issued_estimate', 'asked', 'Is the cream in it?', 4), by: null },
    of('issued_estimate', 'void', 'Wrong patient', 5),
    of('estimate_clock', 'coverage', 'self_pay', 6),
    of('estimate_clock', 'asked', 'Botox', 7),
    of('estimate_clock', 'by_hand', 'Given elsewhere', 8),
    of('charge', 'voided', 'Botox, $1,250.00', 9),
    of('charge', 'void', 'Botox, $1,250.00: Entered twice', 10),
    of('charge', 'disputed', 'More than the estimate', 11),
    of('charge', 'dispute_closed', 'Settled', 12),
  ]);
  const when = 'Feb 10, 2026, 11:30 PM';
  expect(await rows('Timeline')).toEqual([
    `IssuedEstimate issued, version 2, by link and on paperby Noah Kim${when}`,
    `SupersededEstimate issued, version 2by Noah Kim${when}`,
    `ReceivedEstimate received, version 2, by linksays Noah Kim${when}`,
    `Waits for an answerQuestion about version 2 of the estimate: Is the cream in it?${when}`,
    `VoidedEstimate and its issued versions: Wrong patientby Noah Kim${when}`,
    `NotedCoverage: self-pay or uninsurednoted by Noah Kim${when}`,
    `AskedAsked about the cost: Botoxnoted by Noah Kim${when}`,
    `Closed by handEstimate due: Given elsewhereby Noah Kim${when}`,
    `Does not countCharge: Botox, $1,250.00by Noah Kim${when}`,
    `VoidedCharge: Botox, $1,250.00: Entered twiceby Noah Kim${when}`,
    `DisputedDispute: More than the estimateby Noah Kim${when}`,
    `Dispute closedDispute: Settledby Noah Kim${when}`,
  ]);
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual([
    ...Array<string>(5).fill('/gfe-estimate/7'),
    ...Array<string>(3).fill('#coverage'),
    ...Array<string>(4).fill('#charges'),
  ]);
});

test('of the appointments to come the next one is first', async () => {
  const booked = (id: number, at: string) => ({
    ...entry,
    kind: 'appointment' as const,
    state: 'booked',
    id,
    at,
    title: `Visit ${id}`,
  });
  await open([booked(2, '2099-03-08T15:00:00Z'), booked(1, '2099-03-01T15:00:00Z')]);
  expect((await rows('To come')).map((row) => /Visit \d/.exec(row ?? '')?.[0])).toEqual([
    'Visit 1',
    'Visit 2',
  ]);
});

test('each leads to its page or panel, an appointment to its day', async () => {
  await open(all);
  await rows('So far');
  expect(
    screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['Appointment: Microneedling', '/appointments?from=2099-03-01&to=2099-03-01'],
    ['Treatment: Botox', '/patients/7?treatment=90'],
    ['Treatment: EZ Gel Hands', '/patients/7?treatment=80'],
    ['Good Faith Exam', '/gfe/7?exam=31'],
    ['Consent: Microneedling consent', '#consents'],
    ['Consent: Botox consent', '#consents'],
    ['Estimate, version 2', '/gfe-estimate/7/40/versions/2'],
    ['Prefers mornings.', '#notes'],
    ['Appointment', '/appointments?from=2026-01-02&to=2026-01-02'],
    ['Appointment', '/appointments?from=2026-01-01&to=2026-01-01'],
    ['Appointment', '/appointments?from=2025-12-31&to=2025-12-31'],
  ]);
});

test('without an appointment to come it has no headings', async () => {
  await open([entry]);
  expect(await rows('Timeline')).toHaveLength(1);
  expect(screen.queryByText('To come')).not.toBeInTheDocument();
});

test('shows the chosen kinds, several at once, and all when none is chosen', async () => {
  const { asked: requested } = await open(all);
  await rows('So far');
  const kind = (name: string) => screen.getByRole('button', { name });
  await userEvent.click(kind('Consents'));
  await waitFor(async () => expect(await rows('Timeline')).toHaveLength(2));
  expect(kind('Consents')).toHaveAttribute('aria-pressed', 'true');
  await userEvent.click(kind('Exams'));
  await waitFor(async () => expect(await rows('Timeline')).toHaveLength(3));
  await userEvent.click(kind('Consents'));
  await userEvent.click(kind('Exams'));
  expect(await rows('To come')).toHaveLength(1);
  expect(requested.slice(0, 3)).toEqual(['', '?kinds=consent', '?kinds=exam,consent']);
});

test('goes on with the older entries, after the last that was shown', async () => {
  const opened = open();
  const requested: string[] = [];
  const after = '2026-02-11T04:30:00.000000Z,treatment,90';
  server.use(
    http.get(path, ({ request }) => {
      const given = new URL(request.url).searchParams.get('after');
      requested.push(given ?? 'first');
      const link = `</api/patients/7/timeline?after=${encodeURIComponent(after).replaceAll('.', '%2E')}&kinds=&limit=50>; rel="next"`;
      return given
        ? HttpResponse.json([{ ...entry, id: 70, title: 'Facial' }])
        : HttpResponse.json([entry], { headers: { Link: link } });
    }),
  );
  await opened;
  await userEvent.click(await screen.findByRole('button', { name: 'Show more entries' }));
  await waitFor(async () => expect(await rows('Timeline')).toHaveLength(2));
  expect(requested).toEqual(['first', after]);
  expect(screen.queryByRole('button', { name: 'Show more entries' })).not.toBeInTheDocument();
});

test('without entries it says so, also of the chosen kinds', async () => {
  await open();
  expect(await screen.findByText('Nothing was recorded yet')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Notes' }));
  expect(await screen.findByText('Nothing of this kind yet')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Exams' }));
  expect(await screen.findByText('Nothing of these kinds yet')).toBeVisible();
});

test('while it is loading it says so', async () => {
  const opened = open();
  server.use(http.get(path, () => delay('infinite')));
  await opened;
  expect(await screen.findByLabelText('Loading the timeline')).toBeVisible();
});

test('can be tried again after a failure', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const opened = open([entry]);
  server.use(http.get(path, () => refusal(403, 'forbidden', 'No'), { once: true }));
  await opened;
  expect(await screen.findByText('The timeline could not be loaded.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await rows('Timeline')).toHaveLength(1);
});

test('a role that may not read whole records fetches no timeline', async () => {
  const { asked: requested } = await open(all, staffSession);
  expect(
    await screen.findByText('Your role does not open the timeline of a record.'),
  ).toBeVisible();
  expect(requested).toEqual([]);
});

test('the filter has the kinds that the role may see', async () => {
  await open([entry], sessionWith('record.read', 'appointment.list'));
  await rows('Timeline');
  expect(
    within(screen.getByRole('group', { name: 'Kinds of entries' }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Appointments', 'Exams', 'Treatments', 'Consents', 'Addenda', 'Messages']);
});

test('addenda, points and mails say what they are about, and lead there', async () => {
  await open([
    {
      ...entry,
      kind: 'addendum',
      id: 12,
      title: 'Left out',
      state: null,
      of: { kind: 'exam', id: 31 },
    },
    {
      ...entry,
      kind: 'addendum',
      id: 11,
      title: 'Left out',
      state: null,
      of: { kind: 'treatment', id: 90 },
    },
    { ...entry, kind: 'points', id: 21, title: 'A gift', state: 'adjusted', points: 30 },
    { ...entry, kind: 'points', id: 20, title: null, state: 'redeemed', points: -25 },
    {
      ...entry,
      kind: 'message',
      id: 9,
      title: 'Botox consent',
      state: null,
      of: { kind: 'consent', id: 60 },
    },
    { ...entry, kind: 'estimate', id: 40, title: 'Version 2', state: 'voided', version: 2 },
  ]);
  const when = 'by Noah KimFeb 10, 2026, 11:30 PM';
  expect(await rows('Timeline')).toEqual([
    `AddedAddendum to the exam: Left out${when}`,
    `AddedAddendum to the treatment: Left out${when}`,
    `AdjustedPoints: +30, A gift${when}`,
    `RedeemedPoints: -25${when}`,
    `MailedMail with the link of Botox consent${when}`,
    `VoidedEstimate, version 2prepared ${when}`,
  ]);
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/gfe/7?exam=31',
    '/patients/7?treatment=90',
    '#points',
    '#points',
    '#consents',
    '/gfe-estimate/7/40/versions/2',
  ]);
});

test('what a patient says has changed stands in the timeline, with a filter where the clinic clears service by service', async () => {
  const clearing = { ...sessionWith('record.read', 'gfe.read'), modules: ['clearance' as const] };
  await open(
    [{ ...entry, kind: 'health_change', id: 3, title: 'Takes blood thinners now', state: null }],
    clearing,
  );
  expect(
    (await screen.findByText('Changed since the exam: Takes blood thinners now')).closest('li'),
  ).toHaveTextContent('written down by Noah Kim');
  expect(await screen.findByRole('button', { name: 'Health changes' })).toBeVisible();
});
