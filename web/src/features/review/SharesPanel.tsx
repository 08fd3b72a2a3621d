import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { useShowReviewSettingsQuery } from '@/api/generated';
import { Button } from '@/components/Button';
import { QueryFailure } from '@/components/LoadFailure';
import { PageSkeleton } from '@/components/PageSkeleton';
import { Panel } from '@/components/Panel';
import { RecordTable, type Column } from '@/components/RecordTable';
import { SharesDialog } from '@/features/review/dialogs';

type Provider = { provider_id: number; provider_name: string; share: number | null };

const columns: Column<Provider>[] = [
  { key: 'provider', header: 'Provider', render: ({ provider_name }) => provider_name },
  {
    key: 'share',
    header: 'Share',
    align: 'right',
    nowrap: true,
    render: ({ share }) => (share === null ? 'As the clinic' : `${share}%`),
  },
];

/** Within how many hours charts are approved, and which share of whose treatments. */
export function SharesPanel() {
  const query = useShowReviewSettingsQuery();
  const { data: settings, isError } = query;
  const [editing, setEditing] = useState(false);
  const own = settings?.providers.filter(({ share }) => share !== null) ?? [];
  return (
    <Panel
      title="Hours and shares"
      actions={settings && <Button onClick={() => setEditing(true)}>Edit hours and shares</Button>}
    >
      <QueryFailure what="The settings of the review could not be loaded." query={query} />
      {!settings && !isError && <PageSkeleton />}
      {settings && (
        <>
          <Typography>{`A chart is to be approved within ${settings.chart_due_hours} hours. ${settings.share === 100 ? 'Every treatment is reviewed.' : `${settings.share}% of all treatments are reviewed, chosen at random.`}`}</Typography>
          <Typography variant="body2" color="textSecondary" sx={{ mb: own.length > 0 ? 2 : 0 }}>
            A share holds for treatments that are recorded from then on. A treatment that is not
            selected can still be approved in the record.
          </Typography>
          {own.length > 0 && (
            <RecordTable
              caption="Providers with a share of their own"
              columns={columns}
              rows={own}
              rowKey={({ provider_id }) => provider_id}
            />
          )}
        </>
      )}
      {editing && settings && (
        <SharesDialog settings={settings} onClose={() => setEditing(false)} />
      )}
    </Panel>
  );
}
