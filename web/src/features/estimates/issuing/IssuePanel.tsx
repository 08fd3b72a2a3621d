import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { maxAgeSeconds } from '@/api/baseApi';
import { useShowEstimateContentQuery, type EstimateDraft } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { Button } from '@/components/Button';
import { lazyDialog } from '@/components/lazyDialog';
import { QueryFailure } from '@/components/LoadFailure';
import { PageSkeleton } from '@/components/PageSkeleton';
import { Panel } from '@/components/Panel';
import { StatusChip } from '@/components/StatusChip';
import { TextInput } from '@/components/TextInput';
import { IssuedList } from '@/features/estimates/issuing/IssuedList';
import { asksForNew, changeWords, stateTones } from '@/features/estimates/issuing/words';
import { copyText } from '@/lib/copyText';
import { useNotify } from '@/lib/notices';

const ContentDialog = lazyDialog(async () => (await import('@/features/estimates/issuing/ContentDialog')).ContentDialog);
const GiveDialog = lazyDialog(async () => (await import('@/features/estimates/issuing/GiveDialog')).GiveDialog);

interface Props {
  estimateId: number;
  /** Whether the form says something else than what is saved: that would not be issued. */
  edited: boolean;
}

/** Beside the estimate: what is missing for a complete one, how it is given to the patient, and what was issued. */
export function IssuePanel({ estimateId, edited }: Props) {
  const query = useShowEstimateContentQuery(estimateId, { refetchOnMountOrArgChange: maxAgeSeconds });
  const { currentData: draft, isError } = query;
  return (
    <Panel title="For the patient" actions={draft && <StatusChip tone={stateTones[draft.state]} label={draft.state} />}>
      <QueryFailure what="What is given to the patient could not be loaded." of={query} />
      {!draft && !isError && <PageSkeleton />}
      {draft && <Content draft={draft} edited={edited} />}
    </Panel>
  );
}

function Content({ draft, edited }: { draft: EstimateDraft; edited: boolean }) {
  const { may } = usePermissions();
  const [opened, setOpened] = useState<'content' | 'issue' | 'give'>();
  const [url, setUrl] = useState<string | null>(null);
  const { missing, changes, issues, state } = draft;
  const mayIssue = may('estimate.issue') && state !== 'Void';
  const close = () => setOpened(undefined);
  return (
    <Stack spacing={2}>
      {changes.length > 0 && issues[0] && (
        <Typography>{`Changed since version ${issues[0].version}: ${changeWords(changes)}. ${asksForNew(changes) ? 'The patient needs a new version, at least one business day before the service.' : 'Issue a new version if the patient needs it.'}`}</Typography>
      )}
      {state !== 'Void' && (missing.length === 0
        ? <Typography color="success">Nothing is missing for a complete estimate.</Typography>
        : (
          <div>
            <Typography sx={{ fontWeight: 600 }}>Missing for a complete estimate</Typography>
            <Box component="ul" sx={{ m: 0, pl: 2.5 }}>{missing.map(({ words, in_settings }) => <li key={words}>{in_settings ? `${words} (in the settings)` : words}</li>)}</Box>
          </div>
        ))}
      {mayIssue && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {state === 'Draft' && <Button variant="contained" disabled={edited} onClick={() => setOpened('issue')}>{issues.length > 0 ? 'Issue the next version' : 'Issue'}</Button>}
          {state === 'Issued' && <Button variant="contained" onClick={() => setOpened('give')}>Give it once more</Button>}
          <Button variant="outlined" disabled={edited} onClick={() => setOpened('content')}>What the law asks for</Button>
        </Box>
      )}
      {mayIssue && edited && <span>Save your changes first.</span>}
      {url && <PatientLink url={url} />}
      {issues.length > 0 && <IssuedList estimateId={draft.estimate_id} issues={issues} />}
      {opened === 'content' && <ContentDialog draft={draft} onClose={close} />}
      {(opened === 'issue' || opened === 'give') && <GiveDialog draft={draft} issuing={opened === 'issue'} onGiven={setUrl} onClose={close} />}
    </Stack>
  );
}

/** Shown because the clipboard may refuse it and the server tells it only once. */
function PatientLink({ url }: { url: string }) {
  const notify = useNotify();
  const copy = async () => notify(await copyText(url) ? { tone: 'success', text: 'The link is copied.' } : { tone: 'info', text: 'This browser did not copy the link. Select it and copy it.' });
  return (
    <Stack spacing={1}>
      <TextInput label="Link for the patient" value={url} readOnly onFocus={(event) => event.target.select()} hint="Send it to the patient. It is shown only now." />
      <Button variant="outlined" onClick={() => void copy()} sx={{ alignSelf: 'flex-start' }}>Copy the link</Button>
    </Stack>
  );
}
