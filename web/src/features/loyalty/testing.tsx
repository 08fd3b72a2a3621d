import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, vi } from 'vitest';
import type { LoyaltyBalance, LoyaltyRule, Session } from '@/api/generated';
import { Component as LoyaltyPage } from '@/features/loyalty/LoyaltyPage';
import { sessionWith } from '@/testing/plans';
import { renderSignedIn } from '@/testing/renderScreen';
import { server } from '@/testing/server';

export const amelia: LoyaltyBalance = {
  patient_id: 101,
  first_name: 'Amelia',
  last_name: 'Hart',
  points: 1250,
  is_archived: false,
};

export const sofia: LoyaltyBalance = {
  patient_id: 102,
  first_name: 'Sofia',
  last_name: 'Abbot',
  points: 0,
  is_archived: false,
};

export const refused = () =>
  HttpResponse.json({ error: 'Something broke.', code: 'internal' }, { status: 500 });

export const user = userEvent.setup();

export let kept: { rules: LoyaltyRule[]; sent: unknown[]; versions: (string | null)[] };

export let logged: ReturnType<typeof vi.spyOn>;

export function open(
  session: Session = sessionWith('loyalty.read', 'loyalty.write', 'loyalty.balance.read'),
) {
  server.use(http.get('*/api/auth/session', () => HttpResponse.json(session)));
  return renderSignedIn([
    { path: '/', element: <LoyaltyPage /> },
    { path: '*', element: 'elsewhere' },
  ]);
}

export const points = () => screen.getByLabelText('Points');

export const save = () => user.click(screen.getByRole('button', { name: 'Save rule' }));

export async function type(text: string) {
  await screen.findByRole('table', { name: 'Points by service' });
  await user.clear(points());
  await user.type(points(), text);
}

/** For each test: a clinic with one rule. */
export function withRules() {
  beforeEach(() => {
    logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    kept = { rules: [{ id: 1, service: 'Botox', points: 20, version: 3 }], sent: [], versions: [] };
    server.use(
      http.get('*/api/loyalty/rules', () => HttpResponse.json(kept.rules)),
      http.get('*/api/loyalty/balances', () => HttpResponse.json([sofia, amelia])),
      http.post('*/api/loyalty/rules', async ({ request }) => {
        const body = (await request.json()) as Pick<LoyaltyRule, 'service' | 'points'>;
        const before = kept.rules.find(({ service }) => service === body.service);
        kept.versions.push(request.headers.get('If-Match'));
        if (request.headers.get('If-Match') !== String(before?.version ?? 0))
          return HttpResponse.json(
            { error: 'Somebody else changed this.', code: 'stale' },
            { status: 412 },
          );
        kept.sent.push(body);
        const rule = {
          id: before?.id ?? kept.rules.length + 1,
          ...body,
          version: (before?.version ?? 0) + 1,
        };
        kept.rules = [...kept.rules.filter(({ id }) => id !== rule.id), rule];
        return HttpResponse.json(rule, { status: 201 });
      }),
    );
  });
  afterEach(() => vi.restoreAllMocks());
}
