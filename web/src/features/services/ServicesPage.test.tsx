import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import type { Service } from '@/api/generated';
import { manager, open, serveServices, signedIn } from '@/features/services/testing';
import { botox, consultation, microneedling, peel } from '@/testing/services';
import { staffSession } from '@/testing/records';
import { screenOfWidth } from '@/testing/screenOfWidth';
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

const rows = () =>
  within(screen.getByRole('table', { name: 'Services' }))
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent);
const choose = async (
  person: ReturnType<typeof userEvent.setup>,
  service: string,
  action: string,
) => {
  await person.click(await screen.findByRole('button', { name: `More for ${service}` }));
  await person.click(await screen.findByRole('menuitem', { name: action }));
};

test('the catalogue is listed in its order, retired services on request', async () => {
  open();
  await screen.findByRole('table', { name: 'Services' });
  expect(rows()).toEqual(['BotoxTreatments', 'MicroneedlingTreatments', 'ConsultationVisits']);
  expect(screen.getByText('$12 per unit')).toBeVisible();
  expect(screen.getByText('28 days')).toBeVisible();
  await userEvent.click(screen.getByRole('switch', { name: 'Show retired' }));
  expect(rows()).toEqual([
    'BotoxTreatments',
    'MicroneedlingTreatments',
    'ConsultationVisits',
    'Chemical PeelSkinRetired',
  ]);
});

test('a service is retired at once, and Undo takes it back', async () => {
  const person = userEvent.setup();
  open();
  await choose(person, 'Microneedling', 'Retire');
  expect(await screen.findByText('Microneedling is retired.')).toBeVisible();
  await waitFor(() => expect(rows()).toEqual(['BotoxTreatments', 'ConsultationVisits']));
  await person.click(screen.getByRole('button', { name: /Undo/ }));
  await waitFor(() => expect(rows()).toHaveLength(3));
  expect(sent.map(({ what, match }) => [what, match])).toEqual([
    ['retire', '1'],
    ['restore', '2'],
  ]);
});

test('a service moves by one place, from the order that was seen', async () => {
  const person = userEvent.setup();
  open();
  await choose(person, 'Consultation', 'Move up');
  await waitFor(() =>
    expect(rows()).toEqual(['BotoxTreatments', 'ConsultationVisits', 'MicroneedlingTreatments']),
  );
  expect(sent).toEqual([{ what: 'order', match: null, body: { ids: [1, 3, 2], seen: [1, 2, 3] } }]);
  await person.click(screen.getByRole('button', { name: 'More for Botox' }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Move down',
    'Retire',
    'Delete',
  ]);
});

test('a service that something was recorded with is not deleted, and the dialog says why', async () => {
  const person = userEvent.setup();
  server.use(
    http.delete('*/api/services/:id', () =>
      HttpResponse.json(
        {
          error: 'Something was recorded with this service, so it is kept. Retire it instead.',
          code: 'service_in_use',
        },
        { status: 409 },
      ),
    ),
  );
  open();
  await choose(person, 'Botox', 'Delete');
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete Botox?' }));
  await person.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(
    await dialog.findByText(
      'Not deleted. Something was recorded with this service, so it is kept. Retire it instead.',
    ),
  ).toBeVisible();
});

test('an empty catalogue, one that cannot be loaded, and a role that only reads', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  server.use(http.get('*/api/services', () => HttpResponse.error(), { once: true }));
  signedIn({
    ...staffSession,
    permissions: [...staffSession.permissions, 'service.read'],
    modules: ['services'],
  });
  kept = [];
  open();
  expect(await screen.findByText('The services could not be loaded.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No services yet')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add service' })).not.toBeInTheDocument();
  vi.mocked(console.error).mockRestore();
});

test('a role without the permission is shown the reason', async () => {
  signedIn({ ...staffSession, modules: ['services'] });
  open();
  expect(await screen.findByText('Your role does not open the services.')).toBeVisible();
});

test('while the module is off the page says so, and leads its owner to the settings', async () => {
  signedIn({ ...manager, modules: [] });
  open();
  expect(await screen.findByText('Services is switched off')).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Open the settings' })).toHaveAttribute(
    'href',
    '/settings',
  );
});

test('who changed which field of a service is read from its menu, by whoever may read it', async () => {
  signedIn({ ...manager, permissions: [...manager.permissions, 'field_change.read'] });
  let requested = '';
  server.use(
    http.get('*/api/field-changes', ({ request }) => {
      requested = new URL(request.url).search;
      return HttpResponse.json([
        { field: 'price', by: 'Dana Reyes', at: '2026-02-01T15:00:00Z' },
        { field: 'sort_order', by: 'Noah Kim', at: '2026-01-01T15:00:00Z' },
      ]);
    }),
  );
  const person = userEvent.setup();
  open();
  await choose(person, 'Botox', 'Who changed what');
  const dialog = within(await screen.findByRole('dialog', { name: 'Changes to Botox' }));
  const table = await dialog.findByRole('table', { name: 'Who changed which field' });
  expect(
    within(table)
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'FieldChanged byWhen',
    'Price in dollarsDana ReyesFeb 1, 2026, 10:00 AM',
    'Sort orderNoah KimJan 1, 2026, 10:00 AM',
  ]);
  expect(requested).toBe(`?record=service&id=${botox.id}`);
});

test('without that permission the menu has no entry for it', async () => {
  const person = userEvent.setup();
  open();
  await person.click(await screen.findByRole('button', { name: 'More for Botox' }));
  expect(await screen.findByRole('menuitem', { name: 'Retire' })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: 'Who changed what' })).not.toBeInTheDocument();
});

test('on a tablet held upright who performs a service and what it needs share a column', async () => {
  screenOfWidth(820);
  open();
  const headers = await screen.findAllByRole('columnheader');
  expect(headers.map(({ textContent }) => textContent)).toEqual([
    'Service',
    'Duration',
    'Price',
    'Performed by, requirements',
    'Again after',
    'Actions',
  ]);
});
