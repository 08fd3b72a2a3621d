import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';

import type { WaitlistEntry } from '@/api/generated';
import { Button } from '@/components/Button';
import { ViewDialog } from '@/components/ViewDialog';
import { nameOf, preferenceText } from '@/features/waitlist/entryWords';

interface Props {
  /** Whoever waits longest first. */
  entries: readonly WaitlistEntry[];
  /** The time that became free: 'Fri, Nov 20, 2:30 PM, 30 min with Noah Kim'. */
  time: string;
  onBook: (entry: WaitlistEntry) => void;
  onClose: () => void;
}

/** Who waits for a time like the one that became free, each of whom can be booked there. */
export function FreedTime({ entries, time, onBook, onClose }: Props) {
  return (
    <ViewDialog title="Who waits for a time like this" label="Who waits" onClose={onClose}>
      <Typography
        color="textSecondary"
        sx={{ mb: 1 }}
      >{`${time}. The patient who has waited longest comes first.`}</Typography>
      <List disablePadding aria-label="Who waits for this time">
        {entries.map((entry) => (
          <ListItem
            key={entry.id}
            disableGutters
            divider
            sx={{ gap: 2, flexWrap: { xs: 'wrap', sm: 'nowrap' } }}
          >
            <ListItemText
              primary={nameOf(entry)}
              secondary={[entry.service, preferenceText(entry), entry.note]
                .filter(Boolean)
                .join(' · ')}
              slotProps={{
                primary: { sx: { fontWeight: 600, overflowWrap: 'anywhere' } },
                secondary: { sx: { overflowWrap: 'anywhere' } },
              }}
            />
            <Button
              variant="outlined"
              onClick={() => onBook(entry)}
              aria-label={`Book this time for ${nameOf(entry)}`}
              style={{ flexShrink: 0 }}
            >
              Book this time
            </Button>
          </ListItem>
        ))}
      </List>
    </ViewDialog>
  );
}
