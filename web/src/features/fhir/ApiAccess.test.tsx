import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';

import type { ApiToken } from '@/api/generated';
import { useSession } from '@/api/useSession';
import { ApiAccess } from '@/features/fhir/ApiAccess';
import { ownerSession } from '@/testing/records';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const token: ApiToken = {
  id: 7,
  name: 'Reporting',
  scopes: ['Patient', 'Observation'],
  created_by: 'Olive Owner',
  created_at: '2026-11-20T15:00:00Z',
  expires_at: '2027-02-18T15:00:00Z',
  last_used_at: null,
  revoked_at: null,
  revoked_by: null,
  is_in_force: true,
};
let tokens: ApiToken[];
let sent: unknown[];

const signedInWith = (...permissions: string[]) =>
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json({ ...ownerSession, permissions })),
  );

beforeEach(() => {
  tokens = [token];
  sent = [];
  signedInWith('api_token.read', 'api_token.write');
  server.use(
    http.get('*/api/clinic/api-tokens', () => HttpResponse.json(tokens)),
    http.post('*/api/clinic/api-tokens', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(
        { token: { ...token, id: 8, name: 'Warehouse' }, secret: 'celadon_abc' },
        { status: 201 },
      );
    }),
    http.post('*/api/clinic/api-tokens/7/revoke', () => {
      tokens = [
        {
          ...token,
          revoked_at: '2026-11-24T15:00:00Z',
          revoked_by: 'Olive Owner',
          is_in_force: false,
        },
      ];
      return HttpResponse.json(tokens[0]);
    }),
  );
});

/** Shows when the session has come. */
function SignedIn() {
  const session = useSession();
  return session ? <p>{`Signed in as ${session.member.first_name}`}</p> : null;
}

const open = () => renderScreen({ path: '/', element: <ApiAccess /> });

test('the tokens are listed with what they may read and how long', async () => {
  open();
  const row = await screen.findByRole('listitem');
  expect(row).toHaveTextContent('Reporting');
  expect(row).toHaveTextContent('Patient, Observation; made by Olive Owner');
  expect(row).toHaveTextContent('never used');
  expect(row).toHaveTextContent(/Until .*2027/);
});

test('a clinic without tokens says so', async () => {
  tokens = [];
  open();
  expect(await screen.findByText('No program has access')).toBeVisible();
});

test('a list that cannot be loaded says so and can be fetched again', async () => {
  server.use(
    http.get('*/api/clinic/api-tokens', () =>
      HttpResponse.json({ error: 'Something went wrong', code: 'internal' }, { status: 500 }),
    ),
  );
  open();
  expect(await screen.findByText(/The API tokens could not be loaded/)).toBeVisible();
});

test('who may not see the tokens sees no panel, and who may not change them no buttons', async () => {
  signedInWith('audit.read');
  const first = renderScreen({
    path: '/',
    element: (
      <>
        <ApiAccess />
        <SignedIn />
      </>
    ),
  });
  expect(await screen.findByText('Signed in as Elena')).toBeVisible();
  expect(screen.queryByText('API access')).toBeNull();
  first.unmount();
  signedInWith('api_token.read');
  open();
  expect(await screen.findByText('Reporting')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

test('a new token shows its secret once', async () => {
  const person = userEvent.setup();
  open();
  await person.click(await screen.findByRole('button', { name: 'New token' }));
  const form = await screen.findByRole('dialog', { name: 'New API token' });
  await person.type(within(form).getByLabelText(/^Name/), 'Warehouse');
  await person.click(within(form).getByRole('button', { name: 'Make token' }));
  expect(await within(form).findByText('Choose at least one')).toBeVisible();
  await person.click(within(form).getByLabelText(/^Appointments/));
  expect(within(form).queryByText('Choose at least one')).toBeNull();
  await person.selectOptions(within(form).getByLabelText(/^Valid for/), '365');
  await person.click(within(form).getByRole('button', { name: 'Make token' }));
  const shown = await screen.findByRole('dialog', { name: 'The secret of Warehouse' });
  expect(sent).toEqual([{ name: 'Warehouse', scopes: ['Appointment'], valid_days: 365 }]);
  expect(within(shown).getByLabelText('Secret')).toHaveValue('celadon_abc');
  await person.click(within(shown).getByRole('button', { name: 'Copy' }));
  expect(await within(shown).findByText('Copied.')).toBeVisible();
  await person.keyboard('{Escape}');
  expect(within(shown).getByLabelText('Secret')).toHaveValue('celadon_abc');
  await person.click(within(shown).getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByDisplayValue('celadon_abc')).toBeNull());
});

test('a refused token keeps what was typed and says why', async () => {
  const person = userEvent.setup();
  server.use(
    http.post('*/api/clinic/api-tokens', () =>
      HttpResponse.json(
        { error: 'There are 20 tokens already.', code: 'too_many_tokens' },
        { status: 409 },
      ),
    ),
  );
  open();
  await person.click(await screen.findByRole('button', { name: 'New token' }));
  const form = await screen.findByRole('dialog', { name: 'New API token' });
  await person.type(within(form).getByLabelText(/^Name/), 'Warehouse');
  await person.click(within(form).getByLabelText(/^Clients/));
  await person.click(within(form).getByRole('button', { name: 'Make token' }));
  expect(await within(form).findByText(/There are 20 tokens already/)).toBeVisible();
  expect(within(form).getByLabelText(/^Name/)).toHaveValue('Warehouse');
});

test('revoking asks first, and the token stays on the list as revoked', async () => {
  const person = userEvent.setup();
  open();
  await person.click(await screen.findByRole('button', { name: 'Revoke Reporting' }));
  const question = await screen.findByRole('alertdialog', { name: 'Revoke Reporting?' });
  await person.click(within(question).getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('Reporting was revoked')).toBeVisible();
  expect(await screen.findByText(/^Revoked/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Revoke Reporting' })).toBeNull();
});
