import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import type { ClinicSettings } from '@/api/generated';
import { Component as SettingsPage } from '@/features/settings/SettingsPage';
import { entries, linden, save, serveSettings } from '@/features/settings/testing';
import { sessionWith } from '@/testing/plans';
import { ownerSession, staffSession } from '@/testing/records';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

let sent: ReturnType<typeof serveSettings>;
let kept: ClinicSettings;

beforeEach(() => {
  kept = linden;
  sent = serveSettings(
    () => kept,
    (settings) => (kept = settings),
  );
});

const open = () => renderScreen({ path: '/', element: <SettingsPage /> });
const refusing = (status: number, body: object) =>
  server.use(http.put('*/api/clinic/settings', () => HttpResponse.json(body, { status })));

async function opened() {
  open();
  return screen.findByLabelText(/^Name/);
}

test('a change is saved with the version it was made from', async () => {
  const person = userEvent.setup();
  const name = await opened();
  expect(save()).toBeDisabled();
  await person.clear(name);
  await person.type(name, 'Larkspur');
  await person.click(save());
  expect(await screen.findByText('Clinic settings saved.')).toBeVisible();
  const { subdomain, version, ...rest } = linden;
  expect(sent).toEqual([{ match: String(version), body: { ...rest, name: 'Larkspur' } }]);
  expect(subdomain).toBe('linden');
  expect(save()).toBeDisabled();
});

test('another time zone says how many appointments lie ahead and what happens to them', async () => {
  const person = userEvent.setup();
  const counted = (appointments: number) => ({
    provider_id: null,
    provider_name: null,
    is_bookable: true,
    appointments,
    first_starts_at: '2026-11-24T19:30:00Z',
  });
  server.use(
    http.get('*/api/auth/session', () =>
      HttpResponse.json(sessionWith('clinic.settings.write', 'appointment.list')),
    ),
    http.get('*/api/appointments/ahead', () => HttpResponse.json([counted(11), counted(1)])),
  );
  await opened();
  const zone = screen.getByLabelText(/^Time zone/);
  expect(screen.queryByText(/appointments lie ahead/)).not.toBeInTheDocument();
  await person.clear(zone);
  await person.type(zone, 'America/Los Angeles');
  expect(
    await screen.findByText(
      /^12 appointments lie ahead\. Each keeps its moment, .* what is at 9:00 AM now is then at 6:00 AM\./,
    ),
  ).toBeVisible();
  await person.clear(zone);
  await person.type(zone, 'America/New York');
  expect(screen.queryByText(/appointments lie ahead/)).not.toBeInTheDocument();
});

test('an error is shown at its field, and what was typed stays', async () => {
  const person = userEvent.setup();
  const name = await opened();
  refusing(422, {
    error: 'Some entries need another look.',
    code: 'invalid',
    fields: { name: 'is taken' },
  });
  await person.type(name, '!');
  await person.click(save());
  expect(await screen.findByText('is taken')).toBeVisible();
  expect(name).toHaveValue('Linden Aesthetics!');
  refusing(422, {
    error: 'Some entries need another look.',
    code: 'invalid',
    fields: { 'findings.ros.skin': 'entry 1 is odd' },
  });
  await person.click(save());
  expect(
    await screen.findByText(/The list “Skin ROS” needs another look: entry 1 is odd/),
  ).toBeVisible();
  expect(screen.getByLabelText('List')).toHaveDisplayValue('Skin ROS');
});

test('a failed save keeps everything', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const person = userEvent.setup();
  const name = await opened();
  refusing(500, {
    error: 'Something went wrong on our side. Nothing was saved.',
    code: 'internal',
  });
  await person.type(name, '!');
  await person.click(save());
  expect(await screen.findByText(/^Not saved yet\./)).toBeVisible();
  expect(name).toHaveValue('Linden Aesthetics!');
  expect(save()).toBeEnabled();
});

test("somebody else's change is loaded beside what was changed here, and then saved over", async () => {
  const person = userEvent.setup();
  const name = await opened();
  await person.type(name, '!');
  kept = { ...linden, idle_minutes: 20, version: 4 };
  server.use(
    http.put(
      '*/api/clinic/settings',
      () => HttpResponse.json({ error: 'Somebody else.', code: 'stale' }, { status: 412 }),
      { once: true },
    ),
  );
  await person.click(save());
  await person.click(await screen.findByRole('button', { name: 'Load their changes' }));
  await waitFor(() => expect(screen.getByLabelText(/^Minutes until/)).toHaveValue('20'));
  expect(name).toHaveValue('Linden Aesthetics!');
  await person.click(save());
  await waitFor(() => expect(sent).toHaveLength(1));
  expect([sent[0]?.match, sent[0]?.body.idle_minutes, sent[0]?.body.name]).toEqual([
    '4',
    20,
    'Linden Aesthetics!',
  ]);
});

