import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delay, http, HttpResponse } from 'msw';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';

import type { FoundPatient, Session } from '@/api/generated';
import { useShowSessionQuery } from '@/api/generated';
import type { Place } from '@/features/search/matchPlaces';
import { SearchDialog } from '@/features/search/SearchDialog';
import { ownerSession, staffSession } from '@/testing/records';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const zoe: FoundPatient = {
  id: 7,
  first_name: 'Zoë',
  last_name: 'Núñez',
  preferred_name: 'Ziggy',
  birth_date: '1985-03-14',
  phone: '+15550101234',
  is_archived: false,
};
const anna: FoundPatient = {
  id: 8,
  first_name: 'Anna',
  last_name: 'Hart',
  preferred_name: null,
  birth_date: null,
  phone: null,
  is_archived: true,
};
const places: Place[] = [
  { to: '/patients?new', label: 'Add patient', icon: null, isAction: true },
  { to: '/team', label: 'Team', icon: null },
  { to: '/pricing', label: 'Pricing Plans', icon: null },
];

interface Given {
  session?: Session;
  recent?: FoundPatient[];
  found?: Record<string, FoundPatient[]>;
}

/** Opens the search over a page; returns what was searched for, in order. */
function open({ session = ownerSession, recent = [], found = {} }: Given = {}) {
  const searched: string[] = [];
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json(session)),
    http.get('*/api/search', ({ request }) => {
      const text = new URL(request.url).searchParams.get('q') ?? '';
      searched.push(text);
      return HttpResponse.json({ patients: text ? (found[text] ?? []) : recent });
    }),
  );
  function Page() {
    const [shown, setShown] = useState(true);
    // As in the app, the session is there before the search.
    return useShowSessionQuery().data && shown ? (
      <SearchDialog places={places} onClose={() => setShown(false)} />
    ) : (
      <h1>Page</h1>
    );
  }
  const view = renderScreen([
    { path: '/', element: <Page /> },
    { path: '*', element: <h1>Elsewhere</h1> },
  ]);
  return { ...view, searched };
}

/** A promise, and what fulfils it. */
function gate(): [Promise<void>, () => void] {
  let fulfil = () => {};
  const promise = new Promise<void>((resolve) => {
    fulfil = resolve;
  });
  return [promise, fulfil];
}

const line = () => screen.findByRole('combobox', { name: 'Search patients, screens and actions' });
const groups = () =>
  screen.getAllByRole('group').map((group) => [
    document.getElementById(group.getAttribute('aria-labelledby') ?? '')?.textContent,
    within(group)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ]);
const activeOption = async () =>
  document.getElementById((await line()).getAttribute('aria-activedescendant') ?? '')?.textContent;

test('before anything is typed it has the patients seen last, then the screens', async () => {
  const { searched } = open({ recent: [zoe, anna] });
  expect(await line()).toHaveFocus();
  expect(screen.getByRole('dialog', { name: 'Search' })).toBeVisible();
  await screen.findByRole('option', { name: /Zoë/ });
  expect(groups()).toEqual([
    ['Recent', ['Zoë “Ziggy” NúñezBorn Mar 14, 1985 · (555) 010-1234', 'Anna HartArchived']],
    ['Go to', ['Team', 'Pricing Plans']],
  ]);
  expect(screen.getByText('2 recent patients, 2 places to go')).toHaveAttribute('role', 'status');
  expect(searched).toEqual(['']);
});

test('while the recent patients are loading it says so, and the screens are there', async () => {
  open();
  server.use(http.get('*/api/search', () => delay('infinite')));
  expect(await screen.findByRole('group', { name: 'Loading the patients' })).toBeVisible();
  expect(screen.getByRole('option', { name: 'Team' })).toBeVisible();
});

test('what is typed finds patients by one call, then actions and screens by their words', async () => {
  const { searched } = open({ recent: [zoe], found: { add: [anna] } });
  await userEvent.type(await line(), 'add');
  await screen.findByRole('option', { name: /Anna/ });
  expect(groups()).toEqual([
    ['Patients', ['Anna HartArchived']],
    ['Go to', ['Add patient']],
  ]);
  expect(screen.getByText('1 patient, 1 place to go')).toHaveAttribute('role', 'status');
  expect([searched[0], searched.at(-1)]).toEqual(['', 'add']);
});

