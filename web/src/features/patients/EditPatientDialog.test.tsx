import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import type { PatientRecord } from '@/api/generated';
import { EditPatientDialog } from '@/features/patients/EditPatientDialog';
import { linden } from '@/features/settings/testing';
import { today } from '@/lib/dates';
import { recordFields } from '@/lib/recordForm';
import { maybeAmelia } from '@/testing/duplicates';
import { refusal } from '@/testing/openRecord';
import { record } from '@/testing/patientRecord';
import { sessionWith } from '@/testing/plans';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

let sent: { body: unknown; version: string | null }[];
let stored: PatientRecord;
let close = vi.fn();

beforeEach(() => {
  sent = [];
  close = vi.fn();
  stored = record;
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json(sessionWith('patient.update'))),
    http.get('*/api/patients/7', () => HttpResponse.json(stored)),
    http.get('*/api/patients/7/changes', () =>
      HttpResponse.json([
        {
          id: 9,
          field: 'street',
          from: null,
          to: '12 Elm St',
          by: 'Dana Reyes',
          at: '2026-02-01T15:00:00Z',
        },
      ]),
    ),
    http.patch('*/api/patients/7', async ({ request }) => {
      sent.push({ body: await request.json(), version: request.headers.get('If-Match') });
      stored = { ...record, version: stored.version + 1, preferred_name: 'Inga' };
      return HttpResponse.json(stored);
    }),
  );
});

async function open() {
  renderScreen({ path: '/', element: <EditPatientDialog patient={record} onClose={close} /> });
  return within(await screen.findByRole('dialog', { name: 'Edit patient' }));
}

const save = async () => userEvent.click(screen.getByRole('button', { name: 'Save changes' }));

test('the dialog has an input for each field of a patient', async () => {
  await open();
  const names = [...document.querySelectorAll('input')].map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(recordFields));
});

test('what was changed is sent with the version that was seen, and nothing else', async () => {
  const form = await open();
  await userEvent.type(form.getByLabelText('Preferred name'), 'Inga');
  await userEvent.clear(form.getByLabelText('Street'));
  await userEvent.click(form.getByLabelText('Offers and news'));
  await save();
  await screen.findByText('Changes to Ingrid Solberg saved');
  expect(sent).toEqual([
    { body: { preferred_name: 'Inga', street: null, may_market: true }, version: '1' },
  ]);
  expect(close).toHaveBeenCalled();
});

test("whether a minor needs a guardian follows the clinic's own adult age", async () => {
  const year = Number(today('America/New_York').slice(0, 4)) - 19;
  server.use(
    http.get('*/api/auth/session', () =>
      HttpResponse.json(sessionWith('patient.update', 'clinic.settings.read')),
    ),
    http.get('*/api/clinic/settings', () => HttpResponse.json({ ...linden, adult_age: 21 })),
  );
  const form = await open();
  fireEvent.change(form.getByLabelText('Birth date'), { target: { value: `${year}-01-01` } });
  expect(
    await form.findByRole('group', {
      name: 'Guardian and emergency contact (a minor needs a guardian)',
    }),
  ).toBeVisible();
});

test('below a field is shown who changed it last, and when', async () => {
  const form = await open();
  expect(await form.findByText('Changed by Dana Reyes, Feb 1, 2026, 10:00 AM')).toBeVisible();
});

test('below a checkbox as well', async () => {
  server.use(
    http.get('*/api/patients/7/changes', () =>
      HttpResponse.json([
        {
          id: 10,
          field: 'may_text',
          from: 'true',
          to: 'false',
          by: 'Noah Kim',
          at: '2026-02-02T15:00:00Z',
        },
      ]),
    ),
  );
  const form = await open();
  await form.findByText('Changed by Noah Kim, Feb 2, 2026, 10:00 AM');
  expect(form.getByRole('checkbox', { name: 'Text about visits' })).toHaveAccessibleDescription(
    'Changed by Noah Kim, Feb 2, 2026, 10:00 AM',
  );
  expect(
    form.getByRole('checkbox', { name: 'Email about visits' }),
  ).not.toHaveAccessibleDescription();
});

test('a change can be undone', async () => {
  const form = await open();
  await userEvent.type(form.getByLabelText('Preferred name'), 'Inga');
  await save();
  await userEvent.click(await screen.findByRole('button', { name: /^Undo/ }));
  await waitFor(() =>
    expect(sent.at(-1)).toEqual({ body: { preferred_name: null }, version: '2' }),
  );
});

