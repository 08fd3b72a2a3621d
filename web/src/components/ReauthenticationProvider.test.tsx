import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';

import { asFailure } from '@/api/failure';
import { useApproveTreatmentMutation } from '@/api/generated';
import { TextInput } from '@/components/TextInput';
import { useReauthentication } from '@/components/useReauthentication';
import { ownerSession } from '@/testing/records';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

let confirmed = false;
let approvals = 0;

beforeEach(() => {
  confirmed = false;
  approvals = 0;
  server.use(
    http.post('*/api/treatments/5/approve', () => {
      approvals += 1;
      return confirmed
        ? HttpResponse.json({ id: 5 })
        : HttpResponse.json(
            { error: 'Confirm your password.', code: 'proof_required' },
            { status: 403 },
          );
    }),
    http.post('*/api/auth/prove', async ({ request }) => {
      const { password } = (await request.json()) as { password: string };
      confirmed = password === 'right horse battery';
      return confirmed
        ? HttpResponse.json(ownerSession)
        : HttpResponse.json(
            { error: 'The password is not right.', code: 'wrong_password' },
            { status: 403 },
          );
    }),
  );
});

function Page() {
  const [note, setNote] = useState('');
  const [outcome, setOutcome] = useState('');
  const [approve] = useApproveTreatmentMutation();
  const withReauthentication = useReauthentication();
  const send = () =>
    withReauthentication(() =>
      approve({
        id: 5,
        'If-Match': '1',
        approval: { director_signature: 'data:image/png;base64,' },
      }).unwrap(),
    ).then(
      () => setOutcome('approved'),
      (thrown: unknown) => setOutcome(asFailure(thrown).code),
    );
  return (
    <>
      <TextInput label="Note" value={note} onChange={(event) => setNote(event.target.value)} />
      <button type="button" onClick={() => void send()}>
        Approve
      </button>
      <output>{outcome}</output>
    </>
  );
}

async function refusedOnce() {
  renderScreen({ path: '/', element: <Page /> });
  await userEvent.type(screen.getByLabelText('Note'), 'typed before');
  await userEvent.click(screen.getByRole('button', { name: 'Approve' }));
  return screen.findByRole('dialog', { name: 'Confirm that it is you' });
}

test('the action is repeated after the password, and what was typed is kept', async () => {
  await refusedOnce();
  await userEvent.type(screen.getByLabelText(/^Password/), 'right horse battery');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('approved')).toBeVisible();
  expect(approvals).toBe(2);
  expect(screen.getByLabelText('Note')).toHaveValue('typed before');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('a wrong password is reported at its field, and can be tried again', async () => {
  await refusedOnce();
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Enter your password')).toBeVisible();
  await userEvent.type(screen.getByLabelText(/^Password/), 'wrong');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('The password is not right.')).toBeVisible();
  await userEvent.clear(screen.getByLabelText(/^Password/));
  await userEvent.type(screen.getByLabelText(/^Password/), 'right horse battery{Enter}');
  expect(await screen.findByText('approved')).toBeVisible();
});

test('cancelling rejects the action, which does not run again', async () => {
  await refusedOnce();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('reauthentication_cancelled')).toBeVisible();
  expect(approvals).toBe(1);
});

test('any other failure is shown with its message', async () => {
  server.use(
    http.post('*/api/treatments/5/approve', () =>
      HttpResponse.json({ error: 'Approved already.', code: 'already_approved' }, { status: 409 }),
    ),
  );
  renderScreen({ path: '/', element: <Page /> });
  await userEvent.click(screen.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('already_approved')).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});
