import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import type { ClinicalList, ClinicalLists } from '@/api/generated';
import type { Permission } from '@/api/permissions';
import { ClinicalPanel } from '@/features/patients/ClinicalPanel';
import { linkHeader } from '@/testing/linkHeader';
import { refusal } from '@/testing/openRecord';
import { sessionWith } from '@/testing/plans';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const latex: ClinicalList = {
  kind: 'allergies',
  answer: 'listed',
  entries: [{ name: 'Latex', note: 'hives' }],
  asked_by: 'Dana Reyes',
  asked_at: '2026-02-01T15:00:00Z',
  withdrawn_at: null,
  version: 2,
};

let sent: { body: unknown; version: string | null }[];
let lists: ClinicalLists;

beforeEach(() => {
  sent = [];
  lists = { allergies: latex, medications: null, conditions: null, pregnancy: null };
});

function open(...permissions: Permission[]) {
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json(sessionWith(...permissions))),
    http.get('*/api/patients/7/clinical', () => HttpResponse.json(lists)),
    http.get('*/api/patients/7/clinical/allergies', ({ request }) =>
      new URL(request.url).searchParams.has('after')
        ? HttpResponse.json([
            { ...latex, version: 1, answer: 'none_known', entries: [], asked_by: 'Noah Kim' },
          ])
        : HttpResponse.json([latex], {
            headers: linkHeader('/api/patients/7/clinical/allergies', 2),
          }),
    ),
    http.put('*/api/patients/7/clinical/:kind', async ({ request }) => {
      const version = request.headers.get('If-Match');
      sent.push({ body: await request.json(), version });
      return HttpResponse.json({ ...latex, version: Number(version) + 1 }, { status: 201 });
    }),
  );
  renderScreen({ path: '/', element: <ClinicalPanel patientId={7} /> });
}

const clinician = ['patient.clinical.read', 'patient.clinical.write'] as const;

test('an answer says who asked and when, and a question that was never asked says so', async () => {
  open(...clinician);
  const allergies = within(await screen.findByRole('region', { name: 'Allergies' }));
  expect(allergies.getByText('Latex: hives')).toBeVisible();
  expect(allergies.getByText('Asked by Dana Reyes, Feb 1, 2026, 10:00 AM')).toBeVisible();
  expect(
    within(screen.getByRole('region', { name: 'Pregnancy' })).getByText('Not asked yet'),
  ).toBeVisible();
});

test('a new answer is sent with the version that was seen', async () => {
  open(...clinician);
  await userEvent.click(await screen.findByRole('button', { name: 'Ask again: Allergies' }));
  const form = within(await screen.findByRole('dialog', { name: 'Allergies' }));
  await userEvent.type(form.getByLabelText('Allergy 2'), 'Lidocaine');
  await userEvent.click(form.getByRole('button', { name: 'Save answer' }));
  await screen.findByText('Allergies recorded');
  expect(sent).toEqual([
    {
      body: {
        answer: 'listed',
        entries: [
          { name: 'Latex', note: 'hives' },
          { name: 'Lidocaine', note: null },
        ],
      },
      version: '2',
    },
  ]);
  // Nothing is taken back: a further answer says the same as the former.
  await userEvent.click(await screen.findByRole('button', { name: /^Undo/ }));
  await waitFor(() =>
    expect(sent.at(-1)).toEqual({
      body: { answer: 'listed', entries: [{ name: 'Latex', note: 'hives' }] },
      version: '3',
    }),
  );
});

test('none known is an answer of its own, and a first answer is made from version 0', async () => {
  open(...clinician);
  await userEvent.click(await screen.findByRole('button', { name: 'Record: Medications' }));
  const form = within(await screen.findByRole('dialog', { name: 'Medications' }));
  await userEvent.click(form.getByRole('button', { name: 'Save answer' }));
  expect(await form.findByText('Choose an answer')).toBeVisible();
  await userEvent.click(form.getByRole('radio', { name: 'None known' }));
  await userEvent.click(form.getByRole('button', { name: 'Save answer' }));
  await waitFor(() =>
    expect(sent).toEqual([{ body: { answer: 'none_known', entries: [] }, version: '0' }]),
  );
  const withdrawn = vi.fn();
  server.use(
    http.post('*/api/patients/7/clinical/medications/withdraw', ({ request }) => {
      withdrawn(request.headers.get('If-Match'));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  await userEvent.click(await screen.findByRole('button', { name: /^Undo/ }));
  await waitFor(() => expect(withdrawn).toHaveBeenCalledWith('1'));
});

test('what somebody else recorded meanwhile is shown beside what was entered', async () => {
  open(...clinician);
  server.use(
    http.put(
      '*/api/patients/7/clinical/:kind',
      () => refusal(412, 'stale', 'Somebody else has changed this.'),
      { once: true },
    ),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Ask again: Allergies' }));
  const form = within(await screen.findByRole('dialog', { name: 'Allergies' }));
  await userEvent.type(form.getByLabelText('Allergy 2'), 'Lidocaine');
  lists = {
    ...lists,
    allergies: {
      ...latex,
      version: 3,
      entries: [{ name: 'Iodine', note: null }],
      asked_by: 'Noah Kim',
    },
  };
  await userEvent.click(form.getByRole('button', { name: 'Save answer' }));
  expect(await form.findByText('Noah Kim recorded: Iodine')).toBeVisible();
  expect(form.getByLabelText('Allergy 2')).toHaveValue('Lidocaine');
  await userEvent.click(form.getByRole('button', { name: 'Save answer' }));
  await waitFor(() => expect(sent.at(-1)?.version).toBe('3'));
});

test('earlier answers can be read', async () => {
  open(...clinician);
  await userEvent.click(await screen.findByRole('button', { name: 'Earlier answers: Allergies' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Allergies: earlier answers' }));
  expect(await dialog.findByText('Latex: hives')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Show earlier answers' }));
  expect(await dialog.findByText('None known')).toBeVisible();
  expect(dialog.getByText(/^Noah Kim/)).toBeVisible();
});

test('whoever may only read is not asked to record, and a role without access sees no panel', async () => {
  open('patient.clinical.read');
  await screen.findByRole('region', { name: 'Allergies' });
  expect(screen.queryByRole('button', { name: /^Ask again|^Record/ })).not.toBeInTheDocument();
});

test('a list that cannot be loaded can be tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  open(...clinician);
  server.use(
    http.get('*/api/patients/7/clinical', () => refusal(503, 'busy', 'Busy.'), { once: true }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Latex: hives')).toBeVisible();
});
