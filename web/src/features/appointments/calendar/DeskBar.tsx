import Add from '@mui/icons-material/Add';
import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Print from '@mui/icons-material/Print';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { memo } from 'react';
import { Link, useNavigate } from 'react-router';

import type { ProviderChoice } from '@/api/generated';
import { Button } from '@/components/Button';
import { ButtonLink } from '@/components/ButtonLink';
import { SelectInput } from '@/components/SelectInput';
import {
  anyProvider,
  daysOf,
  rangeHeading,
  toDeskSearch,
  turned,
  type DeskAddress,
  type View,
} from '@/features/appointments/calendar/deskAddress';
import { DeskMenu } from '@/features/appointments/calendar/DeskMenu';
import { DeskPlaces } from '@/features/appointments/calendar/DeskPlaces';
import { GoToDate } from '@/features/appointments/calendar/GoToDate';
import { ViewSwitch } from '@/features/appointments/calendar/ViewSwitch';

interface Props {
  address: DeskAddress;
  today: string;
  providers: readonly ProviderChoice[];
  /** The provider whose days are shown, where it is one provider's; undefined until the providers are loaded. */
  shown: string | undefined;
  phone: boolean;
  onBook: (() => void) | undefined;
}

/** What is on the screen, and the ways to other days, views and providers; the one filled button books. */
export const DeskBar = memo(function DeskBar({
  address,
  today,
  providers,
  shown,
  phone,
  onBook,
}: Props) {
  const navigate = useNavigate();
  const to = (change: Partial<DeskAddress>) => toDeskSearch({ ...address, ...change }, today);
  const go = (change: Partial<DeskAddress>) =>
    void navigate({ search: to(change) }, { preventScrollReset: true });
  const listFrom = address.date === today ? '' : `&from=${address.date}`;
  const search = (view: View) => (view === 'list' ? `?view=list${listFrom}` : to({ view }));
  const options = [
    ...providers.map(({ id, name }) => ({ value: String(id), label: name })),
    { value: anyProvider, label: 'Any provider' },
  ];
  const isDay = address.view === 'day';
  const dayProvider = shown === anyProvider ? anyProvider : Number(shown) || null;
  return (
    <Box component="header" sx={bar}>
      {/* On a phone the strip of the week leads to the other days. */}
      <Box
        component="nav"
        aria-label="Days"
        sx={{
          display: phone ? 'none' : 'flex',
          alignItems: 'center',
          gap: 0.5,
          displayPrint: 'none',
        }}
      >
        <IconButton
          component={Link}
          to={{ search: to(turned(address, -1)) }}
          preventScrollReset
          aria-label="Earlier"
          color="primary"
        >
          <ChevronLeft />
        </IconButton>
        <IconButton
          component={Link}
          to={{ search: to(turned(address, 1)) }}
          preventScrollReset
          aria-label="Later"
          color="primary"
        >
          <ChevronRight />
        </IconButton>
      </Box>
      <GoToDate
        heading={rangeHeading(daysOf(address), today, phone)}
        date={address.date}
        onGo={(date) => go({ date })}
      />
      {!(phone && address.date === today) && (
        <ButtonLink
          variant="outlined"
          to={{ search: to({ date: today }) }}
          preventScrollReset
          sx={{ px: 2, displayPrint: 'none' }}
        >
          Today
        </ButtonLink>
      )}
      {onBook && (
        <Button
          variant="contained"
          startIcon={<Add />}
          onClick={onBook}
          sx={{ displayPrint: 'none' }}
        >
          Book
        </Button>
      )}
      <Box sx={tools}>
        <ViewSwitch view={address.view} search={search} />
        <Box sx={{ width: { xs: 128, sm: 168 }, flexGrow: { xs: 1, sm: 0 } }}>
          <SelectInput
            label="Provider"
            options={options}
            value={shown === undefined ? '' : isDay ? String(address.provider ?? '') : shown}
            placeholder={shown === undefined ? 'Loading…' : isDay ? 'Everyone' : undefined}
            disabled={shown === undefined}
            onChange={(value) =>
              go({
                provider: value === '' ? null : value === anyProvider ? anyProvider : Number(value),
              })
            }
          />
        </Box>
        {!phone && (
          <PrintDay
            ready={shown !== undefined}
            // The other views are printed by way of the provider's day.
            by={isDay ? undefined : `${to({ view: 'day', provider: dayProvider })}&print`}
            day={rangeHeading([address.date], today)}
          />
        )}
        <DeskMenu cancelled={address.cancelled} onCancelled={(cancelled) => go({ cancelled })} />
        <Box sx={{ ml: { md: 'auto' }, flexBasis: { xs: '100%', sm: 'auto' }, minWidth: 0 }}>
          <DeskPlaces />
        </Box>
      </Box>
    </Box>
  );
});

interface PrintProps {
  ready: boolean;
  /** Where the day is that is printed; undefined where it is on the screen. */
  by: string | undefined;
  day: string;
}

/** Prints the day sheet. */
function PrintDay({ ready, by, day }: PrintProps) {
  return by === undefined ? (
    <IconButton
      aria-label="Print the day sheet"
      disabled={!ready}
      color="primary"
      onClick={() => window.print()}
    >
      <Print />
    </IconButton>
  ) : (
    <IconButton
      component={Link}
      disabled={!ready}
      to={{ search: by }}
      aria-label={`Print the day sheet of ${day}`}
      color="primary"
    >
      <Print />
    </IconButton>
  );
}

const bar = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px',
  minHeight: { xs: 56, sm: 64 },
  py: 0.75,
} as const;
/** A row of its own below the days: at the left what is shown of them, at the right where else to go. */
const tools = {
  display: 'flex',
  displayPrint: 'none',
  flexBasis: '100%',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  minWidth: 0,
  '& .MuiOutlinedInput-root': { minHeight: 44 },
} as const;
