import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';

import type { CurrentPlan, Session } from '@/api/generated';
import { PlanBanner } from '@/features/billing/PlanBanner';
import { noPlan, sessionWith } from '@/testing/plans';
import { ownerSession, staffSession } from '@/testing/records';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const over: CurrentPlan = {
  ...noPlan,
  plan: 'basic',
  status: 'Active',
  notice: 'Your plan includes 1 seat; there are 3.',
};
const ended: CurrentPlan = {
  ...over,
  access: 'read_only',
  enforcement: 'enforce',
  status: 'Canceled',
  notice: 'The subscription has ended.',
};

function open(plan: CurrentPlan, session: Session, url = '/') {
  server.use(http.get('*/api/auth/session', () => HttpResponse.json(session)));
  return renderScreen({ path: '*', element: <PlanBanner plan={plan} /> }, url);
}
const putAway = 'Put this notice away';

test('a warning links to the plans, and can be dismissed', async () => {
  open(over, sessionWith('billing.checkout'));
  expect(await screen.findByText(over.notice ?? '')).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Compare plans' })).toHaveAttribute(
    'href',
    '/pricing',
  );
  await userEvent.click(screen.getByRole('button', { name: putAway }));
  expect(screen.queryByText(over.notice ?? '')).not.toBeInTheDocument();
});

test('a limit that blocks work cannot be dismissed, and links to the subscription', async () => {
  open(ended, sessionWith('billing.checkout'));
  expect(
    await screen.findByText(/^The subscription has ended\. Everything can still be read/),
  ).toBeVisible();
  expect(await screen.findByRole('link', { name: 'See the subscription' })).toHaveAttribute(
    'href',
    '/subscriptions',
  );
  expect(screen.queryByRole('button', { name: putAway })).not.toBeInTheDocument();
});

test('has no link for those who do not choose the plan, or on the page itself', async () => {
  const { unmount, store } = open(over, staffSession);
  await expect.poll(() => JSON.stringify(store.getState())).toContain('Sam');
  expect(screen.getByText(over.notice ?? '')).toBeVisible();
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
  unmount();
  const there = open(over, sessionWith('billing.checkout'), '/pricing');
  await expect.poll(() => JSON.stringify(there.store.getState())).toContain('billing.checkout');
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});

test('a full plan is shown to those who add to the team or choose the plan, and to nobody else', async () => {
  const full: CurrentPlan = {
    ...noPlan,
    plan: 'basic',
    status: 'Active',
    seats: { used: 1, limit: 1, full: true },
  };
  const words = 'The one seat of your plan is taken.';
  for (const session of [
    ownerSession,
    { ...staffSession, limited_permissions: ['team.write'] },
    { ...staffSession, permissions: ['billing.checkout'] },
  ]) {
    const { unmount } = open(full, session, '/team');
    expect(await screen.findByText(words)).toBeVisible();
    unmount();
  }
  const { store } = open(full, staffSession, '/team');
  await expect.poll(() => JSON.stringify(store.getState())).toContain('Sam');
  expect(screen.queryByText(words)).not.toBeInTheDocument();
});
