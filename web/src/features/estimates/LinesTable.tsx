import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableFooter from '@mui/material/TableFooter';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableContainer from '@mui/material/TableContainer';

import {
  formatCents,
  grandTotal,
  hundredths,
  isUsed,
  subtotal,
  type AreaLine,
} from '@/features/estimates/estimateTotals';
import { customSessions } from '@/features/estimates/priceList';

interface Props {
  lines: readonly { label: string; line: AreaLine }[];
}

/** The areas that are used, each with its sum, and the sum of them all. */
export function LinesTable({ lines }: Props) {
  const used = lines.filter(({ line }) => isUsed(line));
  return (
    <TableContainer tabIndex={0} role="region" aria-label="Expected charges">
      <Table size="small" aria-label="Expected charges">
        <TableHead>
          <TableRow>
            <TableCell>Area</TableCell>
            <TableCell>Service</TableCell>
            {['Unit cost', 'Quantity', 'Sessions'].map((header) => (
              <TableCell key={header} align="right" sx={roomy}>
                {header}
              </TableCell>
            ))}
            <TableCell align="right">Subtotal</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {used.map(({ label, line }) => {
            const [unitCost, sessions] = [
              formatCents(hundredths(line.unit_cost) ?? null),
              line.sessions === customSessions ? line.sessions_custom : line.sessions,
            ];
            return (
              <TableRow key={label}>
                <TableCell component="th" scope="row">
                  {label}
                </TableCell>
                <TableCell>
                  {line.service || '—'}
                  <Box
                    sx={narrow}
                  >{`Unit cost ${unitCost}, quantity ${line.qty}, sessions ${sessions}`}</Box>
                </TableCell>
                <TableCell align="right" sx={roomy}>
                  {unitCost}
                </TableCell>
                <TableCell align="right" sx={roomy}>
                  {line.qty}
                </TableCell>
                <TableCell align="right" sx={roomy}>
                  {sessions}
                </TableCell>
                <TableCell align="right">{formatCents(subtotal(line))}</TableCell>
              </TableRow>
            );
          })}
          {used.length === 0 && (
            <TableRow>
              <TableCell colSpan={6}>No services</TableCell>
            </TableRow>
          )}
        </TableBody>
        <TableFooter>
          <TableRow sx={{ '& .MuiTableCell-root': { typography: 'h3', color: 'text.primary' } }}>
            <TableCell colSpan={2} component="th" scope="row">
              Grand total
            </TableCell>
            <TableCell colSpan={3} sx={roomy} />
            <TableCell align="right">
              {formatCents(grandTotal(lines.map(({ line }) => line)))}
            </TableCell>
          </TableRow>
        </TableFooter>
      </Table>
    </TableContainer>
  );
}

/** Six columns have no room on a phone: there the sum is explained below the service. */
const roomy = { display: { xs: 'none', sm: 'table-cell' }, displayPrint: 'table-cell' } as const;
const narrow = {
  display: { xs: 'block', sm: 'none' },
  displayPrint: 'none',
  color: 'text.secondary',
} as const;
