import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';

import { elena, link, nora, omar, openTeam, refused, row, serveTeam } from '@/features/team/testing';
import { ownerSession, staffSession } from '@/testing/records';
import { server } from '@/testing/server';

let kept: ReturnType<typeof serveTeam>;

beforeEach(() => {
  kept = serveTeam();
});

const count = (name: string) => within(screen.getByText(name, { selector: 'dt' }).parentElement as HTMLElement);

test('the team is listed and counted', async () => {
  openTeam();
  const first = await row(/Elena Moreau/);
  for (const text of ['Medical Director', 'Clinical', 'Active', 'elena@example.com', '(555) 010-1000', 'Owner']) expect(first.getByText(text)).toBeVisible();
  expect((await row(/Nora Vale/)).getByText('Inactive')).toBeVisible();
  expect((await row(/Omar Reyes/)).getByText('Invited, not signed in yet')).toBeVisible();
  expect(count('Total').getByText('3')).toBeVisible();
  expect(count('Active').getByText('2')).toBeVisible();
  expect(count('Providers').getByText('2')).toBeVisible();
});

test('a new invitation is sent on request', async () => {
  openTeam();
  await userEvent.click(await screen.findByRole('button', { name: 'Send new invitation to Omar Reyes' }));
  const invitation = within(await screen.findByRole('dialog', { name: 'Invitation for Omar Reyes' }));
  expect(invitation.getByRole('textbox', { name: 'Invitation link' })).toHaveValue(link);
  expect(screen.queryByRole('button', { name: 'Send new invitation to Nora Vale', hidden: true })).not.toBeInTheDocument();
});

test('an unconfirmed director is confirmed after a confirmation, by those who may, once they have signed in', async () => {
  const requested: (string | null)[] = [];
  const waiting = { ...nora, role: 'Medical Director' as const, status: 'active' as const, awaits_confirmation: true };
  kept.team = [elena, waiting, { ...omar, role: 'Medical Director', awaits_confirmation: true }];
  server.use(http.post('*/api/team/2/confirm', ({ request }) => {
    requested.push(request.headers.get('If-Match'));
    kept.team = [elena, { ...waiting, awaits_confirmation: false }];
    return HttpResponse.json({ ...waiting, awaits_confirmation: false });
  }));
  openTeam();
  expect((await row(/Nora Vale/)).getByText('Role not in force until confirmed')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Confirm Omar Reyes' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Confirm Nora Vale' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Is this account Nora Vale’s own?' }));
  expect(question.getByText(/nora@example\.com/)).toBeVisible();
  expect(requested).toEqual([]);
  await userEvent.click(question.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Nora Vale is confirmed as Medical Director')).toBeVisible();
  expect(requested).toEqual(['1']);
});

test('a manager sees that a director waits, and cannot confirm', async () => {
  const without = ownerSession.permissions.filter((permission) => permission !== 'team.confirm');
  server.use(http.get('*/api/auth/session', () => HttpResponse.json({ ...ownerSession, permissions: without })));
  kept.team = [elena, { ...nora, role: 'Medical Director', status: 'active', awaits_confirmation: true }];
  openTeam();
  expect((await row(/Nora Vale/)).getByText('Role not in force until confirmed')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Confirm/ })).not.toBeInTheDocument();
});

test('the second factor of somebody who lost the phone is turned off after a confirmation, and only where it is on', async () => {
  const requested: string[] = [];
  kept.team = [elena, { ...nora, has_second_factor: true }];
  server.use(http.delete('*/api/team/:id/totp', ({ params }) => {
    requested.push(String(params['id']));
    kept.team = [elena, nora];
    return new HttpResponse(null, { status: 204 });
  }));
  openTeam();
  expect((await row(/Nora Vale/)).getByText('Two-step sign-in')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Turn off two-step sign-in for Elena Moreau' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Turn off two-step sign-in for Nora Vale' }));
  expect(requested).toEqual([]);
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Turn off' }));
  expect(await screen.findByText('Two-step sign-in is off for Nora Vale')).toBeVisible();
  expect(requested).toEqual(['2']);
});

test('deleting is confirmed first; nobody deletes themselves or the owner', async () => {
  openTeam();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Omar Reyes' }));
  expect(screen.queryByRole('button', { name: 'Delete Elena Moreau', hidden: true })).not.toBeInTheDocument();
  const question = within(await screen.findByRole('alertdialog', { name: 'Are you sure you want to delete this team member?' }));
  await userEvent.click(question.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Omar Reyes was deleted')).toBeVisible();
  expect(kept.team).toEqual([elena, nora]);
});

test('a failed deletion says so, with the reason', async () => {
  server.use(http.delete('*/api/team/:id', refused));
  openTeam();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Omar Reyes' }));
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Error deleting team member. Please try again.')).toBeVisible();
  expect(screen.getByText('Not deleted. Something broke.')).toBeVisible();
});

test('a limited role sees names, roles, departments and statuses only', async () => {
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json(staffSession)),
    http.get('*/api/team', () => HttpResponse.json([{ ...elena, email: null, phone: null, hire_date: null, license_number: null, has_signed_in: null }])),
  );
  openTeam();
  await row(/Elena Moreau/);
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Name', 'Role', 'Department', 'Status']);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('a list that fails to load can be tried again', async () => {
  server.use(http.get('*/api/team', refused, { once: true }));
  openTeam();
  expect(await screen.findByText('The team could not be loaded.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('row', { name: /Nora Vale/ })).toBeVisible();
});
