import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { memo, useMemo, type MouseEvent, type ReactNode } from 'react';

export interface Column<Row> {
  key: string;
  header: string;
  render(row: Row): ReactNode;
  align?: 'left' | 'right';
  /** Keeps a date, a number or a short link on one line. */
  nowrap?: boolean;
  /** Keeps each word on one line: a short name, such as a room's. */
  wholeWords?: boolean;
  /** Below 1100 px: the key of the column under whose fact this one stands. */
  under?: string;
}

interface Props<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Names the table for those who do not see it. */
  caption: string;
  /** A press anywhere on a row. Its link stays: for the keyboard, and for a further tab. Must keep its identity. */
  onOpen?: ((row: Row) => void) | undefined;
}

interface RowProps<Row> {
  columns: readonly Column<Row>[];
  row: Row;
  onOpen: ((row: Row) => void) | undefined;
}

/** Not where something in the row takes the press itself, nor at the end of selecting a text to copy it. */
function opening<Row>({ row, onOpen }: RowProps<Row>) {
  if (!onOpen) return {};
  return {
    onClick: ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('a, button, input, label')) return;
      if (!getSelection()?.toString()) onOpen(row);
    },
    style: { cursor: 'pointer' },
  };
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

function WideTable<Row>({ columns: all, rows, rowKey, caption, onOpen }: Props<Row>) {
  // Up to 1100 px: beside the navigation, the widest table has no room on a tablet of 1024 px either.
  const tight = useMediaQuery<Theme>((theme) => theme.breakpoints.between('sm', 1100));
  const columns = useMemo(() => (tight ? stackColumns(all) : all), [all, tight]);
  return (
    // A container that scrolls must be reachable by keyboard, and then it needs a name.
    <Box tabIndex={0} role="region" aria-label={caption} sx={table}>
      <table aria-label={caption}>
        <thead>
          <tr>
            {columns.map(({ key, header, align = 'left' }) => (
              <th key={key} scope="col" style={{ textAlign: align }}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableLine key={rowKey(row)} row={row} columns={columns} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
    </Box>
  );
}

/** Puts each column below the one that it names. A column that names none of these stays by itself. */
function stackColumns<Row>(columns: readonly Column<Row>[]): Column<Row>[] {
  const whole = (column: Column<Row>): Column<Row> =>
    columns
      .filter(({ under }) => under === column.key)
      .map(whole)
      .reduce(stacked, column);
  return columns.filter(({ under }) => !columns.some(({ key }) => key === under)).map(whole);
}

/** Two facts in one column, one below the other. */
const stacked = <Row,>(upper: Column<Row>, lower: Column<Row>): Column<Row> => ({
  ...upper,
  nowrap: false,
  header: `${upper.header}, ${lower.header.toLowerCase()}`,
  render: (row) => (
    <>
      <div style={styleOf(upper)}>{upper.render(row)}</div>
      <div className="below" style={{ ...styleOf(lower), textAlign: upper.align }}>
        {lower.render(row)}
      </div>
    </>
  ),
});

function Line<Row>(props: RowProps<Row>) {
  const {
    row,
    columns: [first, ...others],
  } = props;
  return (
    <tr {...opening(props)}>
      {first && (
        <th scope="row" style={styleOf(first)}>
          {first.render(row)}
        </th>
      )}
      {others.map((column) => (
        <td key={column.key} style={styleOf(column)}>
          {column.render(row)}
        </td>
      ))}
    </tr>
  );
}

const styleOf = ({
  align,
  nowrap,
  wholeWords,
}: Pick<Column<never>, 'align' | 'nowrap' | 'wholeWords'>) =>
  ({
    textAlign: align,
    whiteSpace: nowrap ? 'nowrap' : undefined,
    // As 'anywhere', but the column is at least as wide as its longest word.
    overflowWrap: wholeWords ? 'break-word' : undefined,
  }) as const;

/** A name without a space breaks rather than pushing the page sideways. */
function Cards<Row>({ columns, rows, rowKey, caption, onOpen }: Props<Row>) {
  return (
    <Box component="ul" aria-label={caption} sx={cards}>
      {rows.map((row) => (
        <CardLine key={rowKey(row)} row={row} columns={columns} onOpen={onOpen} />
      ))}
    </Box>
  );
}

function Card<Row>(props: RowProps<Row>) {
  const {
    row,
    columns: [first, ...others],
  } = props;
  return (
    <li {...opening(props)}>
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

// `memo` forgets that the row's type is open.
const TableLine = memo(Line) as typeof Line;
const CardLine = memo(Card) as typeof Card;

const sheet = {
  bgcolor: 'background.paper',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
} as const;

const table = {
  ...sheet,
  width: '100%',
  overflowX: 'auto',
  '& table': { width: '100%', borderCollapse: 'collapse', borderSpacing: 0 },
  '& tr': { verticalAlign: 'middle' },
  '& tbody tr:hover': { bgcolor: 'action.hover' },
  '& th, & td': {
    px: 2,
    py: 1.75,
    borderBottom: 1,
    borderColor: 'rule',
    typography: 'body1',
    textAlign: 'left',
  },
  // A name without a space breaks rather than pushing the table out; none is so narrow that it breaks after every letter.
  '& tbody th, & tbody td': { overflowWrap: 'anywhere', minWidth: '6em' },
  '& tbody th': { fontWeight: 600 },
  '& thead th': {
    typography: 'caption',
    color: 'text.secondary',
    fontWeight: 600,
    whiteSpace: 'nowrap',
  },
  // Not bold in the column that names the record.
  '& .below': { color: 'text.secondary', fontWeight: 'fontWeightRegular' },
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
  '& > li > dl': {
    m: 0,
    display: 'grid',
    gridTemplateColumns: 'minmax(88px, auto) 1fr',
    columnGap: 2,
    rowGap: 0.75,
    alignItems: 'baseline',
    typography: 'body2',
  },
  '& > li > dl > div': { display: 'contents' },
  '& > li > dl > div > dt': { color: 'text.secondary' },
  '& > li > dl > div > dd': { m: 0, minWidth: 0 },
} as const;
