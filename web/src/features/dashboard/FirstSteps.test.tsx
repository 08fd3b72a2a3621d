import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';

import type { FirstSteps as Steps } from '@/api/generated';
import { FirstSteps } from '@/features/dashboard/FirstSteps';
import { generatedApi } from '@/testing/generatedApi';
import { ownerSession } from '@/testing/records';
import { renderSignedIn } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const begun: Steps = {
  closed: false,
  hours: true,
  address: false,
  services: false,
  messages: false,
  team: false,
  clients: false,
  visit: false,
};

async function open(steps: Steps, modules: string[] = []) {
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json({ ...ownerSession, modules })),
    http.get('*/api/clinic/first-steps', () => HttpResponse.json(steps)),
  );
  return renderSignedIn({ path: '/', element: <FirstSteps /> });
}

test('what is done is ticked, and what is not leads to where it is done', async () => {
  await open(begun, ['services']);
  const rows = within(await screen.findByRole('list', { name: 'First steps' })).getAllByRole(
    'listitem',
  );
  expect(screen.getByText('1 of 7 done')).toBeVisible();
  expect(rows[0]).toHaveTextContent('Set your hours: done');
  expect(
    rows.slice(1).map((row) => {
      const link = within(row).getByRole('link');
      return [link.textContent, link.getAttribute('href')];
    }),
  ).toEqual([
    ['Enter the clinic’s address and phone', '/settings#good-faith-estimates'],
    ['Set your services and prices', '/services'],
    ['Switch messages on', '/messages'],
    ['Invite your team', '/team'],
    // Its module is off.
    ['Bring your clients', '/settings'],
    ['Book the first visit', '/appointments?new'],
  ]);
});

test('a list that is closed, or of which everything is done, is not shown', async () => {
  const all = Object.fromEntries(
    Object.keys(begun).map((step) => [step, step !== 'closed']),
  ) as unknown as Steps;
  for (const steps of [all, { ...begun, closed: true }]) {
    const { store } = await open(steps);
    const answer = generatedApi.endpoints.showFirstSteps.select();
    await waitFor(() => expect(answer(store.getState()).data).toEqual(steps));
    // Once its code is there, a list with something to do is drawn with the answer.
    await act(() => import('@/features/dashboard/FirstStepsList'));
    expect(screen.queryByText('First steps')).not.toBeInTheDocument();
  }
});

test('the list is closed for good, and stays where that fails', async () => {
  const closed = vi.fn();
  await open(begun);
  server.use(
    http.post('*/api/clinic/first-steps/close', () => new HttpResponse(null, { status: 500 })),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Close the list' }));
  expect(await screen.findByText('The list could not be closed. Please try again.')).toBeVisible();
  expect(screen.getByRole('list', { name: 'First steps' })).toBeVisible();
  server.use(
    http.post('*/api/clinic/first-steps/close', () => {
      closed();
      server.use(
        http.get('*/api/clinic/first-steps', () => HttpResponse.json({ ...begun, closed: true })),
      );
      return new HttpResponse(null, { status: 204 });
    }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Close the list' }));
  await waitFor(() => expect(screen.queryByText('First steps')).not.toBeInTheDocument());
  expect(closed).toHaveBeenCalledOnce();
});
