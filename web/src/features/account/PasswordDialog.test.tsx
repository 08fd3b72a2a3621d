import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';

import { PasswordDialog } from '@/features/account/PasswordDialog';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

async function change(current: string, wanted: string) {
  const close = vi.fn();
  renderScreen({
    path: '/',
    element: <PasswordDialog email="elena@example.com" onClose={close} />,
  });
  await userEvent.type(screen.getByLabelText(/^Current password/), current);
  await userEvent.type(screen.getByLabelText(/^New password/), wanted);
  await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
  return close;
}

test('a short password is refused before it is sent', async () => {
  await change('old horse battery', 'short');
  expect(await screen.findByText('Use at least 12 characters')).toBeVisible();
});

test('a wrong current password is reported at its field, and the dialog stays', async () => {
  server.use(
    http.post('*/api/auth/password', () =>
      HttpResponse.json(
        { error: 'The password is not right.', code: 'wrong_password' },
        { status: 403 },
      ),
    ),
  );
  const close = await change('wrong', 'new horse battery');
  expect(await screen.findByText('The password is not right.')).toBeVisible();
  expect(screen.getByLabelText(/^Current password/)).toHaveAccessibleDescription(
    'The password is not right.',
  );
  expect(screen.getByLabelText(/^New password/)).toHaveValue('new horse battery');
  expect(close).not.toHaveBeenCalled();
});

test('a change is sent and confirmed', async () => {
  const sent: unknown[] = [];
  server.use(
    http.post('*/api/auth/password', async ({ request }) => {
      sent.push(await request.json());
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const close = await change('old horse battery', 'new horse battery');
  expect(
    await screen.findByText('Your password is changed. You are signed out everywhere else.'),
  ).toBeVisible();
  expect(sent).toEqual([
    { current_password: 'old horse battery', new_password: 'new horse battery' },
  ]);
  expect(close).toHaveBeenCalledTimes(1);
});
