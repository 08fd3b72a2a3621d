import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import { elena, link, nora, omar, openTeam, refused, row, serveUpcoming, serveTeam } from '@/features/team/testing';
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

test('a license that has expired is marked, and counted for those who manage the team', async () => {
  kept.team = [elena, nora, { ...omar, license_expires_on: '2020-01-01' }];
  openTeam();
  expect((await row(/Omar Reyes/)).getByText('License expired')).toBeVisible();
  expect(screen.getByText('1 license has expired. Nothing is blocked by it.')).toBeVisible();
});

test('those who do not manage the team get no warning about licenses', async () => {
  kept.team = [elena, { ...omar, license_expires_on: null }];
  server.use(http.get('*/api/auth/session', () => HttpResponse.json({ ...ownerSession, permissions: [], limited_permissions: ['team.read'] })));
  openTeam();
  await row(/Omar Reyes/);
  expect(screen.queryByText(/licenses? ha/)).not.toBeInTheDocument();
});

test('an invitation is cancelled after a question, and the row says so', async () => {
  const seen: (string | null)[] = [];
  server.use(http.delete('*/api/team/3/invite', ({ request }) => {
    seen.push(request.headers.get('If-Match'));
    const cancelled = { ...omar, status: 'inactive' as const, invitation_cancelled: true };
    kept.team = [elena, nora, cancelled];
    return HttpResponse.json(cancelled);
  }));
  openTeam();
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel the invitation for Omar Reyes' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Cancel the invitation for Omar Reyes?' }));
  expect(question.getByText(/omar@example\.com stops working at once/)).toBeVisible();
  expect(seen).toEqual([]);
  await userEvent.click(question.getByRole('button', { name: 'Cancel invitation' }));
  expect(await screen.findByText('The invitation for Omar Reyes was cancelled')).toBeVisible();
  expect((await row(/Omar Reyes/)).getByText('Invitation cancelled')).toBeVisible();
  expect(seen).toEqual(['1']);
});

test('Undo of a cancelled invitation invites again', async () => {
  const seen: (string | null)[] = [];
  server.use(
    http.delete('*/api/team/3/invite', () => HttpResponse.json({ ...omar, status: 'inactive', invitation_cancelled: true, version: 2 })),
    http.post('*/api/team/3/reactivate', ({ request }) => {
      seen.push(request.headers.get('If-Match'));
      return HttpResponse.json({ member: { ...omar, version: 3 }, invite_url: link });
    }),
  );
  openTeam();
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel the invitation for Omar Reyes' }));
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel invitation' }));
  await userEvent.click(await screen.findByRole('button', { name: /^Undo/ }));
  const invitation = within(await screen.findByRole('dialog', { name: 'Invitation for Omar Reyes' }));
  expect(invitation.getByRole('textbox', { name: 'Invitation link' })).toHaveValue(link);
  expect(seen).toEqual(['2']);
});

test('an inactive member is made active again after a question', async () => {
  server.use(http.post('*/api/team/2/reactivate', () => {
    kept.team = [elena, { ...nora, status: 'active' }, omar];
    return HttpResponse.json({ member: kept.team[1], invite_url: null });
  }));
  openTeam();
  await userEvent.click(await screen.findByRole('button', { name: 'Make Nora Vale active again' }));
  await userEvent.click(within(await screen.findByRole('alertdialog', { name: 'Make Nora Vale active again?' })).getByRole('button', { name: 'Make active' }));
  expect(await screen.findByText('Nora Vale is active again')).toBeVisible();
  expect((await row(/Nora Vale/)).getByText('Active')).toBeVisible();
});

test('Undo makes a member inactive again, and nothing else of them', async () => {
  const active = { ...nora, status: 'active' as const, version: 2 };
  server.use(http.post('*/api/team/2/reactivate', () => {
    kept.team = [elena, active, omar];
    return HttpResponse.json({ member: active, invite_url: null });
  }));
  openTeam();
  await userEvent.click(await screen.findByRole('button', { name: 'Make Nora Vale active again' }));
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Make active' }));
  await userEvent.click(await screen.findByRole('button', { name: /^Undo/ }));
  await waitFor(() => expect(kept.seen).toEqual(['2']));
  expect(kept.sent).toMatchObject([{ first_name: 'Nora', role: 'Nurse', status: 'inactive', license_number: 'MD-7' }]);
});

const gone = { id: 9, first_name: 'Gia', last_name: 'Lund', email: 'gia@example.com', role: 'Nurse' as const, removed_at: '2026-01-05T15:00:00Z', version: 4 };