test('what somebody else saved meanwhile is merged, and nothing typed is lost', async () => {
  server.use(
    http.patch('*/api/patients/7', () => refusal(412, 'stale', 'Somebody else has changed this.'), {
      once: true,
    }),
  );
  const form = await open();
  await userEvent.type(form.getByLabelText('Preferred name'), 'Inga');
  await userEvent.clear(form.getByLabelText('City'));
  await userEvent.type(form.getByLabelText('City'), 'Salem');
  stored = {
    ...record,
    version: 5,
    pronouns: 'she/her',
    contact: record.contact && { ...record.contact, city: 'Lynn' },
  };
  await save();
  expect(await form.findByText(/You both changed City; yours was kept in the form/)).toBeVisible();
  expect(form.getByRole('group', { name: 'Theirs: City' })).toHaveTextContent('Lynn');
  expect(form.getByRole('group', { name: 'Yours: City' })).toHaveTextContent('Salem');
  expect(form.getByLabelText('Preferred name')).toHaveValue('Inga');
  expect(form.getByLabelText('Pronouns')).toHaveValue('she/her');
  await save();
  await screen.findByText('Changes to Ingrid Solberg saved');
  expect(sent).toEqual([{ body: { preferred_name: 'Inga', city: 'Salem' }, version: '5' }]);
});

test('what both changed is taken from the other, a date and a checkbox in words', async () => {
  server.use(
    http.patch('*/api/patients/7', () => refusal(412, 'stale', 'Somebody else has changed this.'), {
      once: true,
    }),
  );
  const form = await open();
  await userEvent.clear(form.getByLabelText('Birth date'));
  await userEvent.type(form.getByLabelText('Birth date'), '1985-03-15');
  stored = { ...record, version: 5, birth_date: '1985-03-16' };
  await save();
  expect(await form.findByRole('group', { name: 'Theirs: Birth date' })).toHaveTextContent(
    'Mar 16, 1985',
  );
  await userEvent.click(form.getByRole('button', { name: 'Take theirs: Birth date' }));
  expect(form.getByLabelText('Birth date')).toHaveValue('1985-03-16');
  await userEvent.type(form.getByLabelText('Preferred name'), 'Inga');
  await save();
  await screen.findByText('Changes to Ingrid Solberg saved');
  expect(sent).toEqual([{ body: { preferred_name: 'Inga' }, version: '5' }]);
});

test('a refusal stands at its field and keeps everything', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  server.use(
    http.patch('*/api/patients/7', () =>
      HttpResponse.json(
        {
          error: 'Please check the form.',
          code: 'invalid',
          fields: { phone: 'must be a phone number' },
        },
        { status: 422 },
      ),
    ),
  );
  const form = await open();
  await userEvent.clear(form.getByLabelText('Phone'));
  await userEvent.type(form.getByLabelText('Phone'), 'x');
  await save();
  expect(await form.findByText('must be a phone number')).toBeVisible();
  expect(form.getByLabelText('Phone')).toHaveValue('x');
  expect(close).not.toHaveBeenCalled();
});

test('a form without a last name is not sent', async () => {
  const form = await open();
  await userEvent.clear(form.getByLabelText(/^Last name/));
  await save();
  expect(await form.findByText('Last name is required')).toBeVisible();
  expect(sent).toEqual([]);
});

test('a possible duplicate is asked about before the change is saved', async () => {
  const requested: unknown[] = [];
  server.use(
    http.post('*/api/patients/duplicates', async ({ request }) => {
      requested.push(await request.json());
      return HttpResponse.json([maybeAmelia]);
    }),
  );
  const form = await open();
  await userEvent.type(form.getByLabelText('Preferred name'), 'Inga');
  await save();
  expect(await form.findByText(/^Very likely the same person: Amelia Hart/)).toBeVisible();
  expect(requested).toEqual([expect.objectContaining({ patient_id: 7, preferred_name: 'Inga' })]);
  expect(form.getByRole('link', { name: 'Open the record' })).toHaveAttribute(
    'href',
    '/patients/101',
  );
  expect(sent).toEqual([]);
  await userEvent.click(form.getByRole('button', { name: 'Save anyway' }));
  await screen.findByText('Changes to Ingrid Solberg saved');
  expect(sent).toEqual([{ body: { preferred_name: 'Inga' }, version: '1' }]);
});

test('a change of a field that identifies nobody causes no check', async () => {
  const handler = vi.fn(() => HttpResponse.json([maybeAmelia]));
  server.use(http.post('*/api/patients/duplicates', handler));
  const form = await open();
  await userEvent.clear(form.getByLabelText('Street'));
  await save();
  await screen.findByText('Changes to Ingrid Solberg saved');
  expect(handler).not.toHaveBeenCalled();
});
