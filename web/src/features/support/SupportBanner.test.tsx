import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import type { ReactElement } from 'react';
import { expect, test } from 'vitest';

import type { Session, SupportAccess } from '@/api/generated';
import { ReadOnlyBanner, SupportBanner } from '@/features/support/SupportBanner';
import { ownerSession, staffSession } from '@/testing/records';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const access: SupportAccess = {
  id: 3,
  operator: 'Ana of Celadon',
  reason: 'The owner asked us why lists are empty',
  granted_at: '2026-03-01T14:00:00Z',
  ends_at: '2026-03-01T15:00:00Z',
  opened_at: null,
  ended_at: null,
  holds: true,
};

function open(session: Session, element: ReactElement) {
  server.use(http.get('*/api/auth/session', () => HttpResponse.json(session)));
  return renderScreen({ path: '*', element }, '/');
}

test('says who looks, why and until when, and whoever may ends it', async () => {
  let ended = 0;
  server.use(
    http.delete('*/api/clinic/support-access/3', () => {
      ended += 1;
      return ended === 1
        ? HttpResponse.json({ error: 'The service is busy.', code: 'unavailable' }, { status: 503 })
        : new HttpResponse(null, { status: 204 });
    }),
  );
  open(
    { ...ownerSession, permissions: ['audit.read', 'clinic.settings.write'] },
    <SupportBanner leave={[access]} />,
  );
  expect(
    await screen.findByText(/Ana of Celadon.*Reason: The owner asked us why lists are empty/),
  ).toBeVisible();
  const end = await screen.findByRole('button', { name: 'End it now' });
  await userEvent.click(end);
  expect(await screen.findByRole('alert')).toHaveTextContent('The service is busy.');
  await userEvent.click(end);
  await expect.poll(() => ended).toBe(2);
});

test('nobody is offered what they may not do', async () => {
  const { store } = open(
    { ...staffSession, permissions: ['audit.read'] },
    <SupportBanner leave={[access]} />,
  );
  await expect.poll(() => JSON.stringify(store.getState())).toContain('Sam');
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('support staff see that nothing can be changed', async () => {
  open(
    { ...ownerSession, support: { operator: 'Ana of Celadon', ends_at: '2026-03-01T15:00:00Z' } },
    <ReadOnlyBanner />,
  );
  expect(await screen.findByText(/Nothing can be changed/)).toBeVisible();
});