test('a former member is made active again; where no mail is sent the invitation is shown', async () => {
  const seen: (string | null)[] = [];
  server.use(
    http.get('*/api/team/former', () => HttpResponse.json([gone])),
    http.post('*/api/team/9/reactivate', ({ request }) => {
      seen.push(request.headers.get('If-Match'));
      return HttpResponse.json({ member: { ...omar, id: 9, first_name: 'Gia', last_name: 'Lund' }, invite_url: link });
    }),
  );
  openTeam();
  await userEvent.click(await screen.findByRole('button', { name: 'Former members' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Former members' }));
  expect(await dialog.findByText('Nurse, gia@example.com, deleted Jan 5, 2026')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Make Gia Lund active again' }));
  await userEvent.click(within(await screen.findByRole('alertdialog', { name: 'Make Gia Lund active again?' })).getByRole('button', { name: 'Make active' }));
  const invitation = within(await screen.findByRole('dialog', { name: 'Invitation for Gia Lund' }));
  expect(invitation.getByRole('textbox', { name: 'Invitation link' })).toHaveValue(link);
  expect(seen).toEqual(['4']);
  // Undo deletes her again.
  const deleted: unknown[] = [];
  server.use(http.delete('*/api/team/:id', ({ params }) => {
    deleted.push(params['id']);
    return new HttpResponse(null, { status: 204 });
  }));
  await userEvent.click(screen.getByRole('button', { name: /^Undo/ }));
  await waitFor(() => expect(deleted).toEqual(['9']));
});

test('a plan without a free seat is shown in the question', async () => {
  const message = 'Your plan\'s seats are all taken.';
  server.use(http.post('*/api/team/2/reactivate', () => HttpResponse.json({ error: message, code: 'seats' }, { status: 402 })));
  openTeam();
  await userEvent.click(await screen.findByRole('button', { name: 'Make Nora Vale active again' }));
  const question = within(await screen.findByRole('alertdialog'));
  await userEvent.click(question.getByRole('button', { name: 'Make active' }));
  expect(await question.findByText(`Not changed. ${message}`)).toBeVisible();
});

test('nobody was deleted from the team', async () => {
  server.use(http.get('*/api/team/former', () => HttpResponse.json([])));
  openTeam();
  await userEvent.click(await screen.findByRole('button', { name: 'Former members' }));
  expect(await screen.findByText('Nobody was deleted from the team')).toBeVisible();
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

test('whoever is deleted with appointments ahead leaves a list to give to others', async () => {
  serveUpcoming();
  openTeam();
  expect(await (await row(/Omar Reyes/)).findByText('3 appointments ahead')).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Omar Reyes' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(/3 appointments ahead stay with Omar Reyes until they are given to somebody else, which is asked next\.$/)).toBeVisible();
  await userEvent.click(question.getByRole('button', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Appointments of Omar Reyes' }));
  expect(await dialog.findByText('No appointments lie ahead')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('Undo of a deletion makes an active member active again; an inactive one would come back active', async () => {
  const seen: (string | null)[] = [];
  server.use(http.post('*/api/team/3/reactivate', ({ request }) => {
    seen.push(request.headers.get('If-Match'));
    return HttpResponse.json({ member: omar, invite_url: null });
  }));
  openTeam();
  const remove = async (name: string) => {
    await userEvent.click(await screen.findByRole('button', { name: `Delete ${name}` }));
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await screen.findByText(`${name} was deleted`);
  };
  await remove('Nora Vale');
  expect(screen.queryByRole('button', { name: /^Undo/ })).not.toBeInTheDocument();
  await remove('Omar Reyes');
  await userEvent.click(await screen.findByRole('button', { name: /^Undo/ }));
  await waitFor(() => expect(seen).toEqual(['2']));
});

test('a link names the provider whose appointments are to be given to others', async () => {
  serveUpcoming();
  const { router } = openTeam(`/?appointments=${omar.id}`);
  expect(await screen.findByRole('dialog', { name: 'Appointments of Omar Reyes' })).toBeVisible();
  expect(router.state.location.search).toBe('');
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

test('who changed what about a member is read from the list, and says so where nothing was changed', async () => {
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json({ ...ownerSession, permissions: [...ownerSession.permissions, 'field_change.read'] })),
    http.get('*/api/field-changes', ({ request }) => HttpResponse.json(new URL(request.url).searchParams.get('id') === '3' ? [{ field: 'phone', by: 'Dana Reyes', at: '2026-02-01T15:00:00Z' }] : [])),
  );
  openTeam();
  await userEvent.click(await screen.findByRole('button', { name: 'Who changed what about Omar Reyes' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Changes to Omar Reyes' }));
  const table = await dialog.findByRole('table', { name: 'Who changed which field' });
  expect(within(table).getByRole('row', { name: 'Phone Dana Reyes Feb 1, 2026, 10:00 AM' })).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Who changed what about Nora Vale' }));
  expect(await within(await screen.findByRole('dialog', { name: 'Changes to Nora Vale' })).findByText('No changes yet')).toBeVisible();
});

test('the changes of a member that cannot be read are fetched again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json({ ...ownerSession, permissions: [...ownerSession.permissions, 'field_change.read'] })),
    http.get('*/api/field-changes', () => HttpResponse.json({ error: 'Something broke.', code: 'internal' }, { status: 500 }), { once: true }),
    http.get('*/api/field-changes', () => HttpResponse.json([])),
  );
  openTeam();
  await userEvent.click(await screen.findByRole('button', { name: 'Who changed what about Omar Reyes' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('The changes could not be loaded.')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await dialog.findByText('No changes yet')).toBeVisible();
});
