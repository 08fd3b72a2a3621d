import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { memo, type ReactNode } from 'react';

export interface Column<Row> {
  key: string;
  header: string;
  render(row: Row): ReactNode;
  align?: 'left' | 'right';
  /** Keeps a date, a number or a short link on one line. */
  nowrap?: boolean;
}

interface Props<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Names the table for those who do not see it. */
  caption: string;
}

interface RowProps<Row> {
  columns: readonly Column<Row>[];
  row: Row;
}

/**
 * Records as a table where there is room for one, and as labelled cards on a phone. The first column names the record.
 *
 * Plain cells under the rules of one parent: fifty rows of MUI's cells take a slow tablet longer than fetching them. A row is drawn
 * again only when its record or the columns change, so columns should keep their identity.
 */
export function RecordTable<Row>(props: Props<Row>) {
  const narrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  return narrow ? <Cards {...props} /> : <WideTable {...props} />;
}

function WideTable<Row>({ columns, rows, rowKey, caption }: Props<Row>) {
  return (
    // A container that scrolls must be reachable by keyboard, and then it needs a name.
    <Box tabIndex={0} role="region" aria-label={caption} sx={table}>
      <table aria-label={caption}>
        <thead>
          <tr>
            {columns.map(({ key, header, align = 'left' }) => <th key={key} scope="col" style={{ textAlign: align }}>{header}</th>)}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => <TableLine key={rowKey(row)} row={row} columns={columns} />)}
        </tbody>
      </table>
    </Box>
  );
}

function Line<Row>({ row, columns: [first, ...others] }: RowProps<Row>) {
  return (
    <tr>
      {first && <th scope="row" style={styleOf(first)}>{first.render(row)}</th>}
      {others.map((column) => <td key={column.key} style={styleOf(column)}>{column.render(row)}</td>)}
    </tr>
  );
}

const styleOf = ({ align, nowrap }: { align?: 'left' | 'right'; nowrap?: boolean }) => ({ textAlign: align, whiteSpace: nowrap ? 'nowrap' : undefined } as const);

/** A name without a space breaks rather than pushing the page sideways. */
function Cards<Row>({ columns, rows, rowKey, caption }: Props<Row>) {
  return (
    <Box component="ul" aria-label={caption} sx={cards}>
      {rows.map((row) => <CardLine key={rowKey(row)} row={row} columns={columns} />)}
    </Box>
  );
}

function Card<Row>({ row, columns: [first, ...others] }: RowProps<Row>) {
  return (
    <li>
      <div className="name">{first?.render(row)}</div>
      <dl>
        {others.map(({ key, header, render }) => (
          <div key={key}>
            <dt>{header}</dt>
            <dd>{render(row)}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

const TableLine: <Row>(props: RowProps<Row>) => ReactNode = memo(Line);
const CardLine: <Row>(props: RowProps<Row>) => ReactNode = memo(Card);

const sheet = { bgcolor: 'background.paper', border: 1, borderColor: 'divider', borderRadius: 1 } as const;

const table = {
  ...sheet,
  width: '100%',
  overflowX: 'auto',
  '& table': { width: '100%', borderCollapse: 'collapse', borderSpacing: 0 },
  '& tr': { verticalAlign: 'middle' },
  '& tbody tr:hover': { bgcolor: 'action.hover' },
  '& th, & td': { px: 2, py: 1.75, borderBottom: 1, borderColor: 'rule', typography: 'body1', textAlign: 'left' },
  // A name without a space breaks rather than pushing the table out; none is so narrow that it breaks after every letter.
  '& tbody th, & tbody td': { overflowWrap: 'anywhere', minWidth: '6em' },
  '& tbody th': { fontWeight: 600 },
  '& thead th': { typography: 'caption', color: 'text.secondary', fontWeight: 600, whiteSpace: 'nowrap' },
  '& tbody tr:last-of-type > *': { borderBottom: 0 },
} as const;

const cards = {
  listStyle: 'none',
  p: 0,
  m: 0,
  display: 'flex',
  flexDirection: 'column',
  gap: 1.5,
  '& > li': { ...sheet, p: 2, overflowWrap: 'anywhere' },
  '& .name': { typography: 'h3', mb: 1 },
  // What a cell holds may be a list of its own.
  '& > li > dl': { m: 0, display: 'grid', gridTemplateColumns: 'minmax(88px, auto) 1fr', columnGap: 2, rowGap: 0.75, alignItems: 'baseline', typography: 'body2' },
  '& > li > dl > div': { display: 'contents' },
  '& > li > dl > div > dt': { color: 'text.secondary' },
  '& > li > dl > div > dd': { m: 0, minWidth: 0 },
} as const;
