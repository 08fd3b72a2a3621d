import Alert from '@mui/material/Alert';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import { useState, type ComponentType } from 'react';

import { asFailure } from '@/api/failure';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { QueryFailure } from '@/components/LoadFailure';
import { PartSkeleton } from '@/components/PartSkeleton';
import { ViewDialog } from '@/components/ViewDialog';
import { formatInstant } from '@/lib/dates';
import { useNotify } from '@/lib/notices';

interface SavedVersion {
  version: number;
  name: string;
  saved_by: string | null;
  saved_at: string;
}

interface Props {
  id: number;
  name: string;
  query: {
    data?: readonly SavedVersion[] | undefined;
    isError: boolean;
    error?: unknown;
    refetch: () => unknown;
  };
  /** Shows the template's content in a version. */
  Version: ComponentType<{ id: number; version: number }>;
  /** Makes `version` the present one, if `seen` still is; rejects with the failure. */
  restore: (version: number, seen: number) => Promise<{ version: number }>;
  onClose: () => void;
}

/** The versions of a template, the newest first: each can be read whole and restored. For consent templates and exam templates. */
export function TemplateHistoryDialog({ id, name, query, Version, restore, onClose }: Props) {
  const { data: versions, isError } = query;
  const [opened, setOpened] = useState<number>();
  const { busy, failure, run } = useRestore(restore, onClose);
  const present = versions?.[0]?.version;

  if (opened !== undefined) {
    const actions = (
      <>
        <Button onClick={() => setOpened(undefined)} disabled={busy}>
          Back to the history
        </Button>
        {opened !== present && present !== undefined && (
          <Button variant="outlined" loading={busy} onClick={() => void run(opened, present)}>
            Restore this version
          </Button>
        )}
      </>
    );
    return (
      <ViewDialog
        key={opened}
        title={`${name}, version ${opened}`}
        label="Template text"
        actions={actions}
        keepsHeight
        onClose={onClose}
      >
        {failure && (
          <Alert severity="error" sx={{ mb: 2 }}>
            {failure}
          </Alert>
        )}
        <Version id={id} version={opened} />
      </ViewDialog>
    );
  }
  return (
    <ViewDialog title={`History of ${name}`} label="Versions" onClose={onClose}>
      {isError && <QueryFailure what="The versions could not be loaded." query={query} />}
      {!versions && !isError && <PartSkeleton label="Loading the versions" height={120} />}
      <VersionRows versions={versions ?? []} onRead={setOpened} />
    </ViewDialog>
  );
}

function VersionRows({
  versions,
  onRead,
}: {
  versions: readonly SavedVersion[];
  onRead: (version: number) => void;
}) {
  const zone = useTimeZone();
  return (
    <List disablePadding aria-label="Versions" hidden={versions.length === 0}>
      {versions.map(({ version, name, saved_by, saved_at }, place) => (
        <ListItem key={version} disableGutters divider sx={{ gap: 2 }}>
          <ListItemText
            primary={`Version ${version}${place === 0 ? ' (current)' : ''}: ${name}`}
            secondary={[formatInstant(saved_at, zone), saved_by && `by ${saved_by}`]
              .filter(Boolean)
              .join(', ')}
            slotProps={{
              primary: { sx: { overflowWrap: 'anywhere' } },
              secondary: { sx: { overflowWrap: 'anywhere' } },
            }}
          />
          <Button
            variant="outlined"
            onClick={() => onRead(version)}
            aria-label={`Read version ${version}`}
            style={{ flexShrink: 0 }}
          >
            Read
          </Button>
        </ListItem>
      ))}
    </List>
  );
}

function useRestore(restore: Props['restore'], onDone: () => void) {
  const notify = useNotify('template version');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const run = async (version: number, seen: number) => {
    setBusy(true);
    setFailure('');
    try {
      const restored = await restore(version, seen);
      notify({
        tone: 'success',
        text: `Version ${version} was restored.`,
        undo: () => restore(seen, restored.version),
      });
      onDone();
    } catch (thrown) {
      const { status, message } = asFailure(thrown);
      // The versions are fetched again after a refusal too.
      setFailure(
        `Not restored. ${status === 412 ? 'Somebody else has changed the template meanwhile. Look at the history again.' : message}`,
      );
      setBusy(false);
    }
  };
  return { busy, failure, run };
}
