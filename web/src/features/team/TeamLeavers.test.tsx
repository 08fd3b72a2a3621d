import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';

import {
  elena,
  link,
  nora,
  omar,
  openTeam,
  refused,
  row,
  serveTeam,
  serveUpcoming,
} from '@/features/team/testing';
import { server } from '@/testing/server';

let kept: ReturnType<typeof serveTeam>;

beforeEach(() => {
  kept = serveTeam();
});

test('an invitation is cancelled after a question, and the row says so', async () => {
  const seen: (string | null)[] = [];
  server.use(
    http.delete('*/api/team/3/invite', ({ request }) => {
      seen.push(request.headers.get('If-Match'));
      const cancelled = { ...omar, status: 'inactive' as const, invitation_cancelled: true };
      kept.team = [elena, nora, cancelled];
      return HttpResponse.json(cancelled);
    }),
  );
  openTeam();
  await userEvent.click(
    await screen.findByRole('button', { name: 'Cancel the invitation for Omar Reyes' }),
  );
  const question = within(
    await screen.findByRole('alertdialog', { name: 'Cancel the invitation for Omar Reyes?' }),
  );
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
    http.delete('*/api/team/3/invite', () =>
      HttpResponse.json({ ...omar, status: 'inactive', invitation_cancelled: true, version: 2 }),
    ),
    http.post('*/api/team/3/reactivate', ({ request }) => {
      seen.push(request.headers.get('If-Match'));
      return HttpResponse.json({ member: { ...omar, version: 3 }, invite_url: link });
    }),
  );
  openTeam();
  await userEvent.click(
    await screen.findByRole('button', { name: 'Cancel the invitation for Omar Reyes' }),
  );
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', {
      name: 'Cancel invitation',
    }),
  );
  await userEvent.click(await screen.findByRole('button', { name: /^Undo/ }));
  const invitation = within(
    await screen.findByRole('dialog', { name: 'Invitation for Omar Reyes' }),
  );
  expect(invitation.getByRole('textbox', { name: 'Invitation link' })).toHaveValue(link);
  expect(seen).toEqual(['2']);
});

test('an inactive member is made active again after a question', async () => {
  server.use(
    http.post('*/api/team/2/reactivate', () => {
      kept.team = [elena, { ...nora, status: 'active' }, omar];
      return HttpResponse.json({ member: kept.team[1], invite_url: null });
    }),
  );
  openTeam();
  await userEvent.click(await screen.findByRole('button', { name: 'Make Nora Vale active again' }));
  await userEvent.click(
    within(
      await screen.findByRole('alertdialog', { name: 'Make Nora Vale active again?' }),
    ).getByRole('button', { name: 'Make active' }),
  );
  expect(await screen.findByText('Nora Vale is active again')).toBeVisible();
  expect((await row(/Nora Vale/)).getByText('Active')).toBeVisible();
});

test('Undo makes a member inactive again, and nothing else of them', async () => {
  const active = { ...nora, status: 'active' as const, version: 2 };
  server.use(
    http.post('*/api/team/2/reactivate', () => {
      kept.team = [elena, active, omar];
      return HttpResponse.json({ member: active, invite_url: null });
    }),
  );
  openTeam();
  await userEvent.click(await screen.findByRole('button', { name: 'Make Nora Vale active again' }));
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Make active' }),
  );
  await userEvent.click(await screen.findByRole('button', { name: /^Undo/ }));
  await waitFor(() => expect(kept.seen).toEqual(['2']));
  expect(kept.sent).toMatchObject([
    { first_name: 'Nora', role: 'Nurse', status: 'inactive', license_number: 'MD-7' },
  ]);
});

const gone = {
  id: 9,
  first_name: 'Gia',
  last_name: 'Lund',
  email: 'gia@example.com',
  role: 'Nurse' as const,
  removed_at: '2026-01-05T15:00:00Z',
  version: 4,
};

test('a former member is made active again; where no mail is sent the invitation is shown', async () => {
  const seen: (string | null)[] = [];
  server.use(
    http.get('*/api/team/former', () => HttpResponse.json([gone])),
    http.post('*/api/team/9/reactivate', ({ request }) => {
      seen.push(request.headers.get('If-Match'));
      return HttpResponse.json({
        member: { ...omar, id: 9, first_name: 'Gia', last_name: 'Lund' },
        invite_url: link,
      });
    }),
  );
  openTeam();
  await userEvent.click(await screen.findByRole('button', { name: 'Former members' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Former members' }));
  expect(await dialog.findByText('Nurse, gia@example.com, deleted Jan 5, 2026')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Make Gia Lund active again' }));
  await userEvent.click(
    within(
      await screen.findByRole('alertdialog', { name: 'Make Gia Lund active again?' }),
    ).getByRole('button', { name: 'Make active' }),
  );
  const invitation = within(await screen.findByRole('dialog', { name: 'Invitation for Gia Lund' }));
  expect(invitation.getByRole('textbox', { name: 'Invitation link' })).toHaveValue(link);
  expect(seen).toEqual(['4']);
  // Undo deletes her again.
  const deleted: unknown[] = [];
  server.use(
    http.delete('*/api/team/:id', ({ params }) => {
      deleted.push(params['id']);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  await userEvent.click(screen.getByRole('button', { name: /^Undo/ }));
  await waitFor(() => expect(deleted).toEqual(['9']));
});

test('a plan without a free seat is shown in the question', async () => {
  const message = "Your plan's seats are all taken.";
  server.use(
    http.post('*/api/team/2/reactivate', () =>
      HttpResponse.json({ error: message, code: 'seats' }, { status: 402 }),
    ),
  );
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

test('deleting is confirmed first; nobody deletes themselves or the owner', async () => {
  openTeam();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Omar Reyes' }));
  expect(
    screen.queryByRole('button', { name: 'Delete Elena Moreau', hidden: true }),
  ).not.toBeInTheDocument();
  const question = within(
    await screen.findByRole('alertdialog', {
      name: 'Are you sure you want to delete this team member?',
    }),
  );
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
  expect(
    question.getByText(
      /3 appointments ahead stay with Omar Reyes until they are given to somebody else\. You are asked about that next\.$/,
    ),
  ).toBeVisible();
  await userEvent.click(question.getByRole('button', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Appointments of Omar Reyes' }));
  expect(await dialog.findByText('No appointments lie ahead')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('Undo of a deletion makes an active member active again; an inactive one would come back active', async () => {
  const seen: (string | null)[] = [];
  server.use(
    http.post('*/api/team/3/reactivate', ({ request }) => {
      seen.push(request.headers.get('If-Match'));
      return HttpResponse.json({ member: omar, invite_url: null });
    }),
  );
  openTeam();
  const remove = async (name: string) => {
    await userEvent.click(await screen.findByRole('button', { name: `Delete ${name}` }));
    await userEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }),
    );
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
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }),
  );
  expect(await screen.findByText('Error deleting team member. Please try again.')).toBeVisible();
  expect(screen.getByText('Not deleted. Something broke.')).toBeVisible();
});
