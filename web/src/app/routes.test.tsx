import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { routes } from '@/app/routes';
import { renderScreen } from '@/testing/renderScreen';

test.each([
  ['/loyalty', 'Loyalty Program'],
  ['/appointments', 'Appointments'],
  ['/gfe-templates', 'Clinical Records'],
  ['/subscriptions', 'Subscriptions'],
  ['/pricing', 'Pricing Plans'],
])('%s says honestly that it is not there yet', async (url, title) => {
  renderScreen(routes, url);
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(screen.getByText('This screen is not part of this release yet.')).toBeVisible();
  expect(document.title).toBe(`${title} · Celadon`);
});

test('an address that leads nowhere says so', async () => {
  renderScreen(routes, '/no/such/page');
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to the dashboard' })).toHaveAttribute('href', '/');
});
