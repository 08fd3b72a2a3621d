import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import type { ClinicModule } from '@/api/generated';
import { ModulesPanel } from '@/features/settings/ModulesPanel';
import { noModules } from '@/features/settings/testing';
import { sessionWith } from '@/testing/plans';
import { ownerSession } from '@/testing/records';
import { renderSignedIn } from '@/testing/renderScreen';
import { server } from '@/testing/server';

let kept: ClinicModule[];
let sent: { module: unknown; match: string | null; on: boolean }[];

beforeEach(() => {
  kept = [...noModules];
  sent = [];
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json(sessionWith('clinic.module.write'))),
    http.get('*/api/clinic/modules', () => HttpResponse.json(kept)),
    http.put('*/api/clinic/modules/:module', async ({ request, params }) => {
      const { on } = (await request.json()) as { on: boolean };
      sent.push({ module: params['module'], match: request.headers.get('if-match'), on });
      kept = kept.map((one) =>
        one.module === params['module']
          ? {
              ...one,
              on,
              version: one.version + 1,
              changed_by_name: 'Elena Moreau',
              changed_at: '2026-11-24T15:00:00Z',
            }
          : one,
      );
      return HttpResponse.json(kept.find(({ module }) => module === params['module']));
    }),
  );
});

const open = () => renderSignedIn({ path: '/', element: <ModulesPanel /> });
const toggle = (name: string) => screen.findByRole('switch', { name });
const refusing = (status: number, body: object) =>
  server.use(http.put('*/api/clinic/modules/:module', () => HttpResponse.json(body, { status })));

test('every module says what it is for; those to come cannot be switched', async () => {
  await open();
  expect(await toggle('Services')).toBeEnabled();
  expect(
    screen
      .getAllByRole('switch')
      .map((one) => [(one as HTMLInputElement).checked, (one as HTMLInputElement).disabled]),
  ).toEqual([
    [false, false],
    [false, false],
    [false, true],
    [false, true],
    [false, true],
    [false, false],
    [false, false],
    [false, false],
  ]);
  expect(await toggle('Photos')).toHaveAccessibleDescription(/Not available yet\.$/);
});

test('a switch acts at once, says who and when, and can be undone', async () => {
  const person = userEvent.setup();
  await open();
  await person.click(await toggle('Services'));
  expect(await screen.findByText('Services is switched on.')).toBeVisible();
  await waitFor(async () => expect(await toggle('Services')).toBeChecked());
  expect(await toggle('Services')).toHaveAccessibleDescription(
    /Switched on by Elena Moreau, .*10:00/,
  );
  await person.click(screen.getByRole('button', { name: /Undo/ }));
  await waitFor(async () => expect(await toggle('Services')).not.toBeChecked());
  expect(sent).toEqual([
    { module: 'services', match: '0', on: true },
    { module: 'services', match: '1', on: false },
  ]);
});

test('the password is asked for again when the proof is too old', async () => {
  const person = userEvent.setup();
  refusing(403, { error: 'Please enter your password again.', code: 'proof_required' });
  await open();
  await person.click(await toggle('Services'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
  await person.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(await toggle('Services')).not.toBeChecked();
  expect(screen.queryByText(/was not switched/)).not.toBeInTheDocument();
});

test("somebody else's switch is shown, and the refusal says so", async () => {
  const person = userEvent.setup();
  await open();
  await toggle('Services');
  kept = kept.map((one) => (one.module === 'services' ? { ...one, on: true, version: 1 } : one));
  refusing(412, { error: 'Somebody else has changed this in the meantime.', code: 'stale' });
  await person.click(await toggle('Services'));
  expect(
    await screen.findByText(
      'Services was not switched on. Somebody else has switched it meanwhile; it is shown as it is now.',
    ),
  ).toBeVisible();
  await waitFor(async () => expect(await toggle('Services')).toBeChecked());
});

test('who is not the owner sees the modules and switches none', async () => {
  server.use(http.get('*/api/auth/session', () => HttpResponse.json(ownerSession)));
  await open();
  expect(await toggle('Services')).toBeDisabled();
  expect(screen.getByText("Only the clinic's owner can switch modules on and off.")).toBeVisible();
});

test('a list that cannot be loaded is fetched again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  server.use(http.get('*/api/clinic/modules', () => HttpResponse.error(), { once: true }));
  await open();
  expect(await screen.findByText('The modules could not be loaded.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await toggle('Services')).toBeEnabled();
  vi.mocked(console.error).mockRestore();
});
