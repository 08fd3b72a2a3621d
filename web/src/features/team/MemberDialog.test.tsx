import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';

import type { NewTeamMember } from '@/api/generated';
import {
  link,
  omar,
  openTeam,
  proofRequired,
  row,
  serveUpcoming,
  serveTeam,
} from '@/features/team/testing';
import { today } from '@/lib/dates';
import { ownerSession } from '@/testing/records';
import { server } from '@/testing/server';

let kept: ReturnType<typeof serveTeam>;

beforeEach(() => {
  kept = serveTeam();
});

async function fillIn(dialog: ReturnType<typeof within>) {
  await userEvent.type(dialog.getByRole('textbox', { name: /^First name/ }), 'Ines');
  await userEvent.type(dialog.getByRole('textbox', { name: /^Last name/ }), 'Park');
  await userEvent.type(dialog.getByRole('textbox', { name: /^Email/ }), 'ines@example.com');
}

async function openForm() {
  await userEvent.click(await screen.findByRole('button', { name: 'Add team member' }));
  return within(await screen.findByRole('dialog', { name: 'New team member' }));
}

test('a new member starts with the defaults; the invitation is shown and can be copied', async () => {
  const person = userEvent.setup();
  openTeam();
  const dialog = await openForm();
  expect(dialog.getByRole('combobox', { name: /^Role/ })).toHaveValue('Staff');
  expect(dialog.getByRole('combobox', { name: /^Department/ })).toHaveValue('Clinical');
  expect(dialog.getByRole('combobox', { name: /^Status/ })).toHaveValue('active');
  const hired = today('America/New_York');
  expect(dialog.getByLabelText(/^Hire date/)).toHaveValue(hired);

  await fillIn(dialog);
  await userEvent.click(dialog.getByRole('button', { name: 'Add team member' }));
  const invitation = within(
    await screen.findByRole('dialog', { name: 'Invitation for Ines Park' }),
  );
  expect(invitation.getByRole('textbox', { name: 'Invitation link' })).toHaveValue(link);
  await person.click(invitation.getByRole('button', { name: 'Copy link' }));
  expect(await invitation.findByText('Copied.')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(link);
  expect(kept.sent).toEqual([
    {
      first_name: 'Ines',
      last_name: 'Park',
      email: 'ines@example.com',
      phone: null,
      role: 'Staff',
      department: 'Clinical',
      status: 'active',
      hire_date: hired,
      license_number: null,
      specialties: null,
      notes: null,
    },
  ]);
  await userEvent.click(invitation.getByRole('button', { name: 'Done' }));
  expect(await screen.findByRole('row', { name: /Ines Park/ })).toBeVisible();
});

test('before somebody becomes inactive it says how many appointments lie ahead, and asks about them afterwards', async () => {
  serveUpcoming();
  openTeam();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Omar Reyes' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit team member' }));
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: /^Status/ }), 'Inactive');
  expect(
    await dialog.findByText(
      '3 appointments ahead stay with Omar Reyes until they are given to somebody else. You are asked about that next.',
    ),
  ).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByRole('dialog', { name: 'Appointments of Omar Reyes' })).toBeVisible();
  expect(kept.sent).toMatchObject([{ status: 'inactive' }]);
});

test('the state and the expiry of a license are chosen and sent', async () => {
  openTeam();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Omar Reyes' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit team member' }));
  await userEvent.selectOptions(
    dialog.getByRole('combobox', { name: /^License state/ }),
    'California',
  );
  await userEvent.type(dialog.getByLabelText(/^License expiry/), '2027-03-01');
  await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Changes to Omar Reyes saved')).toBeVisible();
  expect(kept.sent).toMatchObject([
    { license_number: 'MD-7', license_state: 'CA', license_expires_on: '2027-03-01' },
  ]);
  await userEvent.click(await screen.findByRole('button', { name: /^Undo/ }));
  await waitFor(() => expect(kept.sent).toHaveLength(2));
  expect(kept.sent[1]).toMatchObject({
    first_name: 'Omar',
    license_number: 'MD-7',
    license_state: null,
    license_expires_on: null,
  });
});

test('taking a change back sets the switch of appointments as it was', async () => {
  openTeam();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Omar Reyes' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit team member' }));
  await userEvent.click(dialog.getByRole('switch', { name: 'Takes appointments' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
  await userEvent.click(await screen.findByRole('button', { name: /^Undo/ }));
  await waitFor(() => expect(kept.sent).toHaveLength(2));
  expect(kept.sent).toMatchObject([{ takes_appointments: false }, { takes_appointments: true }]);
});

test('who changed a member last stands in the form', async () => {
  kept.team = kept.team.map((member) =>
    member.id === omar.id ? { ...member, updated_by: 'Priya Nair' } : member,
  );
  openTeam();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Omar Reyes' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit team member' }));
  expect(dialog.getByText(/^Changed by Priya Nair, Jan 5, 2026/)).toBeVisible();
});

