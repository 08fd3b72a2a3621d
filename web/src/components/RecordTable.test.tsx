import { ThemeProvider } from '@mui/material/styles';
import { render, screen, waitFor, within } from '@testing-library/react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';

import { RecordTable, type Column } from '@/components/RecordTable';
import { screenOfWidth } from '@/testing/screenOfWidth';
import { theme } from '@/theme/theme';

interface Lot { id: number; name: string; units: number }
const columns: Column<Lot>[] = [
  { key: 'name', header: 'Lot', render: ({ name }) => name },
  { key: 'units', header: 'Units', render: ({ units }) => units, align: 'right' },
];
const rows: Lot[] = [{ id: 1, name: 'C7654', units: 20 }, { id: 2, name: 'C7655', units: 8 }];
const listed = (lots: Lot[]) => <ThemeProvider theme={theme}><RecordTable caption="Lots" columns={columns} rows={lots} rowKey={({ id }) => id} /></ThemeProvider>;
const open = () => render(<MemoryRouter>{listed(rows)}</MemoryRouter>);

afterEach(() => vi.unstubAllGlobals());

test('at a desk it is a table whose rows are named by their first column', () => {
  open();
  const table = within(screen.getByRole('table', { name: 'Lots' }));
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Lot', 'Units']);
  expect(table.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['C7654', 'C7655']);
  expect(table.getByRole('cell', { name: '20' })).toBeVisible();
});

test('on a phone it is cards, each value under its label', () => {
  screenOfWidth(412);
  open();
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
  const cards = within(screen.getByRole('list', { name: 'Lots' })).getAllByRole('listitem');
  expect(cards.map(({ textContent }) => textContent)).toEqual(['C7654Units20', 'C7655Units8']);
});

test.each([
  ['a desk, on the way there', 1400, 1040, 'push', 20],
  ['a tablet, on the way there', 1180, 820, 'push', 16],
  ['a phone, on the way there', 412, 820, 'push', 9],
  ['a desk, on the way back, to the old place', 1400, 1040, 'back', 60],
] as const)('at %s, as many rows as it has room for are drawn at first, and all of them a moment later', async (_where, width, height, way, atFirst) => {
  screenOfWidth(width);
  vi.stubGlobal('innerHeight', height);
  const lots = Array.from({ length: 60 }, (_, at) => ({ id: at, name: `Lot ${at}`, units: 1 }));
  const router = createMemoryRouter([{ path: '/', element: null }, { path: '/lots', element: listed(lots) }], { initialEntries: ['/lots', '/'] });
  const place = document.createElement('div');
  const root = createRoot(place);
  flushSync(() => root.render(<RouterProvider router={router} useTransitions={false} />));
  const shown = () => place.querySelectorAll('tbody tr, ul > li').length;
  const seen: number[] = [];
  new MutationObserver(() => seen.push(shown())).observe(place, { childList: true, subtree: true });
  await (way === 'push' ? router.navigate('/lots') : router.navigate(-1));
  await waitFor(() => expect(shown()).toBe(60));
  expect(seen[0]).toBe(atFirst);
  root.unmount();
});
