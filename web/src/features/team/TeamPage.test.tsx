import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import {
  elena,
  link,
  nora,
  omar,
  openTeam,
  refused,
  row,
  serveTeam,
} from '@/features/team/testing';
import { ownerSession, staffSession } from '@/testing/records';
import { screenOfWidth } from '@/testing/screenOfWidth';
import { server } from '@/testing/server';

let kept: ReturnType<typeof serveTeam>;

beforeEach(() => {
  kept = serveTeam();
});

const count = (name: string) =>
  within(screen.getByText(name, { selector: 'dt' }).parentElement as HTMLElement);

test('the team is listed and counted', async () => {
  openTeam();
  const first = await row(/Elena Moreau/);
  for (const text of [
    'Medical Director',
    'Clinical',
    'Active',
    'elena@example.com',
    '(555) 010-1000',
    'Owner',
  ])
    expect(first.getByText(text)).toBeVisible();
  expect((await row(/Nora Vale/)).getByText('Inactive')).toBeVisible();
  const invited = await row(/Omar Reyes/);
  expect(invited.getByText('Invited, not signed in yet')).toBeVisible();
  expect(invited.getByText('Invited')).toBeVisible();
  expect(invited.queryByText('Active')).not.toBeInTheDocument();
  expect(count('Total').getByText('3')).toBeVisible();
  expect(count('Active').getByText('2')).toBeVisible();
  expect(count('Providers').getByText('2')).toBeVisible();
});

test('a new invitation is sent on request', async () => {
  openTeam();
  await userEvent.click(
    await screen.findByRole('button', { name: 'Send new invitation to Omar Reyes' }),
  );
  const invitation = within(
    await screen.findByRole('dialog', { name: 'Invitation for Omar Reyes' }),
  );
  expect(invitation.getByRole('textbox', { name: 'Invitation link' })).toHaveValue(link);
  expect(
    screen.queryByRole('button', { name: 'Send new invitation to Nora Vale', hidden: true }),
  ).not.toBeInTheDocument();
});

test('a license that has expired is marked, and counted for those who manage the team', async () => {
  kept.team = [elena, nora, { ...omar, license_expires_on: '2020-01-01' }];
  openTeam();
  expect((await row(/Omar Reyes/)).getByText('License expired')).toBeVisible();
  expect(screen.getByText('1 license has expired. Nothing is blocked by it.')).toBeVisible();
});

test('those who do not manage the team get no warning about licenses', async () => {
  kept.team = [elena, { ...omar, license_expires_on: null }];
  server.use(
    http.get('*/api/auth/session', () =>
      HttpResponse.json({ ...ownerSession, permissions: [], limited_permissions: ['team.read'] }),
    ),
  );
  openTeam();
  await row(/Omar Reyes/);
  expect(screen.queryByText(/licenses? ha/)).not.toBeInTheDocument();
});

test('an unconfirmed director is confirmed after a confirmation, by those who may, once they have signed in', async () => {
  const requested: (string | null)[] = [];
  const waiting = {
    ...nora,
    role: 'Medical Director' as const,
    status: 'active' as const,
    awaits_confirmation: true,
  };
  kept.team = [elena, waiting, { ...omar, role: 'Medical Director', awaits_confirmation: true }];
  server.use(
    http.post('*/api/team/2/confirm', ({ request }) => {
      requested.push(request.headers.get('If-Match'));
      kept.team = [elena, { ...waiting, awaits_confirmation: false }];
      return HttpResponse.json({ ...waiting, awaits_confirmation: false });
    }),
  );
  openTeam();
  expect((await row(/Nora Vale/)).getByText('Role not in force until confirmed')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Confirm Omar Reyes' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Confirm Nora Vale' }));
  const question = within(
    await screen.findByRole('alertdialog', { name: 'Is this account Nora Vale’s own?' }),
  );
  expect(question.getByText(/nora@example\.com/)).toBeVisible();
  expect(requested).toEqual([]);
  await userEvent.click(question.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Nora Vale is confirmed as Medical Director')).toBeVisible();
  expect(requested).toEqual(['1']);
});

test('a manager sees that a director waits, and cannot confirm', async () => {
  const without = ownerSession.permissions.filter((permission) => permission !== 'team.confirm');
  server.use(
    http.get('*/api/auth/session', () =>
      HttpResponse.json({ ...ownerSession, permissions: without }),
    ),
  );
  kept.team = [
    elena,
    { ...nora, role: 'Medical Director', status: 'active', awaits_confirmation: true },
  ];
  openTeam();
  expect((await row(/Nora Vale/)).getByText('Role not in force until confirmed')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Confirm/ })).not.toBeInTheDocument();
});