test('missing fields are reported and nothing is sent', async () => {
  openTeam();
  const dialog = await openForm();
  await userEvent.clear(dialog.getByLabelText(/^Hire date/));
  await userEvent.click(dialog.getByRole('button', { name: 'Add team member' }));
  expect(await dialog.findByText('First name is required')).toBeVisible();
  for (const text of ['Last name is required', 'Email is required', 'Hire date is required'])
    expect(dialog.getByText(text)).toBeVisible();
  expect(kept.sent).toEqual([]);
});

test('a failed save says so, shows the reason at its field and keeps the words', async () => {
  server.use(
    http.post('*/api/team', () =>
      HttpResponse.json(
        {
          error: 'Not valid.',
          code: 'invalid',
          fields: { email: 'Somebody has this address already.' },
        },
        { status: 422 },
      ),
    ),
  );
  openTeam();
  const dialog = await openForm();
  await fillIn(dialog);
  await userEvent.click(dialog.getByRole('button', { name: 'Add team member' }));
  expect(await screen.findByText('Error saving team member. Please try again.')).toBeVisible();
  expect(dialog.getByText('Somebody has this address already.')).toBeVisible();
  expect(dialog.getByRole('textbox', { name: /^First name/ })).toHaveValue('Ines');
});

test("a plan without free seats is reported in the server's words, and what was typed is kept", async () => {
  const message =
    "Your plan's seats are all taken. Set somebody inactive, or choose a larger plan.";
  server.use(
    http.post('*/api/team', () =>
      HttpResponse.json({ error: message, code: 'seats' }, { status: 402 }),
    ),
  );
  openTeam();
  const dialog = await openForm();
  await fillIn(dialog);
  await userEvent.click(dialog.getByRole('button', { name: 'Add team member' }));
  expect(await dialog.findByText(`Not saved yet. ${message}`)).toBeVisible();
  expect(dialog.getByRole('textbox', { name: /^First name/ })).toHaveValue('Ines');
});

test('a change that needs reauthentication asks for the password and continues', async () => {
  let proved = false;
  server.use(
    // After the reauthentication the handlers of serveTeam answer.
    http.put('*/api/team/3', () => (proved ? undefined : proofRequired())),
    http.post('*/api/auth/prove', () => {
      proved = true;
      return HttpResponse.json(ownerSession);
    }),
  );
  openTeam();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Omar Reyes' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit team member' }));
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: /^Role/ }), 'Nurse');
  await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }));

  const question = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
  await userEvent.type(question.getByLabelText(/^Password/), 'a long enough password');
  await userEvent.click(question.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Changes to Omar Reyes saved')).toBeVisible();
  expect((await row(/Omar Reyes/)).getByText('Nurse')).toBeVisible();
  expect(kept.sent).toMatchObject([{ first_name: 'Omar', role: 'Nurse', license_number: 'MD-7' }]);
});

test('a failure is gone once the member is added, also where the link is shown instead of a notice', async () => {
  server.use(
    http.post(
      '*/api/team',
      () => HttpResponse.json({ error: 'Try later.', code: 'internal' }, { status: 500 }),
      { once: true },
    ),
  );
  openTeam();
  const dialog = await openForm();
  await fillIn(dialog);
  await userEvent.click(dialog.getByRole('button', { name: 'Add team member' }));
  expect(await screen.findByText('Error saving team member. Please try again.')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Add team member' }));
  expect(await screen.findByRole('dialog', { name: 'Invitation for Ines Park' })).toBeVisible();
  expect(screen.queryByText('Error saving team member. Please try again.')).not.toBeInTheDocument();
});

test('cancelling reauthentication keeps the form and shows no error', async () => {
  server.use(http.post('*/api/team', proofRequired));
  openTeam();
  const dialog = await openForm();
  await fillIn(dialog);
  await userEvent.click(dialog.getByRole('button', { name: 'Add team member' }));
  await userEvent.click(
    within(await screen.findByRole('dialog', { name: 'Confirm that it is you' })).getByRole(
      'button',
      { name: 'Cancel' },
    ),
  );
  expect(await dialog.findByText(/^Not saved yet/)).toBeVisible();
  expect(screen.queryByText('Error saving team member. Please try again.')).not.toBeInTheDocument();
});

test('an inactive member gets no invitation', async () => {
  openTeam();
  const dialog = await openForm();
  await fillIn(dialog);
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: /^Status/ }), 'Inactive');
  await userEvent.click(dialog.getByRole('button', { name: 'Add team member' }));
  expect(
    await screen.findByText('Ines Park was added. An inactive member gets no invitation.'),
  ).toBeVisible();
  expect(await screen.findByRole('row', { name: /Ines Park/ })).toBeVisible();
});

