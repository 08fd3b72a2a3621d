import Box from '@mui/material/Box';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';

import { useSession } from '@/api/useSession';
import { LeaveDialog } from '@/components/LeaveDialog';
import { viewWords, views, type View } from '@/features/appointments/calendar/deskAddress';
import { rememberView } from '@/features/appointments/calendar/rememberedView';
import { hasUnsavedWork } from '@/lib/unsavedWork';
import { chosenInForcedColors } from '@/theme/forcedColors';

interface Props {
  view: View;
  /** The query of the same days in another view. */
  search: (view: View) => string;
}

/** Leads to the other views. Links, because each is an address; the one used last opens the next time. */
export function ViewSwitch({ view, search }: Props) {
  const member = useSession()?.member.id;
  const navigate = useNavigate();
  const [wanted, setWanted] = useState<View>();
  // For the router they are one page, but the list and the calendar each have a form that books.
  const leavesForm = (to: View) => (to === 'list') !== (view === 'list') && hasUnsavedWork();
  const go = (to: View) => {
    rememberView(member, to);
    void navigate({ search: search(to) }, { preventScrollReset: true });
  };
  return (
    <Box component="nav" aria-label="View" sx={bar}>
      {views.map((each) => (
        <Link
          key={each}
          to={{ search: search(each) }}
          className={each}
          aria-current={each === view ? 'true' : undefined}
          preventScrollReset
          onClick={(press) => {
            if (!leavesForm(each)) return rememberView(member, each);
            press.preventDefault();
            return setWanted(each);
          }}
        >
          {viewWords[each]}
        </Link>
      ))}
      {wanted && <LeaveDialog onLeave={() => go(wanted)} onStay={() => setWanted(undefined)} />}
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
