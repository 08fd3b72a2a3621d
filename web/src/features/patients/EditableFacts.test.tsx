import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delay, http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import { useShowPatientQuery, type PatientRecord } from '@/api/generated';
import { preloadDialogs } from '@/components/lazyDialog';
import { RecordHeader } from '@/features/patients/RecordHeader';
import { maybeAmelia } from '@/testing/duplicates';
import { refusal } from '@/testing/openRecord';
import { record } from '@/testing/patientRecord';
import { sessionWith } from '@/testing/plans';
import { renderSignedIn } from '@/testing/renderScreen';
import { server } from '@/testing/server';

let sent: { body: unknown; version: string | null }[];
let stored: PatientRecord;

beforeEach(() => {
  sent = [];
  stored = record;
  server.use(
    http.get('*/api/auth/session', () =>
      HttpResponse.json(sessionWith('patient.read', 'patient.update')),
    ),
    http.get('*/api/patients/7', () => HttpResponse.json(stored)),
    http.get('*/api/patients/7/changes', () =>
      HttpResponse.json([
        {
          id: 9,
          field: 'phone',
          from: null,
          to: '+15550101234',
          by: 'Dana Reyes',
          at: '2026-02-01T15:00:00Z',
        },
      ]),
    ),
    http.post('*/api/patients/duplicates', () => HttpResponse.json([])),
    http.patch('*/api/patients/7', async ({ request }) => {
      const body = (await request.json()) as Partial<PatientRecord>;
      sent.push({ body, version: request.headers.get('If-Match') });
      stored = { ...stored, ...body, version: stored.version + 1 };
      return HttpResponse.json(stored);
    }),
  );
});

function Header() {
  const { data } = useShowPatientQuery(7);
  return data && <RecordHeader patient={data} menu={null} />;
}

async function open() {
  preloadDialogs();
  await renderSignedIn({ path: '/', element: <Header /> });
  await screen.findByRole('heading', { name: 'Ingrid Solberg' });
}

const edit = async (name: string | RegExp) => {
  await userEvent.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('form'));
};