test('the former answer stays, dimmed, until the next is there', async () => {
  open({ recent: [zoe] });
  await screen.findByRole('option', { name: /Zoë/ });
  const [requested, ask] = gate();
  const [answered, answer] = gate();
  server.use(
    http.get('*/api/search', async () => {
      ask();
      await answered;
      return HttpResponse.json({ patients: [anna] });
    }),
  );
  await userEvent.type(await line(), 'anna');
  const former = screen.getByRole('option', { name: /Zoë/ });
  expect(former).toBeVisible();
  expect(screen.getByRole('listbox').parentElement).toHaveAttribute('aria-busy', 'true');
  expect(screen.getByText('Recent')).toBeVisible();
  await requested;
  expect(former).toBeVisible();
  answer();
  await screen.findByRole('option', { name: /Anna/ });
  expect(former).not.toBeInTheDocument();
  expect(screen.getByRole('listbox').parentElement).toHaveAttribute('aria-busy', 'false');
});

test('arrows, Home and End move the mark, and Enter opens the record', async () => {
  const { router } = open({ recent: [zoe, anna] });
  await screen.findByRole('option', { name: /Zoë/ });
  expect(await activeOption()).toContain('Zoë');
  for (const [key, text] of [
    ['ArrowDown', 'Anna'],
    ['ArrowDown', 'Team'],
    ['End', 'Pricing'],
    ['ArrowDown', 'Zoë'],
    ['ArrowUp', 'Pricing'],
    ['Home', 'Zoë'],
    ['ArrowDown', 'Anna'],
  ] as const) {
    await userEvent.keyboard(`{${key}}`);
    expect(await activeOption()).toContain(text);
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent(text);
  }
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('heading', { name: 'Elsewhere' });
  expect(router.state.location.pathname).toBe('/patients/8');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('Enter before the answer opens what it finds, and nothing of an earlier text', async () => {
  const { router } = open({ recent: [zoe], found: { anna: [anna] } });
  await screen.findByRole('option', { name: /Zoë/ });
  await userEvent.type(await line(), 'anna{Enter}');
  await screen.findByRole('heading', { name: 'Elsewhere' });
  expect(router.state.location.pathname).toBe('/patients/8');
});

test('a press on a result opens it', async () => {
  const { router } = open();
  await userEvent.click(await screen.findByRole('option', { name: 'Team' }));
  await screen.findByRole('heading', { name: 'Elsewhere' });
  expect(router.state.location.pathname).toBe('/team');
});

test.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['the button', () => userEvent.click(screen.getByRole('button', { name: 'Close the search' }))],
])('%s closes it', async (_way, close) => {
  open();
  await line();
  await close();
  expect(await screen.findByRole('heading', { name: 'Page' })).toBeVisible();
});

test('where nothing is found it says so', async () => {
  open();
  await userEvent.type(await line(), 'xyz');
  expect(await screen.findByText('Nothing found for “xyz”')).toBeVisible();
  expect(screen.getByText('No results')).toHaveAttribute('role', 'status');
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  expect(await line()).toHaveAttribute('aria-expanded', 'false');
});

test('patients that could not be searched can be searched again, and the screens are there', async () => {
  const silent = vi.spyOn(console, 'error').mockImplementation(() => {});
  open({ found: { te: [anna] } });
  server.use(
    http.get(
      '*/api/search',
      () => HttpResponse.json({ error: 'Too long', code: 'invalid' }, { status: 422 }),
      { once: true },
    ),
  );
  expect(await screen.findByText('Patients could not be searched.')).toBeVisible();
  expect(screen.getByRole('option', { name: 'Team' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() =>
    expect(screen.queryByText('Patients could not be searched.')).not.toBeInTheDocument(),
  );
  silent.mockRestore();
});

test('a role with limited access sees names alone', async () => {
  open({ session: staffSession, recent: [{ ...zoe, birth_date: null, phone: null }] });
  expect(await screen.findByRole('option', { name: 'Zoë “Ziggy” Núñez' })).toBeVisible();
});

test('a role that may not list patients finds screens, and no patient is asked for', async () => {
  const { searched } = open({ session: { ...staffSession, limited_permissions: [] } });
  await userEvent.type(await line(), 'team');
  await waitFor(() => expect(groups()).toEqual([['Go to', ['Team']]]));
  expect(searched).toEqual([]);
  expect(screen.queryByText('Recent')).not.toBeInTheDocument();
});