test("one's own role and status are closed", async () => {
  openTeam();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Elena Moreau' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit team member' }));
  expect(dialog.getByRole('combobox', { name: /^Role/ })).toBeDisabled();
  expect(dialog.getByRole('combobox', { name: /^Status/ })).toBeDisabled();
  await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Changes to Elena Moreau saved')).toBeVisible();
  expect(kept.sent).toMatchObject([{ role: 'Medical Director', status: 'active' }]);
});

test("an owner's role is closed to a manager as well", async () => {
  server.use(
    http.get('*/api/auth/session', () =>
      HttpResponse.json({ ...ownerSession, member: { ...ownerSession.member, id: 99 } }),
    ),
  );
  openTeam();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Elena Moreau' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit team member' }));
  expect(dialog.getByRole('combobox', { name: /^Role/ })).toBeDisabled();
  expect(
    dialog.getByText('Only Celadon support can change an owner’s role, when the owner asks.'),
  ).toBeVisible();
});

test('who holds team.write in part cannot make Practice Managers, nor delete', async () => {
  server.use(
    http.get('*/api/auth/session', () =>
      HttpResponse.json({
        ...ownerSession,
        permissions: ['team.read'],
        limited_permissions: ['team.write'],
      }),
    ),
  );
  openTeam();
  const dialog = await openForm();
  expect(
    within(dialog.getByRole('combobox', { name: /^Role/ })).queryByRole('option', {
      name: 'Practice Manager',
    }),
  ).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Delete/, hidden: true })).not.toBeInTheDocument();
});

test('where mail is sent, the invitation is on its way and no link is shown', async () => {
  server.use(
    http.post('*/api/team', async ({ request }) => {
      const body = (await request.json()) as NewTeamMember;
      return HttpResponse.json(
        { member: { ...omar, ...body, id: 4 }, invite_url: null },
        { status: 201 },
      );
    }),
  );
  openTeam();
  const dialog = await openForm();
  await fillIn(dialog);
  await userEvent.click(dialog.getByRole('button', { name: 'Add team member' }));
  expect(
    await screen.findByText(
      'Ines Park was added. The invitation is on its way to ines@example.com.',
    ),
  ).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'Invitation link' })).not.toBeInTheDocument();
});

test('whether somebody takes appointments follows the role until the switch is pressed', async () => {
  openTeam();
  const dialog = await openForm();
  const takes = dialog.getByRole('switch', { name: 'Takes appointments' });
  expect(takes).not.toBeChecked();
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: /^Role/ }), 'Nurse');
  expect(takes).toBeChecked();
  await userEvent.click(takes);
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: /^Role/ }), 'Provider');
  expect(takes).not.toBeChecked();
  await fillIn(dialog);
  await userEvent.click(dialog.getByRole('button', { name: 'Add team member' }));
  await screen.findByRole('dialog', { name: 'Invitation for Ines Park' });
  expect(kept.sent).toMatchObject([{ role: 'Provider', takes_appointments: false }]);
});

test('saving an outdated form overwrites nothing, and loses nothing that was typed', async () => {
  openTeam();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Omar Reyes' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit team member' }));
  await userEvent.type(dialog.getByRole('textbox', { name: /^Notes/ }), 'Mondays');
  // Meanwhile somebody else deletes Omar.
  kept.team = kept.team.map((member) =>
    member.id === omar.id ? { ...member, status: 'inactive', version: 2 } : member,
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect(await dialog.findByText(/^Not saved yet\. Somebody else saved a change/)).toBeVisible();
  expect(dialog.getByRole('combobox', { name: /^Status/ })).toHaveValue('inactive');
  expect(dialog.getByRole('textbox', { name: /^Notes/ })).toHaveValue('Mondays');
  await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Changes to Omar Reyes saved')).toBeVisible();
  expect(kept.seen).toEqual(['1', '2']);
  expect(kept.sent.at(-1)).toMatchObject({ status: 'inactive', notes: 'Mondays' });
});

test('what both changed is shown in words, and either is kept', async () => {
  openTeam();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Omar Reyes' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit team member' }));
  await userEvent.selectOptions(
    dialog.getByRole('combobox', { name: /^License state/ }),
    'California',
  );
  await userEvent.type(dialog.getByRole('textbox', { name: /^Notes/ }), 'Mondays');
  kept.team = kept.team.map((member) =>
    member.id === omar.id
      ? { ...member, license_state: 'NY', notes: 'Fridays', version: 2 }
      : member,
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect(await dialog.findByRole('group', { name: 'Theirs: License state' })).toHaveTextContent(
    'New York',
  );
  expect(dialog.getByRole('group', { name: 'Yours: License state' })).toHaveTextContent(
    'California',
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Take theirs: License state' }));
  expect(dialog.getByRole('combobox', { name: /^License state/ })).toHaveValue('NY');
  await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Changes to Omar Reyes saved')).toBeVisible();
  expect(kept.sent.at(-1)).toMatchObject({ notes: 'Mondays' });
  expect(kept.sent.at(-1)).not.toHaveProperty('license_state');
});
