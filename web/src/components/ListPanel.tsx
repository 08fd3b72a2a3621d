import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';

interface Props {
  title: string;
  /** A few words right of the title, such as how many rows there are. */
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A section of a page whose content is rows: its head is as high as a row, and the rows go from edge to edge (`rows`). */
export function ListPanel({ title, note, actions, children }: Props) {
  const id = useId();
  return (
    <Paper component="section" variant="outlined" aria-labelledby={id}>
      <Box sx={head}>
        <Typography variant="h2" id={id} sx={{ py: 1 }}>
          {title}
        </Typography>
        {note && (
          <Typography component="span" color="textSecondary" sx={{ fontWeight: 600 }}>
            {note}
          </Typography>
        )}
        {actions && <Box sx={{ ml: 'auto' }}>{actions}</Box>}
      </Box>
      {children}
    </Paper>
  );
}

const head = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 1,
  minHeight: 48,
  pl: 2,
  pr: 1,
} as const;
