import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useNavigate, useSearchParams } from 'react-router';

import { usePermissions } from '@/api/usePermissions';
import { ButtonLink } from '@/components/ButtonLink';
import { DayInput } from '@/components/DayInput';
import { ExportButton } from '@/components/ExportButton';
import {
  earlier,
  later,
  startingOn,
  toSearch,
  type DateRange,
} from '@/features/appointments/dateRange';
import { formatDate } from '@/lib/dates';

/** Chooses the days on the screen. They are in the URL, so that a link or a reload shows the same. */
export function DateRangeBar({ window }: { window: DateRange }) {
  const { from, to } = window;
  const navigate = useNavigate();
  const { may } = usePermissions();
  // Without it the view used last would be opened.
  const named = useSearchParams()[0].get('view') === 'list';
  const start = (day: string) => {
    if (day)
      void navigate(
        { search: toSearch(startingOn(window, day)) },
        { replace: true, preventScrollReset: true },
      );
  };
  const way = { preventScrollReset: true, variant: 'outlined' } as const;
  return (
    <Box
      component="nav"
      aria-label="Days"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}
    >
      <ButtonLink {...way} to={{ search: toSearch(earlier(window)) }} startIcon={<ChevronLeft />}>
        Earlier
      </ButtonLink>
      <ButtonLink {...way} to={{ search: named ? '?view=list' : '' }}>
        Today
      </ButtonLink>
      <ButtonLink {...way} to={{ search: toSearch(later(window)) }} endIcon={<ChevronRight />}>
        Later
      </ButtonLink>
      <Box sx={{ width: 176 }}>
        <DayInput label="From" value={from} onChange={start} />
      </Box>
      <Typography
        role="status"
        color="textSecondary"
      >{`${formatDate(from)} – ${formatDate(to)}`}</Typography>
      {may('list.export') && (
        <ExportButton
          list={{ url: '/api/appointments/export', params: { from, to } }}
          name="appointments"
          failure="The list of appointments could not be exported."
        />
      )}
    </Box>
  );
}
