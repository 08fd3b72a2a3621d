import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import type { Service } from '@/api/generated';
import { open, serveServices } from '@/features/services/testing';
import { botox, consultation, microneedling, peel } from '@/testing/services';
import { server } from '@/testing/server';

let kept: Service[];
let sent: ReturnType<typeof serveServices>;

beforeEach(() => {
  kept = [botox, microneedling, consultation, peel];
  sent = serveServices(
    () => kept,
    (services) => (kept = services),
  );
});

test('a service is added with what was chosen', async () => {
  const person = userEvent.setup();
  open();
  await person.click(await screen.findByRole('button', { name: 'Add service' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New service' }));
  await person.click(dialog.getByRole('button', { name: 'Add service' }));
  expect(await dialog.findByText('Name is required')).toBeVisible();
  await person.type(dialog.getByLabelText(/^Name/), 'Dermaplaning');
  await person.clear(dialog.getByLabelText(/^Duration/));
  await person.type(dialog.getByLabelText(/^Duration/), '2');
  await person.click(dialog.getByRole('button', { name: 'Add service' }));
  expect(await dialog.findByText('Enter a whole number from 5 to 720.')).toBeVisible();
  await person.type(dialog.getByLabelText(/^Duration/), '0');
  await person.type(dialog.getByLabelText('Price in dollars'), '99.5');
  await person.selectOptions(dialog.getByLabelText('Color'), 'Green');
  await person.click(await dialog.findByRole('checkbox', { name: 'Mia Lang' }));
  await person.click(await dialog.findByRole('checkbox', { name: 'Toxin consent' }));
  await person.click(dialog.getByRole('button', { name: 'Add service' }));
  expect(await screen.findByText('Dermaplaning added.')).toBeVisible();
  expect(sent).toEqual([
    {
      what: 'add',
      match: null,
      body: {
        name: 'Dermaplaning',
        category: null,
        minutes: 20,
        buffer_minutes: 0,
        price: 99.5,
        price_unit: null,
        color: '#4a7c59',
        performer_ids: [7],
        needs_exam: false,
        consents: [{ id: 9, valid_months: 12 }],
        interval_days: null,
        taxable: false,
      },
    },
  ]);
});

test('only what was changed is sent, from the version that was seen, and can be undone', async () => {
  const person = userEvent.setup();
  open();
  await person.click(await screen.findByRole('button', { name: 'Edit Botox' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Botox' }));
  await person.clear(dialog.getByLabelText(/^Duration/));
  await person.type(dialog.getByLabelText(/^Duration/), '45');
  await person.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Changes to Botox saved.')).toBeVisible();
  await person.click(screen.getByRole('button', { name: /Undo/ }));
  await waitFor(() =>
    expect(sent).toEqual([
      { what: 'change', match: '1', body: { minutes: 45 } },
      { what: 'change', match: '2', body: { minutes: 30 } },
    ]),
  );
});

test("after somebody else's change the form holds both, and says so", async () => {
  const person = userEvent.setup();
  open();
  await person.click(await screen.findByRole('button', { name: 'Edit Botox' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Botox' }));
  await person.type(dialog.getByLabelText('Price is per'), 's');
  kept = kept.map((one) => (one.id === botox.id ? { ...one, minutes: 35, version: 2 } : one));
  server.use(
    http.patch(
      '*/api/services/:id',
      () =>
        HttpResponse.json(
          { error: 'Somebody else has changed this in the meantime.', code: 'stale' },
          { status: 412 },
        ),
      { once: true },
    ),
  );
  await person.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect(await dialog.findByText(/^Not saved yet\. Somebody else saved a change/)).toBeVisible();
  expect(dialog.getByLabelText(/^Duration/)).toHaveValue('35');
  expect(dialog.getByLabelText('Price is per')).toHaveValue('units');
  await person.click(dialog.getByRole('button', { name: 'Save changes' }));
  await waitFor(() =>
    expect(sent).toEqual([{ what: 'change', match: '2', body: { price_unit: 'units' } }]),
  );
});

test('what both changed is shown in words, those who perform it by name, and who changed it last', async () => {
  const person = userEvent.setup();
  open();
  await person.click(await screen.findByRole('button', { name: 'Edit Botox' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Botox' }));
  expect(dialog.queryByText(/^Changed by/)).not.toBeInTheDocument();
  await person.selectOptions(dialog.getByLabelText('Color'), 'Green');
  await person.click(await dialog.findByRole('checkbox', { name: 'Mia Lang' }));
  kept = kept.map((one) =>
    one.id === botox.id
      ? {
          ...one,
          color: '#2f6f8f',
          performers: [{ id: 12, name: 'Omar Reyes' }],
          version: 2,
          updated_by_name: 'Dana Reyes',
        }
      : one,
  );
  server.use(
    http.patch(
      '*/api/services/:id',
      () =>
        HttpResponse.json(
          { error: 'Somebody else has changed this in the meantime.', code: 'stale' },
          { status: 412 },
        ),
      { once: true },
    ),
  );
  await person.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect(await dialog.findByRole('group', { name: 'Theirs: Color' })).toHaveTextContent('Blue');
  expect(dialog.getByRole('group', { name: 'Yours: Color' })).toHaveTextContent('Green');
  expect(dialog.getByRole('group', { name: 'Theirs: Performed by' })).toHaveTextContent(
    'Omar Reyes',
  );
  expect(dialog.getByRole('group', { name: 'Yours: Performed by' })).toHaveTextContent('Mia Lang');
  expect(dialog.getByText('Changed by Dana Reyes, Nov 20, 2026, 10:00 AM')).toBeVisible();
  await person.click(dialog.getByRole('button', { name: 'Take theirs: Performed by' }));
  expect(dialog.getByRole('checkbox', { name: 'Omar Reyes' })).toBeChecked();
  await person.click(dialog.getByRole('button', { name: 'Save changes' }));
  await waitFor(() =>
    expect(sent).toEqual([{ what: 'change', match: '2', body: { color: '#4a7c59' } }]),
  );
});

test("the server's message stands at its field, and what was typed stays", async () => {
  const person = userEvent.setup();
  server.use(
    http.patch('*/api/services/:id', () =>
      HttpResponse.json(
        {
          error: 'Some entries need another look.',
          code: 'invalid',
          fields: { name: 'is the name of another service' },
        },
        { status: 422 },
      ),
    ),
  );
  vi.spyOn(console, 'error').mockImplementation(() => {});
  open();
  await person.click(await screen.findByRole('button', { name: 'Edit Botox' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Botox' }));
  await person.type(dialog.getByLabelText(/^Name/), ' 2');
  await person.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect(await dialog.findByText('is the name of another service')).toBeVisible();
  expect(dialog.getByLabelText(/^Name/)).toHaveValue('Botox 2');
  vi.mocked(console.error).mockRestore();
});
