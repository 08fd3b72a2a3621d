import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';
import { hasUnsavedWork } from '@/lib/unsavedWork';
import { sessionWith } from '@/testing/plans';
import { server } from '@/testing/server';
import { consultation, microneedling, peel } from '@/testing/services';
import {
  refused,
  user,
  kept,
  logged,
  open,
  points,
  save,
  type,
  withRules,
} from '@/features/loyalty/testing';

withRules();

test('begins with ten points for Botox, of the eight services', async () => {
  await open();
  const service = await screen.findByLabelText('Service');
  expect(service).toHaveValue('Botox');
  expect(
    within(service)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Botox',
    'PRP/PRF Face',
    'PRP Hair Restoration',
    'EZ Gel Face',
    'EZ Gel Hands',
    'Microneedling',
    'Consultation',
    'Follow-up',
  ]);
  expect(points()).toHaveValue('10');
});

test("with a catalogue of its own, of the clinic's services, and begins with the first where there is no Botox", async () => {
  server.use(
    http.get('*/api/services', () => HttpResponse.json([microneedling, consultation, peel])),
  );
  await open({
    ...sessionWith('loyalty.read', 'loyalty.write', 'loyalty.balance.read'),
    modules: ['services'],
  });
  const service = await screen.findByLabelText('Service');
  await waitFor(() =>
    expect(
      within(service)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Microneedling', 'Consultation']),
  );
  expect(service).toHaveValue('Microneedling');
  expect(hasUnsavedWork()).toBe(false);
  await save();
  await waitFor(() => expect(kept.sent).toEqual([{ service: 'Microneedling', points: 10 }]));
  await waitFor(() => expect(service).toHaveValue('Microneedling'));
});

test('a new rule is saved, confirmed and listed, and the form is blank again', async () => {
  await open();
  await type('35');
  await user.selectOptions(screen.getByLabelText('Service'), 'Follow-up');
  expect(hasUnsavedWork()).toBe(true);
  await save();
  expect(await screen.findByText('Follow-up earns 35 points.')).toBeVisible();
  expect(await screen.findByRole('row', { name: /^Follow-up 35( |$)/ })).toBeVisible();
  expect(kept.sent).toEqual([{ service: 'Follow-up', points: 35 }]);
  expect(points()).toHaveValue('10');
  expect(screen.getByLabelText('Service')).toHaveValue('Botox');
  expect(hasUnsavedWork()).toBe(false);
});

test('saving a service again updates its rule, and says so before', async () => {
  await open();
  await type('15');
  expect(await screen.findByText('Earns 20 points now. Saving changes that.')).toBeVisible();
  await save();
  expect(await screen.findByRole('row', { name: /^Botox 15( |$)/ })).toBeVisible();
  expect(screen.getAllByRole('row', { name: /Botox/ })).toHaveLength(1);
});

test('a changed rule is taken back by Undo, and a first one is removed by it', async () => {
  const removed = vi.fn();
  server.use(
    http.delete('*/api/loyalty/rules/:id', ({ request, params }) => {
      removed(params['id'], request.headers.get('If-Match'));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  await open();
  await type('15');
  await save();
  await user.click(await screen.findByRole('button', { name: 'Undo: Botox earns 15 points.' }));
  expect(await screen.findByRole('row', { name: /^Botox 20( |$)/ })).toBeVisible();
  expect(kept.versions).toEqual(['3', '4']);
  await user.selectOptions(screen.getByLabelText('Service'), 'Follow-up');
  await save();
  await user.click(await screen.findByRole('button', { name: 'Undo: Follow-up earns 10 points.' }));
  await waitFor(() => expect(removed).toHaveBeenCalledWith(expect.any(String), '1'));
});

test('what somebody else saved meanwhile is shown, and what was typed is saved over it only once more', async () => {
  await open();
  await type('15');
  kept.rules = [{ id: 1, service: 'Botox', points: 25, version: 4 }];
  await save();
  expect(
    await screen.findByText(
      /Somebody else has changed this rule meanwhile: Botox earns 25 points now/,
    ),
  ).toBeVisible();
  expect(await screen.findByText('Earns 25 points now. Saving changes that.')).toBeVisible();
  expect(points()).toHaveValue('15');
  expect(kept.sent).toEqual([]);
  await save();
  expect(await screen.findByRole('row', { name: /^Botox 15( |$)/ })).toBeVisible();
  expect(kept.versions).toEqual(['3', '4']);
});

test('a first rule is saved only while there is none', async () => {
  await open();
  await type('35');
  await user.selectOptions(screen.getByLabelText('Service'), 'Follow-up');
  kept.rules.push({ id: 2, service: 'Follow-up', points: 5, version: 1 });
  await save();
  expect(await screen.findByText(/Follow-up earns 5 points now/)).toBeVisible();
  expect([kept.sent, kept.versions]).toEqual([[], ['0']]);
});

test('before the rules are loaded, one is not saved over another that nobody has seen', async () => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  const opened = open();
  server.use(
    http.get('*/api/loyalty/rules', async () => {
      await held;
      return HttpResponse.json(kept.rules);
    }),
  );
  await opened;
  await screen.findByRole('button', { name: 'Save rule' });
  await save();
  await waitFor(() => expect(kept.versions).toEqual(['0']));
  act(answer);
  expect(await screen.findByText(/Botox earns 20 points now/)).toBeVisible();
  expect(kept.sent).toEqual([]);
});

test('words become 0 as soon as the field is left', async () => {
  await open();
  await type('many');
  expect(points()).toHaveValue('many');
  await user.tab();
  expect(points()).toHaveValue('0');
  await save();
  expect(await screen.findByText('Botox earns 0 points.')).toBeVisible();
  expect(kept.sent).toEqual([{ service: 'Botox', points: 0 }]);
});

test('words that are sent by Enter become 0 too, and stay so when saving fails', async () => {
  server.use(http.post('*/api/loyalty/rules', refused));
  await open();
  await type('many{Enter}');
  expect(await screen.findByText('Something broke.')).toBeVisible();
  expect(points()).toHaveValue('0');
});

test('points that are not valid are not sent', async () => {
  await open();
  await type('2.5');
  await save();
  expect(await screen.findByText('Enter a whole number from 0 to 999,999.')).toBeVisible();
  expect(points()).toHaveFocus();
  expect(kept.sent).toEqual([]);
});

test('a failed save is logged and reported, and keeps the form', async () => {
  server.use(http.post('*/api/loyalty/rules', () => HttpResponse.error(), { once: true }));
  await open();
  await type('35');
  await user.selectOptions(screen.getByLabelText('Service'), 'Consultation');
  await save();
  expect(await screen.findByText('Not saved yet')).toBeVisible();
  expect(logged).toHaveBeenCalledWith(
    'Saving the loyalty rule failed',
    expect.objectContaining({ message: 'Request failed' }),
  );
  expect(points()).toHaveValue('35');
  expect(screen.getByLabelText('Service')).toHaveValue('Consultation');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('row', { name: /^Consultation 35( |$)/ })).toBeVisible();
  expect(screen.queryByText('Not saved yet')).not.toBeInTheDocument();
});

test('what the server finds wrong stands beside its field', async () => {
  server.use(
    http.post('*/api/loyalty/rules', () =>
      HttpResponse.json(
        { error: 'Not valid.', code: 'invalid', fields: { points: 'At most 1,000.' } },
        { status: 422 },
      ),
    ),
  );
  await open();
  await type('5000');
  await save();
  expect(await screen.findByText('At most 1,000.')).toBeVisible();
  expect(points()).toHaveAccessibleDescription('At most 1,000.');
});

test('a rule is deleted after asking, at the version that was seen, and can be brought back', async () => {
  const removed: (string | null)[] = [];
  server.use(
    http.delete('*/api/loyalty/rules/1', ({ request }) => {
      removed.push(request.headers.get('If-Match'));
      kept.rules = [];
      return new HttpResponse(null, { status: 204 });
    }),
  );
  await open();
  await user.click(await screen.findByRole('button', { name: 'Delete the rule for Botox' }));
  const dialog = within(
    await screen.findByRole('alertdialog', { name: 'Delete the rule for Botox?' }),
  );
  expect(dialog.getByText(/earns 20 points now, and none from then on/)).toBeVisible();
  expect(removed).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('No rules yet')).toBeVisible();
  expect(removed).toEqual(['3']);
  await user.click(
    await screen.findByRole('button', { name: 'Undo: The rule for Botox was deleted.' }),
  );
  expect(await screen.findByRole('row', { name: /^Botox 20( |$)/ })).toBeVisible();
  expect(kept.versions).toEqual(['0']);
});

test('a rule that somebody else has changed meanwhile is not deleted', async () => {
  server.use(
    http.delete('*/api/loyalty/rules/1', () =>
      HttpResponse.json({ error: 'Somebody else changed this.', code: 'stale' }, { status: 412 }),
    ),
  );
  await open();
  await user.click(await screen.findByRole('button', { name: 'Delete the rule for Botox' }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Not deleted. Somebody else changed this.')).toBeVisible();
});

test('the rules are printed by everybody who reads them, without what is pressed', async () => {
  let paper: Element | null = null;
  vi.spyOn(window, 'print').mockImplementation(() => {
    paper = document.querySelector('[data-paper] table');
  });
  await open(sessionWith('loyalty.read'));
  await user.click(await screen.findByRole('button', { name: 'Print the point rules' }));
  await waitFor(() => expect(paper).toHaveTextContent(/^ServicePointsBotox20$/));
  expect(screen.queryByRole('button', { name: /^Delete the rule/ })).not.toBeInTheDocument();
});

test('who changed what a service earns is read from the list', async () => {
  server.use(
    http.get('*/api/field-changes', () =>
      HttpResponse.json([{ field: 'points', by: 'Dana Reyes', at: '2026-02-01T15:00:00Z' }]),
    ),
  );
  await open(
    sessionWith('loyalty.read', 'loyalty.write', 'loyalty.balance.read', 'field_change.read'),
  );
  await user.click(
    (
      await screen.findAllByRole('button', { name: /^Who changed the points for / })
    )[0] as HTMLElement,
  );
  const dialog = within(await screen.findByRole('dialog', { name: /^Changes to the rule for / }));
  expect(
    await dialog.findByRole('row', { name: 'Points Dana Reyes Feb 1, 2026, 10:00 AM' }),
  ).toBeVisible();
});

test('whoever may not read changes gets no button for them', async () => {
  await open();
  await screen.findByRole('table', { name: 'Points by service' });
  expect(screen.queryByRole('button', { name: /^Who changed/ })).not.toBeInTheDocument();
});
