import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';

import { Component as ConfirmEmailPage } from '@/features/account/ConfirmEmailPage';
import { UnconfirmedBanner } from '@/features/account/UnconfirmedBanner';
import { ownerSession, staffSession } from '@/testing/records';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const page = () =>
  renderScreen(
    [
      { path: '/confirm/:token', element: <ConfirmEmailPage /> },
      { path: '/', element: <h1>Dashboard</h1> },
    ],
    '/confirm/tok-3',
  );

describe('confirming the address', () => {
  test('takes a press, so that a program that opens links confirms nothing', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post('*/api/auth/confirm-email', async ({ request }) => {
        sent.push(await request.json());
        return sent.length === 1
          ? HttpResponse.json(
              { error: 'The service is busy.', code: 'unavailable' },
              { status: 503 },
            )
          : new HttpResponse(null, { status: 204 });
      }),
    );
    page();
    const confirm = await screen.findByRole('button', { name: 'Confirm' });
    expect(sent).toEqual([]);
    await userEvent.click(confirm);
    expect(await screen.findByRole('alert')).toHaveTextContent('The service is busy.');
    await userEvent.click(confirm);
    expect(await screen.findByRole('heading', { name: 'Your address is confirmed' })).toBeVisible();
    expect(sent).toEqual([{ token: 'tok-3' }, { token: 'tok-3' }]);
  });

  test('says so when the link is used up', async () => {
    server.use(
      http.post('*/api/auth/confirm-email', () =>
        HttpResponse.json({ error: 'Invalid.', code: 'link_invalid' }, { status: 404 }),
      ),
    );
    page();
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm' }));
    expect(
      await screen.findByRole('heading', { name: 'This link is no longer valid' }),
    ).toBeVisible();
  });
});

describe('the notice of mails that wait', () => {
  test('has the mail sent again', async () => {
    let sent = 0;
    server.use(
      http.get('*/api/auth/session', () =>
        HttpResponse.json({ ...ownerSession, permissions: ['clinic.settings.write'] }),
      ),
      http.post('*/api/clinic/owner-confirmation', () => {
        sent += 1;
        return new HttpResponse(null, { status: 204 });
      }),
    );
    renderScreen({ path: '*', element: <UnconfirmedBanner /> }, '/');
    await userEvent.click(await screen.findByRole('button', { name: 'Send the mail again' }));
    await expect.poll(() => sent).toBe(1);
  });

  test('offers nothing to a role that may not send it', async () => {
    server.use(
      http.get('*/api/auth/session', () => HttpResponse.json({ ...staffSession, permissions: [] })),
    );
    const { store } = renderScreen({ path: '*', element: <UnconfirmedBanner /> }, '/');
    await expect.poll(() => JSON.stringify(store.getState())).toContain('Sam');
    expect(screen.getByText(/wait until the owner has confirmed/)).toBeVisible();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});
