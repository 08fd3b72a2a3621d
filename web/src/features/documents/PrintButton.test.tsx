import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { PrintedDocument } from '@/api/generated';
import { PrintButton } from '@/features/documents/PrintButton';
import { refusal } from '@/testing/openRecord';
import { sessionWith } from '@/testing/plans';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const waiting: PrintedDocument = {
  id: 31,
  kind: 'exam',
  state: 'waiting',
  problem: null,
  requested_at: '2026-02-01T15:00:00Z',
  expires_at: '2026-02-01T16:00:00Z',
};

afterEach(() => vi.restoreAllMocks());

let requested: unknown[];

beforeEach(() => {
  requested = [];
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json(sessionWith('document.print'))),
    http.post('*/api/documents', async ({ request }) => {
      requested.push(await request.json());
      return HttpResponse.json(waiting, { status: 201 });
    }),
  );
});

/** The answers about the document, one after the other; the last one again and again. */
function becomes(...states: Partial<PrintedDocument>[]) {
  let count = 0;
  server.use(
    http.get('*/api/documents/31', () =>
      HttpResponse.json({ ...waiting, ...states[Math.min(count++, states.length - 1)] }),
    ),
  );
}

async function press() {
  renderScreen({ path: '/', element: <PrintButton kind="exam" id={90} what="the last exam" /> });
  await userEvent.click(await screen.findByRole('button', { name: 'Print PDF: the last exam' }));
}

test('a record is asked for, waited for, and opened in a new tab', async () => {
  becomes({}, { state: 'ready' });
  const open = vi.spyOn(window, 'open').mockReturnValue(window);
  await press();
  await waitFor(() =>
    expect(open).toHaveBeenCalledExactlyOnceWith('/api/documents/31/file', '_blank'),
  );
  expect(requested).toEqual([{ kind: 'exam', id: 90 }]);
  expect(await screen.findByRole('button', { name: 'Print PDF: the last exam' })).toBeEnabled();
});

test('a browser that opens no tab is given a link instead', async () => {
  becomes({ state: 'ready' });
  vi.spyOn(window, 'open').mockReturnValue(null);
  await press();
  const link = await screen.findByRole('link', { name: 'Open the PDF: the last exam' });
  expect(link).toHaveAttribute('href', '/api/documents/31/file');
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveFocus();
});

test('a document that was not made says why, and can be asked for again', async () => {
  becomes({ state: 'failed', problem: 'This took too long to set as a PDF.' });
  const open = vi.spyOn(window, 'open').mockReturnValue(window);
  await press();
  expect(await screen.findByText('Not printed. This took too long to set as a PDF.')).toBeVisible();
  expect(open).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: 'Print PDF: the last exam' })).toBeEnabled();
});

test('printing that is not ready says so', async () => {
  server.use(
    http.post('*/api/documents', () =>
      refusal(
        503,
        'printing_not_ready',
        'Printing is not ready yet. Please try again in a few minutes.',
      ),
    ),
  );
  await press();
  expect(
    await screen.findByText(
      'Not printed. Printing is not ready yet. Please try again in a few minutes.',
    ),
  ).toBeVisible();
});

test('who may not print is shown no button', async () => {
  server.use(http.get('*/api/auth/session', () => HttpResponse.json(sessionWith())));
  renderScreen({
    path: '/',
    element: (
      <>
        <PrintButton kind="exam" id={90} what="the last exam" />
        <p>The exam</p>
      </>
    ),
  });
  expect(await screen.findByText('The exam')).toBeVisible();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
