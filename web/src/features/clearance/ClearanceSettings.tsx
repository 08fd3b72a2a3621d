import { useState } from 'react';

import { useShowClearanceSettingsQuery } from '@/api/generated';
import { Button } from '@/components/Button';
import { FactList } from '@/components/FactList';
import { lazyDialog } from '@/components/lazyDialog';
import { QueryFailure } from '@/components/LoadFailure';
import { PageSkeleton } from '@/components/PageSkeleton';
import { Panel } from '@/components/Panel';
import { unclearedWords } from '@/features/clearance/clearanceWords';

const ClearanceSettingsDialog = lazyDialog(
  async () =>
    (await import('@/features/clearance/ClearanceSettingsDialog')).ClearanceSettingsDialog,
);

/** Who may sign exams, and what happens to a treatment with an uncleared service. */
export function ClearanceSettings() {
  const query = useShowClearanceSettingsQuery();
  const { data, isError } = query;
  const [changing, setChanging] = useState(false);
  return (
    <Panel
      title="Exam clearance"
      actions={
        data && (
          <Button
            variant="outlined"
            aria-label="Change exam clearance"
            onClick={() => setChanging(true)}
          >
            Change
          </Button>
        )
      }
    >
      <QueryFailure what="The settings of exam clearance could not be loaded." query={query} />
      {!data && !isError && <PageSkeleton />}
      {data && (
        <FactList
          facts={[
            ['Who may sign', data.credentials.join(', ')],
            ['By live video', data.allows_video ? 'Allowed' : 'Not allowed: in person only'],
            ['Not cleared', unclearedWords[data.uncleared]],
          ]}
        />
      )}
      {data && changing && (
        <ClearanceSettingsDialog settings={data} onClose={() => setChanging(false)} />
      )}
    </Panel>
  );
}
