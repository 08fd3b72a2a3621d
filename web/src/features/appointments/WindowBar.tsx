import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useNavigate } from 'react-router';

import { ButtonLink } from '@/components/ButtonLink';
import { DayInput } from '@/components/DayInput';
import { earlier, later, startingOn, toSearch, type Window } from '@/features/appointments/window';
import { formatDate } from '@/lib/dates';

/** Which days are on the screen, and the way to others. The address holds them, so that a link or a reload shows the same. */
export function WindowBar({ window }: { window: Window }) {
  const { from, to } = window;
  const navigate = useNavigate();
  const start = (day: string) => {
    if (day) void navigate({ search: toSearch(startingOn(window, day)) }, { replace: true, preventScrollReset: true });
  };
  const way = { preventScrollReset: true, variant: 'outlined' } as const;
  return (
    <Box component="nav" aria-label="Days" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
      <ButtonLink {...way} to={{ search: toSearch(earlier(window)) }} startIcon={<ChevronLeft />}>Earlier</ButtonLink>
      <ButtonLink {...way} to={{ search: '' }}>Today</ButtonLink>
      <ButtonLink {...way} to={{ search: toSearch(later(window)) }} endIcon={<ChevronRight />}>Later</ButtonLink>
      <Box sx={{ width: 176 }}>
        <DayInput label="From" value={from} onChange={start} />
      </Box>
      <Typography role="status" color="textSecondary">{`${formatDate(from)} – ${formatDate(to)}`}</Typography>
    </Box>
  );
}
