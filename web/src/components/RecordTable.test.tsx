import { ThemeProvider } from '@mui/material/styles';
import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
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
