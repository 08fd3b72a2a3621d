import Box from '@mui/material/Box';
import { Link } from 'react-router';

import { useSession } from '@/api/useSession';
import { viewWords, views, type View } from '@/features/appointments/calendar/deskAddress';
import { rememberView } from '@/features/appointments/calendar/rememberedView';
import { chosenInForcedColors } from '@/theme/forcedColors';

interface Props {
  view: View;
  /** The query of the same days in another view. */
  search: (view: View) => string;
}

/** Leads to the other views. Links, because each is an address; the one used last opens the next time. */
export function ViewSwitch({ view, search }: Props) {
  const member = useSession()?.member.id;
  return (
    <Box component="nav" aria-label="View" sx={bar}>
      {views.map((each) => (
        <Link
          key={each}
          to={{ search: search(each) }}
          className={each}
          aria-current={each === view ? 'true' : undefined}
          preventScrollReset
          onClick={() => rememberView(member, each)}
        >
          {viewWords[each]}
        </Link>
      ))}
    </Box>
  );
}

const bar = {
  display: 'flex',
  displayPrint: 'none',
  border: 1,
  borderColor: 'fieldBorder',
  borderRadius: 1,
  overflow: 'clip',
  bgcolor: 'background.paper',
  '& a': {
    display: 'flex',
    alignItems: 'center',
    minHeight: 44,
    px: 1.5,
    color: 'text.primary',
    textDecoration: 'none',
    typography: 'button',
  },
  '& a + a': { borderLeft: 1, borderColor: 'divider' },
  '& a:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -3 },
  '& a[aria-current]': { bgcolor: 'primary.light', color: 'primary.main', ...chosenInForcedColors },
  // Seven days on a phone would be a finger wide each.
  '& a.week': { display: { xs: 'none', sm: 'flex' } },
} as const;
