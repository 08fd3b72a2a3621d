import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';

import { routes } from '@/app/routes';
import { plans } from '@/testing/plans';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

test.each([
  ['/loyalty', 'Loyalty Program'],
  ['/subscriptions', 'Subscriptions'],
  ['/pricing', 'Pricing Plans'],
  ['/payment/success?plan=plus&session_id=cs_test_a1b2c3', 'Payment confirmation'],
])('%s is the screen of that name', async (url, title) => {
  server.use(http.get('*/api/subscriptions/plans', () => HttpResponse.json(plans)));
  renderScreen(routes, url);
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(document.title).toBe(`${title} · Celadon`);
});

test('an unknown address has the Not found page', async () => {
  renderScreen(routes, '/no/such/page');
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to the dashboard' })).toHaveAttribute('href', '/');
});
