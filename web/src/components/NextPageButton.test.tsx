import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';

import { baseApi } from '@/api/baseApi';
import { useListPatientNotesInfiniteQuery, type PatientNote } from '@/api/generated';
import { NextPageButton } from '@/components/NextPageButton';
import { linkHeader } from '@/testing/linkHeader';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

function Notes() {
  const [patientId, setPatientId] = useState(7);
  const query = useListPatientNotesInfiniteQuery({ id: patientId });
  return (
    <>
      <p role="status">
        {query.data?.pages.flatMap(({ rows }) => rows.map(({ body }) => body)).join(', ') ??
          'Loading'}
      </p>
      <NextPageButton query={query}>Show more notes</NextPageButton>
      <button onClick={() => setPatientId(8)}>Next patient</button>
    </>
  );
}

const named = (body: string) => ({ body }) as PatientNote;

/** Two pages, and a refresh of the first that has no answer until `answer` is called. */
async function openAmidRefresh({ isLast = false } = {}) {
  const pages: string[] = [];
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  server.use(
    http.get('*/api/patients/7/notes', async ({ request }) => {
      const after = new URL(request.url).searchParams.get('after');
      pages.push(after ?? 'first');
      if (after) return HttpResponse.json([named('older')]);
      const isRefresh = pages.length > 1;
      if (isRefresh) await held;
      return HttpResponse.json([named(isRefresh ? 'newer' : 'new')], {
        headers: linkHeader('/api/patients/7/notes', isRefresh && isLast ? undefined : 9),
      });
    }),
  );
  const { store } = renderScreen({ path: '/', element: <Notes /> });
  await screen.findByText('new');
  act(() => void store.dispatch(baseApi.util.invalidateTags(['patients'])));
  await expect.poll(() => pages).toEqual(['first', 'first']);
  return { pages, answer: () => act(answer) };
}

const button = () => screen.getByRole('button', { name: 'Show more notes' });
const noButton = () =>
  expect(screen.queryByRole('button', { name: 'Show more notes' })).not.toBeInTheDocument();

test('a press while the list is being refreshed shows the next page after that', async () => {
  const { pages, answer } = await openAmidRefresh();
  await userEvent.click(button());
  expect(button()).toBeDisabled();
  answer();
  expect(await screen.findByText('newer, older')).toBeVisible();
  expect(pages).toEqual(['first', 'first', '9']);
  noButton();
});

test('a refresh that nobody pressed during shows no further page, and a press after it does', async () => {
  const { pages, answer } = await openAmidRefresh();
  answer();
  expect(await screen.findByText('newer')).toBeVisible();
  expect(pages).toEqual(['first', 'first']);
  await userEvent.click(button());
  expect(await screen.findByText('newer, older')).toBeVisible();
});

test('a press is forgotten where the refreshed list has no further page', async () => {
  const { pages, answer } = await openAmidRefresh({ isLast: true });
  await userEvent.click(button());
  answer();
  expect(await screen.findByText('newer')).toBeVisible();
  noButton();
  expect(pages).toEqual(['first', 'first']);
});

test('a press is forgotten once another list is shown', async () => {
  const { pages, answer } = await openAmidRefresh();
  const others: (string | null)[] = [];
  server.use(
    http.get('*/api/patients/8/notes', ({ request }) => {
      others.push(new URL(request.url).searchParams.get('after'));
      return HttpResponse.json([named('of another')], {
        headers: linkHeader('/api/patients/8/notes', 9),
      });
    }),
  );
  await userEvent.click(button());
  await userEvent.click(screen.getByRole('button', { name: 'Next patient' }));
  expect(await screen.findByText('of another')).toBeVisible();
  answer();
  await vi.waitFor(() => expect(button()).toBeEnabled());
  expect(others).toEqual([null]);
  expect(pages).toEqual(['first', 'first']);
});
