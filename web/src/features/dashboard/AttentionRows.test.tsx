import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';
import { type Attention } from '@/api/generated';
import { server } from '@/testing/server';
import { nothing, open, poll, rowsOf, onThatDay } from '@/features/dashboard/testing';

onThatDay();

test('a long group shows its first rows until the others are wanted', async () => {
  const licenses = [1, 2, 3, 4, 5].map((member_id) => ({
    member_id,
    member_name: `Member ${member_id}`,
    expires_on: '2026-11-19',
  }));
  await open({ ...nothing, licenses });
  expect(await rowsOf('Licenses')).toHaveLength(3);
  await userEvent.click(screen.getByRole('button', { name: 'Show 2 more of Licenses' }));
  expect(await rowsOf('Licenses')).toHaveLength(5);
});

const toAsk = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    patient_id: at + 1,
    patient_name: `Client ${at + 1}`,
    due_on: '2026-11-20',
    starts_at: '2026-11-24T19:30:00Z',
  }));

test('many clients to ask about coverage are one row with their number, which leads to the list of them', async () => {
  await open({ ...nothing, estimates: toAsk(7), estimates_total: 15 });
  expect(await rowsOf('Coverage to ask about')).toEqual([
    [
      '15 clientsClient 1 first. If self-pay, the estimate is due today, visit Nov 24, 2026Ask',
      '/estimates-due#coverage-to-ask',
    ],
  ]);
});

test('a few clients to ask about coverage are named', async () => {
  await open({ ...nothing, estimates: toAsk(3), estimates_total: 3 });
  expect(await rowsOf('Coverage to ask about: 3')).toHaveLength(3);
});

test('the outline of rows stands where they will, until they are loaded', async () => {
  await open(new Promise(() => {}));
  expect(await screen.findByRole('status', { name: 'Loading' })).toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'Needs attention' })).toContainElement(
    screen.getByRole('status', { name: 'Loading' }),
  );
});

test('a question about an estimate is noted as answered in one tap, and a failure is said', async () => {
  const question = {
    id: 6,
    asked_at: '2026-11-19T19:30:00Z',
    question: 'Is the cream in it?',
    answered_at: null,
    answered_by: null,
    patient_id: 116,
    patient_name: 'Nia Park',
    estimate_id: 12,
    version: 1,
  };
  await open({ ...nothing, estimate_questions: { total: 1, questions: [question] } });
  server.use(
    http.post('*/api/gfe-estimate/questions/6/answered', () =>
      HttpResponse.json({ error: 'Nothing was found.', code: 'not_found' }, { status: 404 }),
    ),
  );
  const name = 'Mark as answered: Nia Park, Nov 19, 2026: Is the cream in it?';
  await userEvent.click(await screen.findByRole('button', { name }));
  expect(await screen.findByText(/was not marked/)).toBeVisible();
  server.use(
    http.post('*/api/gfe-estimate/questions/6/answered', () =>
      HttpResponse.json({
        ...question,
        answered_at: '2026-11-20T15:00:00Z',
        answered_by: 'Dana Reyes',
      }),
    ),
    http.get('*/api/dashboard', () => HttpResponse.json(nothing)),
  );
  await userEvent.click(screen.getByRole('button', { name }));
  expect(await screen.findByText('Nothing waits for you.')).toBeVisible();
});

test('where nothing waits, it says so in a row', async () => {
  await open(nothing);
  expect(await screen.findByText('Nothing waits for you.')).toBeVisible();
});

test('a failure is said', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  await open(HttpResponse.json({ error: 'x', code: 'x' }, { status: 500 }));
  expect(
    await screen.findByText('The list of what needs attention could not be loaded.'),
  ).toBeVisible();
  log.mockRestore();
});