test('the second factor of somebody who lost the phone is turned off after a confirmation, and only where it is on', async () => {
  const requested: string[] = [];
  kept.team = [elena, { ...nora, has_second_factor: true }];
  server.use(
    http.delete('*/api/team/:id/totp', ({ params }) => {
      requested.push(String(params['id']));
      kept.team = [elena, nora];
      return new HttpResponse(null, { status: 204 });
    }),
  );
  openTeam();
  expect((await row(/Nora Vale/)).getByText('Two-step sign-in')).toBeVisible();
  expect(
    screen.queryByRole('button', { name: 'Turn off two-step sign-in for Elena Moreau' }),
  ).not.toBeInTheDocument();
  await userEvent.click(
    screen.getByRole('button', { name: 'Turn off two-step sign-in for Nora Vale' }),
  );
  expect(requested).toEqual([]);
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Turn off' }),
  );
  expect(await screen.findByText('Two-step sign-in is off for Nora Vale')).toBeVisible();
  expect(requested).toEqual(['2']);
});

test('a limited role sees names, roles, departments and statuses only', async () => {
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json(staffSession)),
    http.get('*/api/team', () =>
      HttpResponse.json([
        {
          ...elena,
          email: null,
          phone: null,
          hire_date: null,
          license_number: null,
          has_signed_in: null,
        },
      ]),
    ),
  );
  openTeam();
  await row(/Elena Moreau/);
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Name',
    'Role',
    'Department',
    'Status',
  ]);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('a list that fails to load can be tried again', async () => {
  server.use(http.get('*/api/team', refused, { once: true }));
  openTeam();
  expect(await screen.findByText('The team could not be loaded.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('row', { name: /Nora Vale/ })).toBeVisible();
});

test('who changed what about a member is read from the list, and says so where nothing was changed', async () => {
  server.use(
    http.get('*/api/auth/session', () =>
      HttpResponse.json({
        ...ownerSession,
        permissions: [...ownerSession.permissions, 'field_change.read'],
      }),
    ),
    http.get('*/api/field-changes', ({ request }) =>
      HttpResponse.json(
        new URL(request.url).searchParams.get('id') === '3'
          ? [{ field: 'phone', by: 'Dana Reyes', at: '2026-02-01T15:00:00Z' }]
          : [],
      ),
    ),
  );
  openTeam();
  await userEvent.click(
    await screen.findByRole('button', { name: 'Who changed what about Omar Reyes' }),
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Changes to Omar Reyes' }));
  const table = await dialog.findByRole('table', { name: 'Who changed which field' });
  expect(
    within(table).getByRole('row', { name: 'Phone Dana Reyes Feb 1, 2026, 10:00 AM' }),
  ).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
  await userEvent.click(
    await screen.findByRole('button', { name: 'Who changed what about Nora Vale' }),
  );
  expect(
    await within(await screen.findByRole('dialog', { name: 'Changes to Nora Vale' })).findByText(
      'No changes yet',
    ),
  ).toBeVisible();
});

test('the changes of a member that cannot be read are fetched again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  server.use(
    http.get('*/api/auth/session', () =>
      HttpResponse.json({
        ...ownerSession,
        permissions: [...ownerSession.permissions, 'field_change.read'],
      }),
    ),
    http.get(
      '*/api/field-changes',
      () => HttpResponse.json({ error: 'Something broke.', code: 'internal' }, { status: 500 }),
      { once: true },
    ),
    http.get('*/api/field-changes', () => HttpResponse.json([])),
  );
  openTeam();
  await userEvent.click(
    await screen.findByRole('button', { name: 'Who changed what about Omar Reyes' }),
  );
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('The changes could not be loaded.')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await dialog.findByText('No changes yet')).toBeVisible();
});

test('a member is read and printed from the name, and edited from there', async () => {
  let paper = '';
  const print = vi.spyOn(window, 'print').mockImplementation(() => {
    paper = document.querySelector('[data-paper]')?.textContent ?? '';
  });
  openTeam();
  await userEvent.click(await screen.findByRole('button', { name: 'Omar Reyes' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Omar Reyes' }));
  expect(sheet.getByText('Provider')).toBeVisible();
  expect(sheet.getByText('(555) 010-1000')).toBeVisible();
  await userEvent.click(sheet.getByRole('button', { name: 'Print Omar Reyes' }));
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  expect(paper).toContain('Omar ReyesRoleProviderDepartmentClinicalStatusActive');
  expect(paper).toContain('Hire dateMar 1, 2020License numberMD-7Takes appointmentsYes');
  await userEvent.click(sheet.getByRole('button', { name: 'Edit' }));
  expect(await screen.findByRole('dialog', { name: 'Edit team member' })).toBeVisible();
  print.mockRestore();
});

test('on a tablet held upright facts of a member share columns', async () => {
  screenOfWidth(820);
  openTeam();
  const table = within(await screen.findByRole('table', { name: 'Team members' }));
  await waitFor(() =>
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Name, status',
      'Role, department',
      'Email, phone',
      'Actions',
    ]),
  );
});