test('what both changed is shown on both sides, a list as well, and theirs can be taken', async () => {
  const person = userEvent.setup();
  const name = await opened();
  await person.type(name, '!');
  await person.selectOptions(screen.getByLabelText(/^Second factor/), 'Required for everybody');
  await person.type(screen.getByLabelText('New entry for Vitals'), 'Temp: ___ °F{Enter}');
  kept = {
    ...linden,
    name: 'Larkspur',
    findings: { ...linden.findings, vitals: ['BP: ___'] },
    version: 4,
  };
  server.use(
    http.put(
      '*/api/clinic/settings',
      () => HttpResponse.json({ error: 'Somebody else.', code: 'stale' }, { status: 412 }),
      { once: true },
    ),
  );
  await person.click(save());
  await person.click(await screen.findByRole('button', { name: 'Load their changes' }));
  expect(await screen.findByRole('group', { name: 'Theirs: Name' })).toHaveTextContent('Larkspur');
  expect(screen.getByRole('group', { name: 'Yours: Name' })).toHaveTextContent(
    'Linden Aesthetics!',
  );
  // Nobody else has changed it: there is nothing to choose.
  expect(screen.queryByRole('group', { name: 'Theirs: Second factor' })).not.toBeInTheDocument();
  expect(screen.getByRole('group', { name: 'Yours: Vitals' })).toHaveTextContent('Temp: ___ °F');
  await person.click(screen.getByRole('button', { name: 'Take theirs: Vitals' }));
  expect(entries()).toEqual(['BP: ___']);
  await person.click(save());
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    match: '4',
    body: {
      name: 'Linden Aesthetics!',
      second_factor: 'required',
      findings: { vitals: ['BP: ___'] },
    },
  });
  expect(screen.queryByRole('region', { name: 'Changed by both of you' })).not.toBeInTheDocument();
});

test('saved settings can be taken back, and what is typed meanwhile stays', async () => {
  const person = userEvent.setup();
  const name = await opened();
  await person.type(name, '!');
  await person.click(save());
  await screen.findByText('Clinic settings saved.');
  const idle = screen.getByLabelText(/^Minutes until an/);
  await person.clear(idle);
  await person.type(idle, '25');
  await person.click(screen.getByRole('button', { name: /^Undo/ }));
  await waitFor(() => expect(name).toHaveValue('Linden Aesthetics'));
  expect(sent.at(-1)).toMatchObject({
    match: '4',
    body: { name: 'Linden Aesthetics', idle_minutes: linden.idle_minutes },
  });
  expect(idle).toHaveValue('25');
  await person.click(save());
  await waitFor(() =>
    expect(sent.at(-1)).toMatchObject({
      match: '5',
      body: { name: 'Linden Aesthetics', idle_minutes: 25 },
    }),
  );
});

test('entering the password again does not lose the change', async () => {
  const person = userEvent.setup();
  const name = await opened();
  server.use(
    http.put(
      '*/api/clinic/settings',
      () =>
        HttpResponse.json(
          { error: 'Please enter your password again.', code: 'proof_required' },
          { status: 403 },
        ),
      { once: true },
    ),
    http.post('*/api/auth/prove', () => HttpResponse.json(ownerSession)),
  );
  await person.type(name, '!');
  await person.click(save());
  const dialog = await screen.findByRole('dialog');
  await person.type(within(dialog).getByLabelText(/^Password/), 'correct horse battery{Enter}');
  await waitFor(() => expect(sent[0]?.body.name).toBe('Linden Aesthetics!'));
});

test('a role that may not change them is shown the reason', async () => {
  server.use(http.get('*/api/auth/session', () => HttpResponse.json(staffSession)));
  open();
  expect(await screen.findByText("Your role does not open the clinic's settings.")).toBeVisible();
});

test('settings that fail to load can be tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  server.use(http.get('*/api/clinic/settings', () => HttpResponse.error(), { once: true }));
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText(/^Name/)).toHaveValue('Linden Aesthetics');
});

test('a link to a panel below the form leads to it once the form is there', async () => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  server.use(
    http.get('*/api/clinic/settings', async () => held.then(() => HttpResponse.json(kept))),
  );
  renderScreen({ path: '/', element: <SettingsPage /> }, '/#good-faith-estimates');
  expect(await screen.findByRole('status', { name: 'Loading' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Good Faith Estimates' })).not.toBeInTheDocument();
  answer();
  const panel = await screen.findByRole('region', { name: 'Good Faith Estimates' });
  await waitFor(() => expect(panel).toHaveFocus());
  expect(save()).toBeInTheDocument();
});
