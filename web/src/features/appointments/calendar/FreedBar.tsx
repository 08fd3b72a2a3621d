import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import { useState } from 'react';

import { useListWaitlistMatchesQuery, type WaitlistEntry } from '@/api/generated';
import { Button } from '@/components/Button';
import { freedPlace, type Freed } from '@/features/appointments/calendar/freed';
import { inWords } from '@/features/appointments/calendar/moveForm';
import { FreedTime } from '@/features/waitlist';
import { clockText, shortDay } from '@/lib/wallTime';

interface Props {
  freed: Freed;
  timeZone: string;
  /** Whether the list of those who wait is shown at once, because a link has named the time. */
  atOnce: boolean;
  onBook: (entry: WaitlistEntry) => void;
  onClose: () => void;
}

/** Once a time has become free: how many wait for one like it, and who. Nothing where nobody does. */
export function FreedBar({ freed, timeZone, atOnce, onBook, onClose }: Props) {
  const { start, minutes, provider_id } = freedPlace(freed, timeZone);
  const { currentData: entries = [] } = useListWaitlistMatchesQuery({
    startsAt: start,
    minutes,
    ...(provider_id !== null && { providerId: provider_id }),
  });
  const [open, setOpen] = useState(atOnce);
  if (entries.length === 0) return null;
  const time = `${shortDay(start.slice(0, 10))}, ${clockText(start)}, ${inWords(minutes)} with ${freed.provider_name ?? 'any provider'}`;
  return (
    <>
      <Alert
        severity="info"
        role="status"
        onClose={onClose}
        sx={{ mb: 1, alignItems: 'center', displayPrint: 'none' }}
        action={
          <Stack direction="row" spacing={1}>
            <Button color="inherit" onClick={() => setOpen(true)}>
              See who
            </Button>
            <Button color="inherit" onClick={onClose}>
              Dismiss
            </Button>
          </Stack>
        }
      >
        {`${entries.length === 1 ? '1 person waits' : `${entries.length} people wait`} for a time like this: ${time}.`}
      </Alert>
      {open && (
        <FreedTime
          entries={entries}
          time={time}
          onClose={() => setOpen(false)}
          onBook={(entry) => {
            setOpen(false);
            onBook(entry);
          }}
        />
      )}
    </>
  );
}
