import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';

import type { SignIn } from '@/api/generated';
import { SignInsDialog } from '@/features/account/SignInsDialog';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const here: SignIn = {
  id: 'a',
  device: 'Chrome on Windows',
  ip: '203.0.113.9',
  began_at: '2026-01-13T15:00:00Z',
  last_seen_at: '2026-01-13T15:20:00Z',
  is_this: true,
};
const tablet: SignIn = {
  ...here,
  id: 'b',
  device: 'an unknown browser on an iPad',
  ip: '198.51.100.7',
  is_this: false,
};

const open = () => renderScreen({ path: '/', element: <SignInsDialog onClose={() => {}} /> });

test('each sign-in has its device, place and time, and any but this one can be ended', async () => {
  const ended: string[] = [];
  server.use(
    http.get('*/api/auth/sessions', () =>
      HttpResponse.json([here, tablet].filter(({ id }) => !ended.includes(id))),
    ),
    http.delete('*/api/auth/sessions/:id', ({ params }) => {
      ended.push(String(params['id']));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  open();
  const list = within(await screen.findByRole('list', { name: 'Sign-ins' }));
  const [first, second] = list.getAllByRole('listitem');
  expect(first).toHaveTextContent(
    /Chrome on Windows.*From 203\.0\.113\.9, since .*2026.*This device/,
  );
  expect(second).toHaveTextContent(/An unknown browser on an iPad.*From 198\.51\.100\.7/);
  expect(list.getAllByRole('button')).toHaveLength(1);
  await userEvent.click(
    list.getByRole('button', { name: 'End the sign-in with an unknown browser on an iPad' }),
  );
  expect(
    await screen.findByText('The sign-in with an unknown browser on an iPad has ended.'),
  ).toBeVisible();
  expect(ended).toEqual(['b']);
  // The list follows the notice once it is read again.
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
});

test('what cannot be loaded says so, and access that has ended already is explained', async () => {
  server.use(
    http.get('*/api/auth/sessions', () =>
      HttpResponse.json({ error: 'Busy.', code: 'unavailable' }, { status: 503 }),
    ),
  );
  open();
  expect(await screen.findByText('Your sign-ins could not be loaded.')).toBeVisible();
  server.use(
    http.get('*/api/auth/sessions', () => HttpResponse.json([here, tablet])),
    http.delete('*/api/auth/sessions/:id', () =>
      HttpResponse.json({ error: 'This was not found.', code: 'not_found' }, { status: 404 }),
    ),
  );
  await userEvent.click(screen.getByRole('button', { name: /again/i }));
  await userEvent.click(await screen.findByRole('button', { name: /^End/ }));
  expect(await screen.findByText('That sign-in has ended already.')).toBeVisible();
});
