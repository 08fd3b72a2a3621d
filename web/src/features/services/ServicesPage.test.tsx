import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import type { Service, Session } from '@/api/generated';
import { Component as ServicesPage } from '@/features/services/ServicesPage';
import { botox, consultation, microneedling, peel } from '@/testing/services';
import { sessionWith } from '@/testing/plans';
import { staffSession } from '@/testing/records';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

let kept: Service[];
let sent: { what: string; match: string | null; body: unknown }[];

const signedIn = (session: Session) => server.use(http.get('*/api/auth/session', () => HttpResponse.json(session)));
const manager: Session = { ...sessionWith('service.read', 'service.write', 'clinic.module.write', 'appointment.create'), modules: ['services'] };

beforeEach(() => {
  kept = [botox, microneedling, consultation, peel];
  sent = [];
  signedIn(manager);
  const note = async (what: string, request: Request) => {
    const text = await request.text();
    sent.push({ what, match: request.headers.get('if-match'), body: text ? (JSON.parse(text) as unknown) : null });
  };
  const change = (id: unknown, by: Partial<Service>) => {
    kept = kept.map((one) => (String(one.id) === id ? { ...one, ...by, version: one.version + 1 } : one));
    return HttpResponse.json(kept.find((one) => String(one.id) === id));
  };
  server.use(
    http.get('*/api/services', () => HttpResponse.json(kept)),
    http.get('*/api/appointments/providers', () => HttpResponse.json([{ id: 7, name: 'Mia Lang' }])),
    http.get('*/api/consents/templates', () => HttpResponse.json([{ id: 9, name: 'Toxin consent', body: '<p>May we?</p>', version: 1, created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' }])),
    http.post('*/api/services', async ({ request }) => {
      await note('add', request);
      return HttpResponse.json({ ...botox, id: 50, name: 'Dermaplaning' }, { status: 201 });
    }),
    http.patch('*/api/services/:id', async ({ request, params }) => {
      await note('change', request);
      return change(params['id'], { minutes: 45 });
    }),
    http.put('*/api/services/order', async ({ request }) => {
      const { ids } = (await request.clone().json()) as { ids: number[] };
      await note('order', request);
      kept = [...ids.flatMap((id) => kept.filter((one) => one.id === id)), ...kept.filter(({ retired_at }) => retired_at)];
      return HttpResponse.json(kept.filter(({ retired_at }) => !retired_at));
    }),
    http.post('*/api/services/:id/retire', async ({ request, params }) => {
      await note('retire', request);
      return change(params['id'], { retired_at: '2026-11-24T15:00:00Z' });
    }),
    http.post('*/api/services/:id/restore', async ({ request, params }) => {
      await note('restore', request);
      return change(params['id'], { retired_at: null });
    }),
  );
});

const open = () => renderScreen({ path: '/', element: <ServicesPage /> });
const rows = () => within(screen.getByRole('table', { name: 'Services' })).getAllByRole('rowheader').map(({ textContent }) => textContent);
const choose = async (person: ReturnType<typeof userEvent.setup>, service: string, action: string) => {
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
  expect(rows()).toEqual(['BotoxTreatments', 'MicroneedlingTreatments', 'ConsultationVisits', 'Chemical PeelSkinRetired']);
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
  expect(sent).toEqual([{ what: 'add', match: null, body: {
    name: 'Dermaplaning', category: null, minutes: 20, buffer_minutes: 0, price: 99.5, price_unit: null, color: '#4a7c59', performer_ids: [7], needs_exam: false, consents: [{ id: 9, valid_months: 12 }], interval_days: null, taxable: false,
  } }]);
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
  await waitFor(() => expect(sent).toEqual([{ what: 'change', match: '1', body: { minutes: 45 } }, { what: 'change', match: '2', body: { minutes: 30 } }]));
});

test("after somebody else's change the form holds both, and says so", async () => {
  const person = userEvent.setup();
  open();
  await person.click(await screen.findByRole('button', { name: 'Edit Botox' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Botox' }));
  await person.type(dialog.getByLabelText('Price is per'), 's');
  kept = kept.map((one) => (one.id === botox.id ? { ...one, minutes: 35, version: 2 } : one));
  server.use(http.patch('*/api/services/:id', () => HttpResponse.json({ error: 'Somebody else has changed this in the meantime.', code: 'stale' }, { status: 412 }), { once: true }));
  await person.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect(await dialog.findByText(/^Not saved yet\. Somebody else saved a change/)).toBeVisible();
  expect(dialog.getByLabelText(/^Duration/)).toHaveValue('35');
  expect(dialog.getByLabelText('Price is per')).toHaveValue('units');
  await person.click(dialog.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(sent).toEqual([{ what: 'change', match: '2', body: { price_unit: 'units' } }]));
});

test('what both changed is shown in words, those who perform it by name, and who changed it last', async () => {
  const person = userEvent.setup();
  open();
  await person.click(await screen.findByRole('button', { name: 'Edit Botox' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Botox' }));
  expect(dialog.queryByText(/^Changed by/)).not.toBeInTheDocument();
  await person.selectOptions(dialog.getByLabelText('Color'), 'Green');
  await person.click(await dialog.findByRole('checkbox', { name: 'Mia Lang' }));
  kept = kept.map((one) => (one.id === botox.id ? { ...one, color: '#2f6f8f', performers: [{ id: 12, name: 'Omar Reyes' }], version: 2, updated_by_name: 'Dana Reyes' } : one));
  server.use(http.patch('*/api/services/:id', () => HttpResponse.json({ error: 'Somebody else has changed this in the meantime.', code: 'stale' }, { status: 412 }), { once: true }));
  await person.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect(await dialog.findByRole('group', { name: 'Theirs: Color' })).toHaveTextContent('Blue');
  expect(dialog.getByRole('group', { name: 'Yours: Color' })).toHaveTextContent('Green');
  expect(dialog.getByRole('group', { name: 'Theirs: Performed by' })).toHaveTextContent('Omar Reyes');
  expect(dialog.getByRole('group', { name: 'Yours: Performed by' })).toHaveTextContent('Mia Lang');
  expect(dialog.getByText('Changed by Dana Reyes, Nov 20, 2026, 10:00 AM')).toBeVisible();
  await person.click(dialog.getByRole('button', { name: 'Take theirs: Performed by' }));
  expect(dialog.getByRole('checkbox', { name: 'Omar Reyes' })).toBeChecked();
  await person.click(dialog.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(sent).toEqual([{ what: 'change', match: '2', body: { color: '#4a7c59' } }]));
});

test("the server's message stands at its field, and what was typed stays", async () => {
  const person = userEvent.setup();
  server.use(http.patch('*/api/services/:id', () => HttpResponse.json({ error: 'Some entries need another look.', code: 'invalid', fields: { name: 'is the name of another service' } }, { status: 422 })));
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

test('a service is retired at once, and Undo takes it back', async () => {
  const person = userEvent.setup();
  open();
  await choose(person, 'Microneedling', 'Retire');
  expect(await screen.findByText('Microneedling is retired.')).toBeVisible();
  await waitFor(() => expect(rows()).toEqual(['BotoxTreatments', 'ConsultationVisits']));
  await person.click(screen.getByRole('button', { name: /Undo/ }));
  await waitFor(() => expect(rows()).toHaveLength(3));
  expect(sent.map(({ what, match }) => [what, match])).toEqual([['retire', '1'], ['restore', '2']]);
});

test('a service moves by one place, from the order that was seen', async () => {
  const person = userEvent.setup();
  open();
  await choose(person, 'Consultation', 'Move up');
  await waitFor(() => expect(rows()).toEqual(['BotoxTreatments', 'ConsultationVisits', 'MicroneedlingTreatments']));
  expect(sent).toEqual([{ what: 'order', match: null, body: { ids: [1, 3, 2], seen: [1, 2, 3] } }]);
  await person.click(screen.getByRole('button', { name: 'More for Botox' }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Move down', 'Retire', 'Delete']);
});

test('a service that something was recorded with is not deleted, and the dialog says why', async () => {
  const person = userEvent.setup();
  server.use(http.delete('*/api/services/:id', () => HttpResponse.json({ error: 'Something was recorded with this service, so it is kept. Retire it instead.', code: 'service_in_use' }, { status: 409 })));
  open();
  await choose(person, 'Botox', 'Delete');
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete Botox?' }));
  await person.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await dialog.findByText('Not deleted. Something was recorded with this service, so it is kept. Retire it instead.')).toBeVisible();
});

test('an empty catalogue, one that cannot be loaded, and a role that only reads', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  server.use(http.get('*/api/services', () => HttpResponse.error(), { once: true }));
  signedIn({ ...staffSession, permissions: [...staffSession.permissions, 'service.read'], modules: ['services'] });
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
  expect(await screen.findByRole('link', { name: 'Open the settings' })).toHaveAttribute('href', '/settings');
});

test('who changed which field of a service is read from its menu, by whoever may read it', async () => {
  signedIn({ ...manager, permissions: [...manager.permissions, 'field_change.read'] });
  let requested = '';
  server.use(http.get('*/api/field-changes', ({ request }) => {
    requested = new URL(request.url).search;
    return HttpResponse.json([{ field: 'price', by: 'Dana Reyes', at: '2026-02-01T15:00:00Z' }, { field: 'sort_order', by: 'Noah Kim', at: '2026-01-01T15:00:00Z' }]);
  }));
  const person = userEvent.setup();
  open();
  await choose(person, 'Botox', 'Who changed what');
  const dialog = within(await screen.findByRole('dialog', { name: 'Changes to Botox' }));
  const table = await dialog.findByRole('table', { name: 'Who changed which field' });
  expect(within(table).getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'FieldChanged byWhen', 'Price in dollarsDana ReyesFeb 1, 2026, 10:00 AM', 'Sort orderNoah KimJan 1, 2026, 10:00 AM',
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
