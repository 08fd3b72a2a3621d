import ExpandMore from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import { isPlausibleDate } from '@/lib/dates';

interface Props {
  heading: string;
  date: string;
  onGo: (date: string) => void;
}

/** The heading of the days. An invisible date field over it opens the browser's own date picker. */
export function GoToDate({ heading, date, onGo }: Props) {
  return (
    <Box sx={frame}>
      <Typography variant="h1" aria-live="polite">
        {heading}
      </Typography>
      <ExpandMore aria-hidden />
      <input
        type="date"
        aria-label="Go to date"
        title="Go to date"
        key={date}
        defaultValue={date}
        onClick={({ currentTarget }) => currentTarget.showPicker()}
        onChange={({ target }) => isPlausibleDate(target.value) && onGo(target.value)}
      />
    </Box>
  );
}

const frame = {
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: 0.5,
  minHeight: 44,
  mr: 'auto',
  px: 0.5,
  borderRadius: 1,
  '& svg': { color: 'primary.main', displayPrint: 'none' },
  '&:hover': { bgcolor: 'action.hover' },
  '&:focus-within': { outline: '2px solid', outlineColor: 'primary.main' },
  '& input': {
    position: 'absolute',
    inset: 0,
    width: '100%',
    opacity: 0,
    cursor: 'pointer',
    border: 0,
    p: 0,
  },
} as const;
