import { cleanup, render, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { Provider } from 'react-redux';
import { createMemoryRouter, Link, RouterProvider, useParams } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { maxAgeSeconds } from '@/api/baseApi';
import { useShowPatientQuery, type Session } from '@/api/generated';
import { prefetchLoader } from '@/api/prefetchLoader';
import { store } from '@/api/store';
import { generatedApi } from '@/testing/generatedApi';
import { amelia, ownerSession, staffSession } from '@/testing/records';
import { server } from '@/testing/server';

const { showPatient } = generatedApi.endpoints;
const queries: Parameters<typeof prefetchLoader>[0] = ({ mayLimited, params }) => [
  mayLimited('patient.read') &&
    showPatient.initiate(Number(params['id']), { forceRefetch: maxAgeSeconds }),
];
const loader = prefetchLoader(queries);
/** Waits as long as a busy machine needs to answer. */
const slowLoader = prefetchLoader(queries, [], 60_000);

function Record() {
  const { data } = useShowPatientQuery(Number(useParams()['id']), {
    refetchOnMountOrArgChange: maxAgeSeconds,
  });
  return <h1>{data ? data.last_name : 'Loading'}</h1>;
}

let requested: string[];
let headings: string[];
let answered: Promise<void>;
let name: string;

beforeEach(() => {
  [requested, headings, answered, name] = [[], [], Promise.resolve(), amelia.last_name];
  server.use(
    http.get('*/api/patients/:id', async ({ request }) => {
      requested.push(new URL(request.url).pathname);
      await answered;
      return HttpResponse.json({ ...amelia, last_name: name });
    }),
  );
});

const signIn = (session: Session) =>
  store.dispatch(generatedApi.util.upsertQueryData('showSession', undefined, session));

let look: MutationObserver | undefined;
// Otherwise the observer would still run while the document is removed.
afterEach(() => look?.disconnect());

/** Opens the record of a patient that no other test uses, because the app has one store. */
function go(id: number, by = slowLoader) {
  const router = createMemoryRouter([
    {
      path: '/',
      element: (
        <>
          <h1>Clients</h1>
          <Link to={`/patients/${id}`}>Record</Link>
        </>
      ),
    },
    { path: '/patients/:id', loader: by, Component: Record },
  ]);
  render(
    <Provider store={store}>
      <RouterProvider router={router} useTransitions={false} />
    </Provider>,
  );
  look = new MutationObserver(() => headings.push(document.querySelector('h1')?.textContent ?? ''));
  look.observe(document.body, { childList: true, characterData: true, subtree: true });
  screen.getByRole('link').click();
}

const load = (id: string) =>
  loader({
    request: new Request(window.location.href),
    params: { id },
    context: {},
  } as unknown as Parameters<typeof loader>[0]);

test('nothing is fetched before the session is loaded', async () => {
  expect(await load('1')).toBeNull();
  expect(requested).toEqual([]);
});

test("the page's queries are sent once, by its loader, and the page is drawn with their answers", async () => {
  await signIn(ownerSession);
  go(2);
  expect(await screen.findByRole('heading', { name: amelia.last_name })).toBeVisible();
  expect(headings).not.toContain('Loading');
  expect(requested).toEqual(['/api/patients/2']);
});

test('a page does not wait long for an answer', async () => {
  answered = new Promise(() => {});
  await signIn(ownerSession);
  go(3, loader);
  expect(await screen.findByRole('heading', { name: 'Loading' })).toBeVisible();
  expect(requested).toEqual(['/api/patients/3']);
});

test('cached data is shown at once, and refreshed', async () => {
  await signIn(ownerSession);
  go(5);
  expect(await screen.findByRole('heading', { name: amelia.last_name })).toBeVisible();
  cleanup();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + maxAgeSeconds * 1000 });
  let answer = () => {};
  [name, headings, answered] = [
    'Hart-Abbot',
    [],
    new Promise((resolve) => (answer = () => resolve())),
  ];
  go(5);
  expect(await screen.findByRole('heading', { name: amelia.last_name })).toBeVisible();
  answer();
  expect(await screen.findByRole('heading', { name })).toBeVisible();
  vi.useRealTimers();
  expect(headings).not.toContain('Loading');
  expect(requested).toEqual(['/api/patients/5', '/api/patients/5']);
});

test('no query is sent that the role may not read', async () => {
  await signIn({ ...staffSession, permissions: [], limited_permissions: [] });
  await load('4');
  expect(requested).toEqual([]);
});
