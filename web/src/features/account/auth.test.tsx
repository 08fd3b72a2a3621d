import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { describe, expect, test, vi } from 'vitest';

import { Component as AcceptInvitationPage } from '@/features/account/AcceptInvitationPage';
import { Component as ForgotPasswordPage } from '@/features/account/ForgotPasswordPage';
import { Component as ResetPasswordPage } from '@/features/account/ResetPasswordPage';
import { Component as SignInPage } from '@/features/account/SignInPage';
import { Component as SignOutPage } from '@/features/account/SignOutPage';
import { generatedApi } from '@/testing/generatedApi';
import { ownerSession } from '@/testing/records';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const open = (url: string) =>
  renderScreen(
    [
      { path: '/', element: <h1>Dashboard</h1> },
      { path: '/patients/3', element: <h1>Patient</h1> },
      { path: '/sign-in', element: <SignInPage /> },
      { path: '/sign-out', element: <SignOutPage /> },
      { path: '/forgot-password', element: <ForgotPasswordPage /> },
      { path: '/reset/:token', element: <ResetPasswordPage /> },
      { path: '/invite/:token', element: <AcceptInvitationPage /> },
    ],
    url,
  );

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const linkInvalid = () =>
  HttpResponse.json({ error: 'This link is not valid.', code: 'link_invalid' }, { status: 404 });

/** Answers the call and keeps what was sent. */
function mockCall(path: string, answer: () => Response) {
  const sent: unknown[] = [];
  server.use(
    http.post(`*${path}`, async ({ request }) => {
      sent.push(await request.json());
      return answer();
    }),
  );
  return sent;
}

describe('signing in', () => {
  test('leads to the page that was opened', async () => {
    const sent = mockCall('/api/auth/login', () => HttpResponse.json(ownerSession));
    open('/sign-in?next=%2Fpatients%2F3');
    await userEvent.type(screen.getByLabelText(/^Email/), ' elena@example.com ');
    await userEvent.type(screen.getByLabelText(/^Password/), 'right horse battery{Enter}');
    expect(await screen.findByRole('heading', { name: 'Patient' })).toBeVisible();
    expect(sent).toEqual([{ email: 'elena@example.com', password: 'right horse battery' }]);
  });

  test('reports what is missing before it sends anything', async () => {
    open('/sign-in');
    await press('Sign in');
    expect(await screen.findByText('Enter your email')).toBeVisible();
    expect(screen.getByText('Enter your password')).toBeVisible();
  });

  test.each([
    [401, 'The e-mail address or the password is not right.'],
    [429, 'Too many attempts. Try again in a minute.'],
  ])("refused with %i says the server's words and keeps the address", async (status, words) => {
    mockCall('/api/auth/login', () => HttpResponse.json({ error: words, code: 'x' }, { status }));
    open('/sign-in');
    await userEvent.type(screen.getByLabelText(/^Email/), 'elena@example.com');
    await userEvent.type(screen.getByLabelText(/^Password/), 'wrong');
    await press('Sign in');
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    expect(screen.getByLabelText(/^Email/)).toHaveValue('elena@example.com');
    expect(screen.getByLabelText(/^Password/)).toHaveValue('');
  });

  test('requires a code as a second step, keeps the address, and accepts a recovery code instead', async () => {
    const sent: { code?: string }[] = [];
    server.use(
      http.post('*/api/auth/login', async ({ request }) => {
        const body = (await request.json()) as { code?: string };
        sent.push(body);
        if (!body.code)
          return HttpResponse.json(
            { error: 'Enter the code.', code: 'code_required' },
            { status: 401 },
          );
        if (body.code !== '0001-abcd-efgh-jkmn')
          return HttpResponse.json(
            { error: 'The code is not right.', code: 'wrong_code' },
            { status: 401 },
          );
        return HttpResponse.json(ownerSession);
      }),
    );
    open('/sign-in');
    await userEvent.type(screen.getByLabelText(/^Email/), 'elena@example.com');
    await userEvent.type(screen.getByLabelText(/^Password/), 'right horse battery{Enter}');
    expect(await screen.findByRole('heading', { name: 'Two-step sign-in' })).toBeVisible();
    expect(screen.getByText('elena@example.com')).toBeVisible();
    const field = screen.getByRole('textbox', { name: /^Code/ });
    expect(field).toHaveFocus();
    expect(field).toHaveAttribute('autocomplete', 'one-time-code');
    expect(field).toHaveAttribute('inputmode', 'numeric');
    await press('Sign in');
    expect(screen.getByText('Enter the code')).toBeVisible();
    await userEvent.type(field, '123456{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('The code is not right.');
    expect(field).toHaveValue('');
    await press('Use a recovery code');
    await userEvent.type(
      screen.getByRole('textbox', { name: /^Recovery code/ }),
      '0001-abcd-efgh-jkmn{Enter}',
    );
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible();
    expect(sent.map(({ code }) => code)).toEqual([undefined, '123456', '0001-abcd-efgh-jkmn']);
  });

  test('goes back from the code to the password and keeps the e-mail address', async () => {
    mockCall('/api/auth/login', () =>
      HttpResponse.json({ error: 'Enter the code.', code: 'code_required' }, { status: 401 }),
    );
    open('/sign-in');
    await userEvent.type(screen.getByLabelText(/^Email/), 'elena@example.com');
    await userEvent.type(screen.getByLabelText(/^Password/), 'right horse battery{Enter}');
    await userEvent.click(await screen.findByRole('button', { name: 'Back' }));
    expect(screen.getByLabelText(/^Email/)).toHaveValue('elena@example.com');
  });

  test('after a long silence says why', () => {
    open('/sign-in?because=idle');
    expect(
      screen.getByText('You were signed out because nothing happened for a while.'),
    ).toBeVisible();
  });
});

describe('signing out', () => {
  test('clears every record and leads to the sign-in page, from there back to the page', async () => {
    server.use(http.post('*/api/auth/logout', () => new HttpResponse(null, { status: 204 })));
    const { router, store } = open('/');
    await store.dispatch(generatedApi.endpoints.showSession.initiate());
    void router.navigate('/sign-out?next=%2Fpatients%2F3&because=idle');
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(generatedApi.endpoints.showSession.select()(store.getState()).data).toBeUndefined();
    expect(router.state.location.search).toContain('next=%2Fpatients%2F3');
  });

  test('of a session that is over already succeeds', async () => {
    server.use(
      http.post('*/api/auth/logout', () =>
        HttpResponse.json({ error: 'Sign in to go on.', code: 'signed_out' }, { status: 401 }),
      ),
    );
    open('/sign-out');
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
  });

  test('says that the server was not reached, and can be repeated', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    server.use(
      http.post('*/api/auth/logout', () => HttpResponse.error(), { once: true }),
      http.post('*/api/auth/logout', () => new HttpResponse(null, { status: 204 })),
    );
    open('/sign-out');
    expect(
      await screen.findByText('You may still be signed in: the server could not be reached.'),
    ).toBeVisible();
    await press('Try again');
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
    vi.mocked(console.error).mockRestore();
  });
});

