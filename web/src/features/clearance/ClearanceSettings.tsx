import Box from '@mui/material/Box';
import { useState } from 'react';

import { useShowClearanceSettingsQuery } from '@/api/generated';
import { Button } from '@/components/Button';
import { lazyDialog } from '@/components/lazyDialog';
import { QueryFailure } from '@/components/LoadFailure';
import { PageSkeleton } from '@/components/PageSkeleton';
import { Panel } from '@/components/Panel';
import { unclearedWords } from '@/features/clearance/clearanceWords';

const ClearanceSettingsDialog = lazyDialog(async () => (await import('@/features/clearance/ClearanceSettingsDialog')).ClearanceSettingsDialog);

/** Who may sign exams, and what happens to a treatment with an uncleared service. */
export function ClearanceSettings() {
  const query = useShowClearanceSettingsQuery();
  const { data, isError } = query;
  const [changing, setChanging] = useState(false);
  return (
    <Panel title="Exam clearance" actions={data && <Button variant="outlined" aria-label="Change exam clearance" onClick={() => setChanging(true)}>Change</Button>}>
      <QueryFailure what="The settings of exam clearance could not be loaded." of={query} />
      {!data && !isError && <PageSkeleton />}
      {data && (
        <Box component="dl" sx={pairs}>
          <dt>Who may sign</dt>
          <dd>{data.credentials.join(', ')}</dd>
          <dt>By live video</dt>
          <dd>{data.allows_video ? 'Allowed' : 'Not allowed: in person alone'}</dd>
          <dt>Not cleared</dt>
          <dd>{unclearedWords[data.uncleared]}</dd>
        </Box>
      )}
      {data && changing && <ClearanceSettingsDialog settings={data} onClose={() => setChanging(false)} />}
    </Panel>
  );
}

const pairs = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr', sm: '120px minmax(0, 1fr)' },
  gap: { xs: 0.25, sm: '8px 16px' },
  m: 0,
  '& dt': { color: 'text.secondary' },
  '& dd': { m: 0, mb: { xs: 1, sm: 0 }, overflowWrap: 'anywhere' },
} as const;
