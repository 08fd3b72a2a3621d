import Box from '@mui/material/Box';
import { Link } from 'react-router';

import { usePermissions, type Permissions } from '@/api/usePermissions';
import { paths } from '@/lib/paths';

/** What the desk needs beside the appointments, by its name, with who may see something there (as in app/places.tsx). */
const places: { to: string; label: string; allowed: (permissions: Permissions) => boolean }[] = [
  {
    to: paths.waitlist,
    label: 'Waitlist',
    allowed: ({ mayLimited }) => mayLimited('appointment.list'),
  },
  {
    to: paths.schedule,
    label: 'Hours and rooms',
    allowed: ({ mayLimited }) => mayLimited('appointment.list'),
  },
  {
    to: paths.afterVisits,
    label: 'After visits',
    allowed: ({ may }) => may('follow_up.list') || may('message.read'),
  },
  {
    to: paths.messages,
    label: 'Messages to patients',
    allowed: ({ may }) => may('clinic.settings.read'),
  },
];

/** Leads to the pages that belong to the appointments and are not in the navigation. */
export function DeskPlaces() {
  const permissions = usePermissions();
  return (
    <Box component="nav" aria-label="Beside the appointments" sx={row}>
      {places
        .filter(({ allowed }) => allowed(permissions))
        .map(({ to, label }) => (
          <Link key={to} to={to}>
            {label}
          </Link>
        ))}
    </Box>
  );
}

/** On a phone in one row, which is pushed aside: the last name is cut there, so that one sees that it goes on. */
const row = {
  display: 'flex',
  displayPrint: 'none',
  flexWrap: { sm: 'wrap' },
  overflowX: { xs: 'auto', sm: 'visible' },
  minWidth: 0,
  '& a': {
    display: 'flex',
    alignItems: 'center',
    minHeight: 44,
    px: 1,
    borderRadius: 1,
    color: 'primary.main',
    typography: 'button',
    textDecoration: 'none',
    whiteSpace: 'nowrap',
  },
  '& a:hover': { bgcolor: 'action.hover' },
  '& a:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
} as const;
