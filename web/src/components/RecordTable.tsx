import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';

export interface Column<Row> {
  key: string;
  header: string;
  render: (row: Row) => ReactNode;
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

/** Records as a table where there is room for one, and as labelled cards on a phone. The first column names the record. */
export function RecordTable<Row>(props: Props<Row>) {
  const narrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  return narrow ? <Cards {...props} /> : <Wide {...props} />;
}

function Wide<Row>({ columns, rows, rowKey, caption }: Props<Row>) {
  return (
    // A container that scrolls must be reachable by keyboard, and then it needs a name.
    <TableContainer component={Paper} variant="outlined" tabIndex={0} role="region" aria-label={caption}>
      <Table aria-label={caption}>
        <TableHead>
          <TableRow>
            {columns.map(({ key, header, align = 'left' }) => <TableCell key={key} align={align}>{header}</TableCell>)}
          </TableRow>
        </TableHead>
        <TableBody sx={{ '& tr:last-of-type > *': { borderBottom: 0 } }}>
          {rows.map((row) => (
            <TableRow key={rowKey(row)} hover>
              {columns.map(({ key, render, align = 'left', nowrap = false }, index) => (
                <TableCell key={key} align={align} {...(index === 0 && { component: 'th', scope: 'row' })} sx={{ fontWeight: index === 0 ? 600 : 400, whiteSpace: nowrap ? 'nowrap' : 'normal' }}>
                  {render(row)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

/** A name without a space breaks rather than pushing the page sideways. */
function Cards<Row>({ columns: [first, ...others], rows, rowKey, caption }: Props<Row>) {
  return (
    <Stack component="ul" aria-label={caption} spacing={1.5} sx={{ listStyle: 'none', p: 0, m: 0 }}>
      {rows.map((row) => (
        <Paper key={rowKey(row)} component="li" variant="outlined" sx={{ p: 2, overflowWrap: 'anywhere' }}>
          <Box sx={{ typography: 'h3', mb: 1 }}>{first?.render(row)}</Box>
          <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'minmax(88px, auto) 1fr', columnGap: 2, rowGap: 0.75, alignItems: 'baseline', typography: 'body2' }}>
            {others.map(({ key, header, render }) => (
              <Box key={key} sx={{ display: 'contents' }}>
                <Box component="dt" sx={{ color: 'text.secondary' }}>{header}</Box>
                <Box component="dd" sx={{ m: 0, minWidth: 0 }}>{render(row)}</Box>
              </Box>
            ))}
          </Box>
        </Paper>
      ))}
    </Stack>
  );
}