test('a forgotten password answers the same for every address', async () => {
  const sent = mockCall('/api/auth/forgot', () => new HttpResponse(null, { status: 204 }));
  open('/forgot-password');
  await userEvent.type(screen.getByLabelText(/^Email/), 'nobody@example.com');
  await press('Send the link');
  expect(await screen.findByRole('heading', { name: 'Check your mail' })).toBeVisible();
  expect(sent).toEqual([{ email: 'nobody@example.com' }]);
});

describe('a new password', () => {
  test('by a mailed link leads to the sign-in', async () => {
    const sent = mockCall('/api/auth/reset', () => new HttpResponse(null, { status: 204 }));
    open('/reset/tok-1');
    await userEvent.type(screen.getByLabelText(/^New password/), 'eleven char');
    await press('Save password');
    expect(await screen.findByText('Use at least 12 characters')).toBeVisible();
    await userEvent.type(screen.getByLabelText(/^New password/), 's');
    await press('Save password');
    expect(await screen.findByText('Your new password is set. Sign in with it.')).toBeVisible();
    expect(sent).toEqual([{ token: 'tok-1', password: 'eleven chars' }]);
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Sign in' })).toBeVisible());
  });

  test('by a used link leads to a new link', async () => {
    mockCall('/api/auth/reset', linkInvalid);
    open('/reset/tok-1');
    await userEvent.type(screen.getByLabelText(/^New password/), 'new horse battery');
    await press('Save password');
    expect(
      await screen.findByRole('heading', { name: 'This link is no longer valid' }),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute(
      'href',
      '/forgot-password',
    );
  });

  test('refused by the server is reported at its field, and stays typed', async () => {
    mockCall('/api/auth/reset', () =>
      HttpResponse.json(
        {
          error: 'Not valid',
          code: 'not_valid',
          fields: { password: 'This password is in every list of stolen ones' },
        },
        { status: 422 },
      ),
    );
    open('/reset/tok-1');
    await userEvent.type(screen.getByLabelText(/^New password/), 'passwordpassword');
    await press('Save password');
    expect(await screen.findByText('This password is in every list of stolen ones')).toBeVisible();
    expect(screen.getByLabelText(/^New password/)).toHaveValue('passwordpassword');
  });
});

describe('an invitation', () => {
  test('accepted is a sign-in', async () => {
    const sent = mockCall('/api/auth/accept-invite', () => HttpResponse.json(ownerSession));
    open('/invite/tok-2');
    await userEvent.type(screen.getByLabelText(/^New password/), 'new horse battery');
    await press('Start');
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible();
    expect(sent).toEqual([{ token: 'tok-2', password: 'new horse battery' }]);
  });

  test('too old says whom to ask', async () => {
    mockCall('/api/auth/accept-invite', linkInvalid);
    open('/invite/tok-2');
    await userEvent.type(screen.getByLabelText(/^New password/), 'new horse battery');
    await press('Start');
    expect(
      await screen.findByText('It has been used, or it is too old. Ask your clinic for a new one.'),
    ).toBeVisible();
  });
});
