import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';

import { RightToEstimateNotice } from '@/features/portal/RightToEstimateNotice';
import { server } from '@/testing/server';

test('the notice is fetched when it is opened, and again after a failure', async () => {
  let requests = 0;
  server.use(
    http.get('*/api/right-to-estimate', () => {
      requests += 1;
      return requests === 1
        ? HttpResponse.error()
        : HttpResponse.json({
            clinic_name: 'Linden Aesthetics',
            text: 'You may ask.\n\nBefore you schedule.',
            phone: '(555) 010-1234',
          });
    }),
  );
  render(<RightToEstimateNotice />);
  expect(requests).toBe(0);
  await userEvent.click(screen.getByText(/^You have the right to a Good Faith Estimate/));
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Before you schedule.')).toBeVisible();
  expect(screen.getByText('Linden Aesthetics, (555) 010-1234')).toBeVisible();
});
