import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

interface Props {
  title: string;
  hint?: string;
}

/** In place of the rows of a `ListPanel` that has none: what is true, where the first row would stand. */
export function EmptyRow({ title, hint }: Props) {
  return (
    <Box sx={row}>
      <Typography role="status" sx={{ fontWeight: 600 }}>
        {title}
      </Typography>
      {hint && <Typography color="textSecondary">{hint}</Typography>}
    </Box>
  );
}

const row = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 1.5,
  minHeight: 48,
  px: 2,
  py: 1,
  borderTop: 1,
  borderColor: 'rule',
} as const;
