import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';

import type { ClinicSettings } from '@/api/generated';
import { Component as SettingsPage } from '@/features/settings/SettingsPage';
import { entries, linden, save, serveSettings } from '@/features/settings/testing';
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

async function opened() {
  renderScreen({ path: '/', element: <SettingsPage /> });
  await screen.findByLabelText(/^Name/);
}

test('entries are added, moved, renamed and removed', async () => {
  const person = userEvent.setup();
  await opened();
  await person.type(screen.getByLabelText('New entry for Vitals'), 'Temp: ___ °F{Enter}');
  await person.click(screen.getByRole('button', { name: 'Move Temp: ___ °F up' }));
  expect(screen.getByRole('button', { name: 'Move Temp: ___ °F up' })).toHaveFocus();
  await person.click(screen.getByRole('button', { name: 'Remove HR: ___ bpm' }));
  expect(screen.getByRole('button', { name: 'Remove SpO2: ___%' })).toHaveFocus();
  await person.type(screen.getByLabelText('Entry 3'), ' at rest');
  expect(entries()).toEqual(['SpO2: ___%', 'Temp: ___ °F', 'Pain: ___/10 at rest']);
  // At the top there is no further up.
  await person.click(screen.getByRole('button', { name: 'Move Temp: ___ °F up' }));
  expect(screen.getByRole('button', { name: 'Move Temp: ___ °F down' })).toHaveFocus();
  await person.click(save());
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body.findings).toEqual({
    ...linden.findings,
    vitals: ['Temp: ___ °F', 'SpO2: ___%', 'Pain: ___/10 at rest'],
  });
});

test('entries of a system are marked as normal, and one that is renamed is marked no more', async () => {
  const person = userEvent.setup();
  await opened();
  expect(screen.queryByRole('checkbox', { name: 'HR: ___ bpm is normal' })).not.toBeInTheDocument();
  await person.selectOptions(screen.getByLabelText('List'), 'Skin PE');
  const warm = screen.getByRole('checkbox', { name: 'Warm, dry and intact is normal' });
  expect(warm).not.toBeChecked();
  await person.click(warm);
  expect(warm).toBeChecked();
  await person.selectOptions(screen.getByLabelText('List'), 'Skin ROS');
  expect(screen.getByRole('checkbox', { name: 'Denies active rash is normal' })).toBeChecked();
  await person.type(screen.getByLabelText('Entry 1'), ' but itches');
  expect(
    screen.getByRole('checkbox', { name: 'Denies active rash but itches is normal' }),
  ).not.toBeChecked();
  await person.click(save());
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body.normal_findings).toEqual({ ros: [], pe: ['Warm, dry and intact'] });
});

test('a duplicate entry is refused where it is typed', async () => {
  const person = userEvent.setup();
  await opened();
  await person.type(screen.getByLabelText('New entry for Vitals'), 'hr: ___ BPM{Enter}');
  expect(screen.getByText('This entry is there twice.')).toBeVisible();
  expect(entries()).toHaveLength(3);
  expect(sent).toEqual([]);
});

test('a fault in another list leads there when saving', async () => {
  const person = userEvent.setup();
  await opened();
  await person.selectOptions(screen.getByLabelText('List'), 'Skin PE');
  await person.clear(screen.getByLabelText('Entry 1'));
  await person.selectOptions(screen.getByLabelText('List'), 'Vitals');
  await person.click(save());
  expect(await screen.findByText(/The list “Skin PE” needs another look/)).toBeVisible();
  expect(screen.getByLabelText('List')).toHaveDisplayValue('Skin PE');
  expect(sent).toEqual([]);
});

test('the defaults are restored in the open list, and kept by saving', async () => {
  const person = userEvent.setup();
  await opened();
  await person.click(screen.getByRole('button', { name: 'Restore the defaults' }));
  await waitFor(() => expect(entries()).toEqual(['BP: ___/___ mmHg']));
  expect(sent).toEqual([]);
  await person.click(save());
  await waitFor(() =>
    expect(sent[0]?.body.findings).toEqual({ ...linden.findings, vitals: ['BP: ___/___ mmHg'] }),
  );
});

test('restoring the defaults brings their marks back, and leaves those of other lists', async () => {
  const person = userEvent.setup();
  kept = {
    ...linden,
    findings: {
      ...linden.findings,
      pe: { ...linden.findings.pe, neuro: ['Reflexes brisk'], cardio: ['Heart sounds normal'] },
    },
    normal_findings: { ros: ['Denies active rash'], pe: ['Reflexes brisk', 'Pale'] },
  };
  server.use(
    http.get('*/api/clinic/settings/default-findings', () =>
      HttpResponse.json({
        ...linden.findings,
        pe: { ...linden.findings.pe, cardio: ['Regular rate and rhythm', 'Pale'] },
      }),
    ),
  );
  await opened();
  await person.selectOptions(screen.getByLabelText('List'), 'Cardiovascular PE');
  await person.click(screen.getByRole('button', { name: 'Restore the defaults' }));
  expect(
    await screen.findByRole('checkbox', { name: 'Regular rate and rhythm is normal' }),
  ).toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'Pale is normal' })).not.toBeChecked();
  await person.click(save());
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body.normal_findings).toEqual({
    ros: ['Denies active rash'],
    pe: ['Reflexes brisk', 'Regular rate and rhythm'],
  });
});