test('what was saved is the record at once, and the next change is made from its version', async () => {
  await open();
  server.use(http.get('*/api/patients/7', () => delay('infinite')));
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  await userEvent.type(
    within(await screen.findByRole('dialog', { name: 'Edit patient' })).getByLabelText('Street'),
    ' N',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const form = await edit('Edit phone');
  await userEvent.clear(form.getByLabelText('Phone'));
  await userEvent.type(form.getByLabelText('Phone'), '5550109999{Enter}');
  expect(await screen.findByRole('link', { name: '(555) 010-9999' })).toBeVisible();
  expect(sent.map(({ version }) => version)).toEqual(['1', '2']);
});

test('a field is edited in its place: Enter saves it with the version that was seen, and Undo takes it back', async () => {
  await open();
  const form = await edit('Edit phone');
  const phone = form.getByLabelText('Phone');
  expect(phone).toHaveFocus();
  await waitFor(() =>
    expect(phone).toHaveAccessibleDescription('Changed by Dana Reyes, Feb 1, 2026, 10:00 AM'),
  );
  await userEvent.clear(phone);
  await userEvent.type(phone, '5550109999{Enter}');
  expect(await screen.findByText('Changes to Ingrid Solberg saved')).toBeVisible();
  expect(sent).toEqual([{ body: { phone: '5550109999' }, version: '1' }]);
  expect(await screen.findByRole('link', { name: '(555) 010-9999' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Edit phone' })).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: /^Undo/ }));
  await waitFor(() =>
    expect(sent.at(-1)).toEqual({ body: { phone: '+15550101234' }, version: '2' }),
  );
});

test('Escape gives up, and the focus goes back', async () => {
  await open();
  const form = await edit('Edit email');
  await userEvent.type(form.getByLabelText('Email'), 'x{Escape}');
  expect(screen.queryByRole('form')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Edit email' })).toHaveFocus();
  expect(sent).toEqual([]);
});

test('Tab saves and goes on to the next field, and Shift+Tab back, each from the version before', async () => {
  await open();
  const form = await edit('Edit name');
  await userEvent.type(form.getByLabelText(/^First name/), 'a');
  await userEvent.tab();
  expect(form.getByLabelText(/^Last name/)).toHaveFocus();
  await userEvent.tab();
  await waitFor(() => expect(screen.getByLabelText('Birth date')).toHaveFocus());
  expect(sent).toEqual([{ body: { first_name: 'Ingrida' }, version: '1' }]);
  await userEvent.tab();
  await waitFor(() => expect(screen.getByLabelText('Phone')).toHaveFocus());
  await userEvent.clear(screen.getByLabelText('Phone'));
  await userEvent.tab({ shift: true });
  await waitFor(() => expect(screen.getByLabelText('Birth date')).toHaveFocus());
  expect(sent.at(-1)).toEqual({ body: { phone: null }, version: '2' });
});

test('the other fields are below, an empty one too', async () => {
  await open();
  const all = await screen.findByRole('button', { name: 'All details' });
  expect(all).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(all);
  expect(
    screen.getByRole('button', { name: /^Edit address: ?12 Elm St, Boston, MA 02108$/ }),
  ).toBeVisible();
  const form = await edit(/^Edit pronouns: ?—$/);
  await userEvent.type(form.getByLabelText('Pronouns'), 'she/her{Enter}');
  expect(await screen.findByRole('button', { name: /^Edit pronouns: ?she\/her$/ })).toHaveFocus();
  expect(sent).toEqual([{ body: { pronouns: 'she/her' }, version: '1' }]);
});

test('below its field is shown who changed it last, fetched once; a field that was never changed has nothing', async () => {
  let requested = 0;
  server.use(
    http.get('*/api/patients/7/changes', () => {
      requested += 1;
      return HttpResponse.json([
        {
          id: 12,
          field: 'city',
          from: 'Salem',
          to: 'Boston',
          by: 'Noah Kim',
          at: '2026-02-03T15:00:00Z',
        },
        {
          id: 11,
          field: 'street',
          from: null,
          to: '12 Elm St',
          by: 'Dana Reyes',
          at: '2026-02-01T15:00:00Z',
        },
      ]);
    }),
  );
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'All details' }));
  const changed = await screen.findByText('Changed by Noah Kim, Feb 3, 2026, 10:00 AM');
  expect(changed).toBeVisible();
  const address = screen.getByRole('button', { name: /^Edit address/ });
  expect(address).toHaveAccessibleDescription('Changed by Noah Kim, Feb 3, 2026, 10:00 AM');
  expect(screen.getAllByText(/^Changed by/)).toHaveLength(1);
  expect(screen.getByRole('button', { name: /^Edit guardian/ })).toHaveAccessibleDescription(
    'Edit guardian',
  );
  expect(requested).toBe(1);
});

test('in the line a field shows it when its button has the focus or the pointer, and fetches it only then', async () => {
  let requested = 0;
  server.use(
    http.get('*/api/patients/7/changes', () => {
      requested += 1;
      return HttpResponse.json([
        {
          id: 9,
          field: 'last_name',
          from: 'Berg',
          to: 'Solberg',
          by: 'Dana Reyes',
          at: '2026-02-01T15:00:00Z',
        },
      ]);
    }),
  );
  await open();
  const name = await screen.findByRole('button', { name: 'Edit name' });
  const phone = screen.getByRole('button', { name: 'Edit phone' });
  expect(requested).toBe(0);
  await userEvent.hover(name);
  expect(await screen.findByRole('tooltip')).toHaveTextContent(
    /^(Edit name|Changed by Dana Reyes, Feb 1, 2026, 10:00 AM)$/,
  );
  await waitFor(() =>
    expect(name).toHaveAccessibleDescription('Changed by Dana Reyes, Feb 1, 2026, 10:00 AM'),
  );
  await userEvent.unhover(name);
  while (document.activeElement !== phone) await userEvent.tab();
  await waitFor(() => expect(phone).toHaveAccessibleDescription('Edit phone'));
  expect(requested).toBe(1);
});

test('what somebody else saved meanwhile is shown beside what was typed', async () => {
  server.use(
    http.patch('*/api/patients/7', () => refusal(412, 'stale', 'Somebody else has changed this.'), {
      once: true,
    }),
  );
  await open();
  const form = await edit('Edit email');
  stored = { ...record, version: 5, email: 'theirs@example.com' };
  await userEvent.clear(form.getByLabelText('Email'));
  await userEvent.type(form.getByLabelText('Email'), 'mine@example.com{Enter}');
  expect(await form.findByRole('group', { name: 'Theirs: Email' })).toHaveTextContent(
    'theirs@example.com',
  );
  expect(form.getByRole('group', { name: 'Yours: Email' })).toHaveTextContent('mine@example.com');
  await userEvent.click(form.getByRole('button', { name: 'Save email' }));
  await waitFor(() =>
    expect(sent).toEqual([{ body: { email: 'mine@example.com' }, version: '5' }]),
  );
});

test('a refusal and a lost connection keep what was typed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  server.use(
    http.patch(
      '*/api/patients/7',
      () =>
        HttpResponse.json(
          {
            error: 'Please check the form.',
            code: 'invalid',
            fields: { phone: 'must be a phone number' },
          },
          { status: 422 },
        ),
      { once: true },
    ),
  );
  await open();
  const form = await edit('Edit phone');
  await userEvent.clear(form.getByLabelText('Phone'));
  await userEvent.type(form.getByLabelText('Phone'), 'x{Enter}');
  expect(await form.findByText('must be a phone number')).toBeVisible();
  server.use(http.patch('*/api/patients/7', () => HttpResponse.error()));
  await userEvent.type(form.getByLabelText('Phone'), '1{Enter}');
  expect(await form.findByText(/^Not saved yet\. /)).toBeVisible();
  expect(form.getByLabelText('Phone')).toHaveValue('x1');
});

test('a possible duplicate is asked about before it is saved', async () => {
  server.use(http.post('*/api/patients/duplicates', () => HttpResponse.json([maybeAmelia])));
  await open();
  const form = await edit('Edit email');
  await userEvent.clear(form.getByLabelText('Email'));
  await userEvent.type(form.getByLabelText('Email'), 'amelia@example.com{Enter}');
  await userEvent.click(await form.findByRole('button', { name: 'Save anyway' }));
  await waitFor(() =>
    expect(sent).toEqual([{ body: { email: 'amelia@example.com' }, version: '1' }]),
  );
});

test('whoever may not change the record sees its facts without buttons', async () => {
  server.use(http.get('*/api/auth/session', () => HttpResponse.json(sessionWith('patient.read'))));
  await open();
  expect(await screen.findByText(/^Born Mar 14, 1985/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /edit/i })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'All details' })).not.toBeInTheDocument();
});
