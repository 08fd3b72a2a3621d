import { ThemeProvider } from '@mui/material/styles';
import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';

import { RecordTable, type Column } from '@/components/RecordTable';
import { screenOfWidth } from '@/testing/screenOfWidth';
import { theme } from '@/theme/theme';

interface Lot {
  id: number;
  name: string;
  units: number;
}
const columns: Column<Lot>[] = [
  { key: 'name', header: 'Lot', render: ({ name }) => name },
  { key: 'units', header: 'Units', render: ({ units }) => units, align: 'right' },
];
const rows: Lot[] = [
  { id: 1, name: 'C7654', units: 20 },
  { id: 2, name: 'C7655', units: 8 },
];
const listed = (lots: Lot[]) => (
  <ThemeProvider theme={theme}>
    <RecordTable caption="Lots" columns={columns} rows={lots} rowKey={({ id }) => id} />
  </ThemeProvider>
);
const open = () => render(<MemoryRouter>{listed(rows)}</MemoryRouter>);

afterEach(() => vi.unstubAllGlobals());

test('at a desk it is a table whose rows are named by their first column', () => {
  open();
  const table = within(screen.getByRole('table', { name: 'Lots' }));
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Lot',
    'Units',
  ]);
  expect(table.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'C7654',
    'C7655',
  ]);
  expect(table.getByRole('cell', { name: '20' })).toBeVisible();
});

test('on a phone it is cards, each value under its label', () => {
  screenOfWidth(412);
  open();
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
  const cards = within(screen.getByRole('list', { name: 'Lots' })).getAllByRole('listitem');
  expect(cards.map(({ textContent }) => textContent)).toEqual(['C7654Units20', 'C7655Units8']);
});

const sharing: Column<Lot>[] = [
  ...columns,
  {
    key: 'expiry',
    under: 'name',
    header: 'Expiry',
    nowrap: true,
    render: ({ id }) => `May ${id}`,
  },
];
const shared = (shown: Column<Lot>[]) => (
  <ThemeProvider theme={theme}>
    <RecordTable caption="Lots" columns={shown} rows={rows} rowKey={({ id }) => id} />
  </ThemeProvider>
);
const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);

test.each([820, 1024])('at a width of %i two facts share a column and its header', (width) => {
  screenOfWidth(width);
  render(shared(sharing));
  expect(headers()).toEqual(['Lot, expiry', 'Units']);
  const name = screen.getByRole('rowheader', { name: 'C7655 May 2' });
  expect(within(name).getByText('C7655')).not.toHaveStyle({ whiteSpace: 'nowrap' });
  expect(within(name).getByText('May 2')).toHaveStyle({ whiteSpace: 'nowrap' });
  expect(screen.getByRole('cell', { name: '8' })).toHaveStyle({ textAlign: 'right' });
});

test('at a width of 1180 each fact has its own column', () => {
  screenOfWidth(1180);
  render(shared(sharing));
  expect(headers()).toEqual(['Lot', 'Units', 'Expiry']);
});

test('on a phone each of two such facts is under its own label', () => {
  screenOfWidth(412);
  render(shared(sharing));
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'C7654Units20ExpiryMay 1',
    'C7655Units8ExpiryMay 2',
  ]);
});

test('a fact stands alone if the column that it belongs under is absent', () => {
  screenOfWidth(820);
  render(shared(sharing.slice(1)));
  expect(headers()).toEqual(['Units', 'Expiry']);
});

test('a fact under one that is itself under another is the third of that column', () => {
  screenOfWidth(820);
  render(shared([...sharing, { key: 'doses', under: 'expiry', header: 'Doses', render: () => 1 }]));
  expect(headers()).toEqual(['Lot, expiry, doses', 'Units']);
  expect(screen.getByRole('rowheader', { name: 'C7655 May 2 1' })).toBeVisible();
});

test('a fact under another is aligned as that one', () => {
  screenOfWidth(820);
  render(
    shared([
      ...columns,
      { key: 'cost', under: 'name', header: 'Cost', align: 'right', render: ({ id }) => `$${id}` },
    ]),
  );
  expect(screen.getByText('$2')).not.toHaveStyle({ textAlign: 'right' });
});

test('a row whose facts share a column is not drawn again while nothing of it changes', () => {
  screenOfWidth(820);
  const drawn = vi.fn<Column<Lot>['render']>(() => 'May');
  const counted: Column<Lot>[] = [
    ...columns,
    { key: 'expiry', under: 'name', header: 'Expiry', render: drawn },
  ];
  const { rerender } = render(shared(counted));
  expect(drawn).toHaveBeenCalledTimes(rows.length);
  rerender(shared(counted));
  expect(drawn).toHaveBeenCalledTimes(rows.length);
});

test.each([1000, 400])('a press anywhere on a row opens it, at a width of %i', async (width) => {
  screenOfWidth(width);
  const opened: number[] = [];
  const link: Column<Lot> = { key: 'more', header: 'More', render: () => <a href="#more">More</a> };
  const onOpen = ({ id }: Lot) => void opened.push(id);
  render(
    <MemoryRouter>
      <ThemeProvider theme={theme}>
        <RecordTable
          caption="Lots"
          columns={[...columns, link]}
          rows={rows}
          rowKey={({ id }) => id}
          onOpen={onOpen}
        />
      </ThemeProvider>
    </MemoryRouter>,
  );
  await userEvent.click(screen.getByText('C7655'));
  expect(opened).toEqual([2]);
  // What takes the press itself keeps it.
  await userEvent.click(screen.getAllByRole('link', { name: 'More' })[0] as HTMLElement);
  expect(opened).toEqual([2]);
  // So does the end of selecting a text.
  const selection = vi.spyOn(window, 'getSelection');
  selection.mockReturnValue({ toString: () => 'C7654' } as Selection);
  fireEvent.click(screen.getByText('C7654'));
  expect(opened).toEqual([2]);
});
