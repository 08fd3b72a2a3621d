import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { asFailure } from '@/api/failure';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { QueryFailure } from '@/components/LoadFailure';
import { PartSkeleton } from '@/components/PartSkeleton';
import { ViewDialog } from '@/components/ViewDialog';
import { formatInstant } from '@/lib/dates';
import { useNotify } from '@/lib/notices';

interface RemovedTemplate {
  id: number;
  name: string;
  removed_at: string;
}

interface Props {
  query: {
    data?: readonly RemovedTemplate[] | undefined;
    isError: boolean;
    error?: unknown;
    refetch: () => unknown;
  };
  /** Puts one on the list again; rejects with the failure. */
  restore: (id: number) => Promise<unknown>;
  onClose: () => void;
}

/** The templates that were deleted, each of which can be put on the list again. For consent templates and exam templates. */
export function RemovedTemplatesDialog({ query, restore, onClose }: Props) {
  const { data: templates, isError } = query;
  const zone = useTimeZone();
  const notify = useNotify('removed template');
  const [busy, setBusy] = useState<number>();
  const putBack = async ({ id, name }: RemovedTemplate) => {
    setBusy(id);
    try {
      await restore(id);
      notify({ tone: 'success', text: `“${name}” is on the list again.` });
    } catch (thrown) {
      notify({ tone: 'error', text: `Not restored. ${asFailure(thrown).message}` });
    }
    setBusy(undefined);
  };
  return (
    <ViewDialog title="Deleted templates" label="Deleted templates" onClose={onClose}>
      {isError && <QueryFailure what="The deleted templates could not be loaded." query={query} />}
      {!templates && !isError && (
        <PartSkeleton label="Loading the deleted templates" height={120} />
      )}
      {templates?.length === 0 && (
        <Typography color="textSecondary">No template was deleted.</Typography>
      )}
      <List disablePadding aria-label="Deleted templates" hidden={!templates?.length}>
        {templates?.map((template) => (
          <ListItem key={template.id} disableGutters divider sx={{ gap: 2 }}>
            <ListItemText
              primary={template.name}
              secondary={`Deleted ${formatInstant(template.removed_at, zone)}`}
              slotProps={{ primary: { sx: { overflowWrap: 'anywhere' } } }}
            />
            <Button
              variant="outlined"
              loading={busy === template.id}
              disabled={busy !== undefined}
              onClick={() => void putBack(template)}
              aria-label={`Restore ${template.name}`}
              style={{ flexShrink: 0 }}
            >
              Restore
            </Button>
          </ListItem>
        ))}
      </List>
    </ViewDialog>
  );
}
