import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';

import type { Session } from '@/api/generated';
import { StaffArea } from '@/app/StaffArea';
import { groupByFour } from '@/features/account/groupByFour';
import { recoveryCodesFile } from '@/features/account/recoveryCodesFile';
import { SecondFactorDialog } from '@/features/account/SecondFactorDialog';
import { ownerSession } from '@/testing/records';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const codes = ['0001-abcd-efgh-jkmn', '0002-abcd-efgh-jkmn'];

const password = 'right horse battery';
const hasPassword = async (request: Request) =>
  ((await request.json()) as { password?: string }).password === password;
const wrongPassword = () =>
  HttpResponse.json(
    { error: 'The password is not right.', code: 'wrong_password' },
    { status: 403 },
  );

/** Enters the password, which each of these steps requires however recent the last reauthentication is. */
async function confirm() {
  const question = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
  await userEvent.type(question.getByLabelText(/^Password/), password);
  await userEvent.click(question.getByRole('button', { name: 'Confirm' }));
}

/** A server that keeps whether it is on. */
function serve(state: Session['second_factor']) {
  const kept = { state, sent: [] as unknown[] };
  server.use(
    http.get('*/api/auth/session', () =>
      HttpResponse.json({
        ...ownerSession,
        second_factor: kept.state,
        recovery_codes_left: kept.state === 'on' ? codes.length : 0,
      }),
    ),
    http.post('*/api/auth/totp', () =>
      HttpResponse.json(
        { secret: 'ABCDEFGH', uri: 'otpauth://totp/x', qr_size: 21, qr_path: 'M0 0h7v1h-7z' },
        { status: 201 },
      ),
    ),
    http.post('*/api/auth/totp/confirm', async ({ request }) => {
      const body = (await request.json()) as { code: string };
      kept.sent.push(body);
      if (body.code !== '287082')
        return HttpResponse.json(
          { error: 'The code is not right.', code: 'wrong_code' },
          { status: 403 },
        );
      kept.state = 'on';
      return HttpResponse.json({ codes });
    }),
    http.post('*/api/auth/totp/remove', async ({ request }) => {
      if (!(await hasPassword(request))) return wrongPassword();
      kept.state = 'off';
      return new HttpResponse(null, { status: 204 });
    }),
    http.post('*/api/auth/totp/recovery-codes', async ({ request }) =>
      (await hasPassword(request))
        ? HttpResponse.json({ codes }, { status: 201 })
        : wrongPassword(),
    ),
  );
  return kept;
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

/** Loads the session first, as StaffArea does. */
async function open() {
  const close = vi.fn();
  const view = renderScreen({
    Component: StaffArea,
    children: [{ path: '/', element: <SecondFactorDialog onClose={close} /> }],
  });
  await screen.findByRole('dialog', { name: 'Two-step sign-in' });
  return { ...view, close };
}

test('it is set up with the first code; a wrong one can be corrected, and a stray tap does not close the recovery codes', async () => {
  const kept = serve('off');
  const { close } = await open();
  await press('Set up with an app');
  expect(
    await screen.findByRole('img', { name: 'QR code for your authenticator app' }),
  ).toBeVisible();
  expect(screen.getByText('ABCD EFGH')).toBeVisible();
  await press('Turn on');
  expect(screen.getByText('Enter the code')).toBeVisible();
  await userEvent.type(screen.getByRole('textbox', { name: /^Code/ }), '000000{Enter}');
  expect(await screen.findByText('The code is not right.')).toBeVisible();
  const field = screen.getByRole('textbox', { name: /^Code/ });
  expect(field).toHaveValue('000000');
  expect(field).toHaveFocus();
  await userEvent.clear(field);
  await userEvent.type(field, '287082{Enter}');
  const list = within(await screen.findByRole('list', { name: 'Recovery codes' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(codes);
  expect(kept.sent).toEqual([{ code: '000000' }, { code: '287082' }]);
  await userEvent.keyboard('{Escape}');
  expect(close).not.toHaveBeenCalled();
  await press('I have kept them');
  expect(await screen.findByText('Two-step sign-in is on.')).toBeVisible();
  expect(screen.getByText('2 recovery codes are left.')).toBeVisible();
});

test('new codes are shown, and it is turned off after asking', async () => {
  const kept = serve('on');
  await open();
  await press('New recovery codes');
  await confirm();
  expect(await screen.findByRole('list', { name: 'Recovery codes' })).toBeVisible();
  await press('I have kept them');
  await press('Turn off');
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Turn off' }),
  );
  await confirm();
  expect(await screen.findByText('Two-step sign-in is off.')).toBeVisible();
  expect(kept.state).toBe('off');
});

test('at a clinic that requires it, turning it off is refused with the reason', async () => {
  serve('on');
  server.use(
    http.post('*/api/auth/totp/remove', () =>
      HttpResponse.json(
        { error: 'Your clinic asks everybody for it.', code: 'second_factor_kept' },
        { status: 409 },
      ),
    ),
  );
  await open();
  await press('Turn off');
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Turn off' }),
  );
  await confirm();
  expect(await screen.findByText('Your clinic asks everybody for it.')).toBeVisible();
});

const openStaffArea = () =>
  renderScreen({
    Component: StaffArea,
    children: [
      {
        path: '/',
        element: (
          <>
            <h1>Dashboard</h1>
            <input aria-label="Note" />
          </>
        ),
      },
    ],
  });

test('who must set it up sees nothing else until it is on and the codes are kept', async () => {
  serve('must_enrol');
  openStaffArea();
  expect(await screen.findByRole('heading', { name: 'Set up two-step sign-in' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Dashboard' })).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Sign out' })).toHaveAttribute('href', '/sign-out');
  await press('Set up with an app');
  await userEvent.type(await screen.findByRole('textbox', { name: /^Code/ }), '287082{Enter}');
  expect(await screen.findByRole('list', { name: 'Recovery codes' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Dashboard' })).not.toBeInTheDocument();
  await press('I have kept them');
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible();
});

test('the codes are kept with one press, also while the new session is still on its way', async () => {
  serve('must_enrol');
  openStaffArea();
  await press('Set up with an app');
  const code = await screen.findByRole('textbox', { name: /^Code/ });
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  server.use(
    http.get('*/api/auth/session', async () => {
      await answered;
      return HttpResponse.json({ ...ownerSession, second_factor: 'on' });
    }),
  );
  await userEvent.type(code, '287082{Enter}');
  await press('I have kept them');
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible();
  answer();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('when the clinic begins to require it, the page below the dialog keeps what was typed', async () => {
  const kept = serve('off');
  server.use(
    http.post('*/api/auth/totp/recovery-codes', () =>
      HttpResponse.json(
        { error: 'Set it up first.', code: 'second_factor_required' },
        { status: 403 },
      ),
    ),
  );
  const { store } = openStaffArea();
  await userEvent.type(await screen.findByLabelText('Note'), 'a long exam');
  kept.state = 'must_enrol';
  const { generatedApi } = await import('@/testing/generatedApi');
  await store.dispatch(generatedApi.endpoints.renewRecoveryCodes.initiate({})).catch(() => null);
  const dialog = within(await screen.findByRole('dialog', { name: 'Set up two-step sign-in' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Set up with an app' }));
  await userEvent.type(await dialog.findByRole('textbox', { name: /^Code/ }), '287082{Enter}');
  await userEvent.click(await dialog.findByRole('button', { name: 'I have kept them' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.getByLabelText('Note')).toHaveValue('a long exam');
});

test('the file says whose codes they are, and a key is read in fours', () => {
  expect(recoveryCodesFile('Linden', 'elena@example.com', codes).split('\n')).toEqual([
    'Recovery codes for elena@example.com at Linden',
    'Each works once, in place of the code of your authenticator app.',
    '',
    ...codes,
    '',
  ]);
  expect(groupByFour('ABCDEFGHIJ')).toBe('ABCD EFGH IJ');
});
