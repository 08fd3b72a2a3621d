import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, expect, test, vi } from 'vitest';

import { PosterButton } from '@/features/estimates/settings/PosterButton';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const path = '*/api/gfe-estimate/notice';
const file = '/api/gfe-estimate/notice/file';

afterEach(() => vi.restoreAllMocks());

/** The answers about the poster after it was asked for, one after the other; the last one again and again. */
function becomes(...states: string[]) {
  let count = 0;
  server.use(
    http.post(path, () => HttpResponse.json({ state: 'waiting' }, { status: 201 })),
    http.get(path, () =>
      HttpResponse.json({ state: states[Math.min(count++, states.length - 1)] }),
    ),
  );
}

async function press() {
  renderScreen({ path: '/', element: <PosterButton /> });
  await userEvent.click(await screen.findByRole('button', { name: 'Poster for the office' }));
}

test('the poster is asked for, waited for, and opened in a new tab', async () => {
  becomes('waiting', 'ready');
  const open = vi.spyOn(window, 'open').mockReturnValue(window);
  await press();
  await waitFor(() => expect(open).toHaveBeenCalledExactlyOnceWith(file, '_blank'));
  expect(await screen.findByRole('button', { name: 'Poster for the office' })).toBeEnabled();
});

test('where the browser opens no tab, a link opens the poster', async () => {
  becomes('ready');
  vi.spyOn(window, 'open').mockReturnValue(null);
  await press();
  expect(await screen.findByRole('link', { name: 'Open the poster' })).toHaveAttribute(
    'href',
    file,
  );
});

test('a poster that was not made says so', async () => {
  becomes('failed');
  const open = vi.spyOn(window, 'open').mockReturnValue(window);
  await press();
  expect(await screen.findByText(/The poster was not made\./)).toBeVisible();
  expect(open).not.toHaveBeenCalled();
});
