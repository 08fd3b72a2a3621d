import Add from '@mui/icons-material/Add';
import Search from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import type { Session } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { ButtonLink } from '@/components/ButtonLink';
import { greeting } from '@/features/dashboard/greeting';
import { wide } from '@/features/dashboard/wide';
import { opensBySlash, useOpenSearch } from '@/features/search';
import { today } from '@/lib/dates';
import { newAppointmentPath } from '@/lib/paths';
import { shortDay } from '@/lib/wallTime';
import { pageBar, pageBarOnPhone, target } from '@/theme/tokens';

/** The head of the first page in one line: the day, the search and the booking. */
export function TodayHeader({ session }: { session: Session }) {
  const { may, mayLimited } = usePermissions();
  const [now] = useState(() => new Date());
  const { member, clinic } = session;
  const day = shortDay(today(clinic.time_zone, now));
  return (
    <Box component="header" sx={head}>
      <Typography variant="h1">Dashboard</Typography>
      <Typography color="textSecondary" sx={{ flex: '1 1 60px' }}>
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
          {`${greeting(member.first_name, clinic.time_zone, now)}. ${day} at ${clinic.name}.`}
        </Box>
        <Box component="span" sx={{ display: { sm: 'none' } }}>
          {day}
        </Box>
      </Typography>
      {mayLimited('patient.list') && <FindPatient />}
      {may('appointment.create') && mayLimited('appointment.list') && (
        <ButtonLink variant="contained" to={newAppointmentPath} startIcon={<Add />}>
          Book
        </ButtonLink>
      )}
    </Box>
  );
}

/** Opens the search; where there is room it looks like the field that it opens. */
function FindPatient() {
  const search = useOpenSearch();
  return (
    <ButtonBase aria-haspopup="dialog" aria-label="Find a patient" onClick={search} sx={field}>
      <Search />
      <span>Find a patient</span>
      {opensBySlash() && (
        <Box component="kbd" aria-hidden>
          /
        </Box>
      )}
    </ButtonBase>
  );
}

const head = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 8px',
  minHeight: { xs: pageBarOnPhone, sm: pageBar },
  py: 0.75,
  // Its own height keeps what follows apart from it.
  '&&': { mb: -2 },
} as const;

const field = {
  width: target,
  height: target,
  border: 1,
  borderColor: 'fieldBorder',
  borderRadius: 999,
  color: 'text.secondary',
  bgcolor: 'background.paper',
  '& > svg': { fontSize: 20 },
  '& > span, & > kbd': { display: 'none' },
  [wide]: {
    width: 264,
    px: 1.5,
    gap: 1,
    borderRadius: 1,
    justifyContent: 'flex-start',
    typography: 'body1',
    '& > span': { display: 'inline', flex: 1, textAlign: 'left' },
    // Where there is no keyboard it is left out.
    '@media (hover: hover)': {
      '& > kbd': {
        display: 'inline',
        px: 0.75,
        border: 1,
        borderColor: 'divider',
        borderRadius: 0.5,
      },
    },
  },
} as const;
