import { act, render, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { PortalCopy } from '@/api/generated';
import { SignedCopy } from '@/features/portal/SignedCopy';
import { server } from '@/testing/server';

const waiting: PortalCopy = { is_ready: false, bytes: null, until: '2026-01-13T17:00:00Z' };
let requested: number;
let answer: () => Response;

beforeEach(() => {
  requested = 0;
  answer = () => HttpResponse.json(waiting);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  server.use(
    http.get('*/api/portal/consent/secret/copy', () => {
      requested += 1;
      return answer();
    }),
  );
});

afterEach(() => vi.useRealTimers());

const open = () => render(<SignedCopy token="secret" zone="America/Los_Angeles" />);
const later = () => act(() => vi.advanceTimersByTimeAsync(3_100));

test('the copy is being made, and then the page shows it by itself', async () => {
  open();
  expect(screen.getByRole('status')).toHaveTextContent(
    'Your copy is being made. It appears here in a moment.',
  );
  await vi.waitFor(() => expect(requested).toBe(1));
  answer = () => HttpResponse.json({ ...waiting, is_ready: true, bytes: 84_321 });
  await later();
  const link = await screen.findByRole('link', { name: 'Download my copy' });
  expect(link).toHaveAttribute('href', '/api/portal/consent/secret/copy/file');
  expect(
    screen.getByText(/^PDF, 84 kB\. .*until January 13, 2026 at 9:00\sAM PST\.$/),
  ).toBeVisible();
  await later();
  expect(requested).toBe(2);
});

test('a lost connection is requested again, and a link that is over offers nothing', async () => {
  answer = () => HttpResponse.error();
  const { container } = open();
  await vi.waitFor(() => expect(requested).toBe(1));
  expect(screen.getByText(/being made/)).toBeVisible();
  answer = () => HttpResponse.json({ error: 'No.', code: 'link_invalid' }, { status: 404 });
  await later();
  await vi.waitFor(() => expect(container).toBeEmptyDOMElement());
  await later();
  expect(requested).toBe(2);
});