test('a visit that needs no chart is marked with a reason, which can be taken back', async () => {
  const chart = {
    kind: 'visit',
    id: 71,
    patient_id: 111,
    patient_name: 'Ines Roth',
    member_name: null,
    what: 'Botox',
    since: '2026-11-18T19:30:00Z',
  } as const;
  await open({ ...nothing, unfinished: { total: 1, charts: [chart] } });
  const sent: unknown[] = [];
  server.use(
    http.post('*/api/appointments/71/chart-not-needed', async ({ request }) => {
      sent.push(await request.json());
      return new HttpResponse(null, { status: 204 });
    }),
    http.delete('*/api/appointments/71/chart-not-needed', () => {
      sent.push('taken back');
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /^No chart needed: Ines Roth/ }));
  const form = within(await screen.findByRole('dialog', { name: 'No chart needed' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('Reason is required')).toBeVisible();
  await user.type(form.getByLabelText(/^Reason/), 'Bought a cream');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The visit needs no chart.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo: The visit needs no chart.' }));
  await vi.waitFor(() => expect(sent).toEqual([{ reason: 'Bought a cream' }, 'taken back']));
});

test('a group whose number changes stays as it was opened, and a reason that is being typed stays even when its group is gone', async () => {
  const charts = [1, 2, 3, 4, 5].map(
    (id) =>
      ({
        kind: 'visit',
        id,
        patient_id: id,
        patient_name: `Client ${id}`,
        member_name: null,
        what: 'Botox',
        since: '2026-11-18T19:30:00Z',
      }) as const,
  );
  const store = await open({ ...nothing, unfinished: { total: 5, charts } });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /^Show 2 more/ }));
  await user.click(screen.getByRole('button', { name: /^No chart needed: Client 5/ }));
  const reason = within(
    await screen.findByRole('dialog', { name: 'No chart needed' }),
  ).getByLabelText(/^Reason/);
  await user.type(reason, 'Bought');
  poll(store, { ...nothing, unfinished: { total: 4, charts: charts.slice(1) } });
  await screen.findByText('Charts not finished in 24 hours: 4');
  expect(screen.queryByText(/^Show /)).not.toBeInTheDocument();
  expect(reason).toHaveFocus();
  poll(store, nothing);
  await screen.findByText('Nothing waits for you.');
  await user.type(reason, ' a cream');
  expect(reason).toHaveValue('Bought a cream');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
});

test('where the row with the focus goes, the one after it gets the focus, then the one before, then the panel', async () => {
  const questions = [1, 2, 3].map((id) => ({
    id,
    asked_at: '2026-11-19T19:30:00Z',
    question: 'Why?',
    answered_at: null,
    answered_by: null,
    patient_id: id,
    patient_name: `Client ${id}`,
    estimate_id: 12,
    version: 1,
  }));
  const still = (...ids: number[]) => ({
    ...nothing,
    estimate_questions: {
      total: ids.length,
      questions: questions.filter(({ id }) => ids.includes(id)),
    },
  });
  await open(still(1, 2, 3));
  const user = userEvent.setup();
  const answer = async (id: number, left: Attention) => {
    const button = await screen.findByRole('button', {
      name: new RegExp(`^Mark as answered: Client ${id}`),
    });
    server.use(
      http.post(`*/api/gfe-estimate/questions/${id}/answered`, () =>
        HttpResponse.json({
          ...questions[0],
          answered_at: '2026-11-20T15:00:00Z',
          answered_by: 'Dana Reyes',
        }),
      ),
      http.get('*/api/dashboard', () => HttpResponse.json(left)),
    );
    await user.click(button);
  };
  await answer(2, still(1, 3));
  await vi.waitFor(() => expect(document.activeElement).toHaveTextContent(/^Client 3/));
  await answer(3, still(1));
  await vi.waitFor(() => expect(document.activeElement).toHaveTextContent(/^Client 1/));
  await answer(1, nothing);
  await vi.waitFor(() =>
    expect(document.activeElement).toHaveTextContent(/^Nothing waits for you\.$/),
  );
});

test('who has left the rows keeps the focus where it is', async () => {
  const question = {
    id: 1,
    asked_at: '2026-11-19T19:30:00Z',
    question: 'Why?',
    answered_at: null,
    answered_by: null,
    patient_id: 1,
    patient_name: 'Client 1',
    estimate_id: 12,
    version: 1,
  };
  const store = await open({ ...nothing, estimate_questions: { total: 1, questions: [question] } });
  (await screen.findByRole('button', { name: /^Mark as answered/ })).focus();
  (document.activeElement as HTMLElement).blur();
  poll(store, nothing);
  await screen.findByText('Nothing waits for you.');
  expect(document.body).toHaveFocus();
});

test('a dialog whose row is gone when it closes gives the focus to the panel', async () => {
  const chart = {
    kind: 'visit',
    id: 71,
    patient_id: 111,
    patient_name: 'Ines Roth',
    member_name: null,
    what: 'Botox',
    since: '2026-11-18T19:30:00Z',
  } as const;
  const store = await open({ ...nothing, unfinished: { total: 1, charts: [chart] } });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /^No chart needed: Ines Roth/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'No chart needed' }));
  poll(store, nothing);
  await screen.findByText('Nothing waits for you.');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await vi.waitFor(() =>
    expect(document.activeElement).toHaveTextContent(/^Nothing waits for you\.$/),
  );
});
