import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import type { EstimateDraft } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { Button } from '@/components/Button';
import { lazyDialog } from '@/components/lazyDialog';
import { AsideSection } from '@/features/estimates/issuing/AsideSection';
import { PatientLink } from '@/features/estimates/issuing/PatientLink';
import { asksForNew, changeWords } from '@/features/estimates/issuing/words';

const ContentDialog = lazyDialog(
  async () => (await import('@/features/estimates/issuing/ContentDialog')).ContentDialog,
);
const GiveDialog = lazyDialog(
  async () => (await import('@/features/estimates/issuing/GiveDialog')).GiveDialog,
);

/** How the patient is given the estimate, and what is entered for it beside the form. */
export function GiveSection({ draft, edited }: { draft: EstimateDraft; edited: boolean }) {
  const { may } = usePermissions();
  const [opened, setOpened] = useState<'content' | 'issue' | 'give'>();
  const [url, setUrl] = useState<string | null>(null);
  const { changes, issues, state, mail_to } = draft;
  const mayIssue = may('estimate.issue') && state !== 'Void';
  const isDraft = state === 'Draft';
  const close = () => setOpened(undefined);
  return (
    <AsideSection title="Give it">
      {changes.length > 0 && issues[0] && (
        <Typography
          sx={{ mb: 1.5 }}
        >{`Changed since version ${issues[0].version}: ${changeWords(changes)}. ${asksForNew(changes) ? 'The patient needs a new version, at least one business day before the service.' : 'Issue a new version if the patient needs it.'}`}</Typography>
      )}
      {mayIssue && (
        <Box sx={{ display: 'grid', gap: 1 }}>
          {/* One button, which keeps the focus when issuing has changed what it does. */}
          <Button
            variant="contained"
            disabled={isDraft && edited}
            onClick={() => setOpened(isDraft ? 'issue' : 'give')}
          >
            {isDraft
              ? issues.length > 0
                ? 'Issue the next version'
                : 'Issue'
              : 'Give it once more'}
          </Button>
          <Button variant="outlined" disabled={edited} onClick={() => setOpened('content')}>
            What the law asks for
          </Button>
        </Box>
      )}
      {state !== 'Void' && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          {edited
            ? 'Save your changes first.'
            : mail_to
              ? `Mail goes to ${mail_to}.`
              : 'No mail can be sent: give the estimate on paper or by a link.'}
        </Typography>
      )}
      {state === 'Void' && (
        <Typography color="textSecondary">
          This estimate was voided, and is not given any more.
        </Typography>
      )}
      {url && <PatientLink url={url} />}
      {opened === 'content' && <ContentDialog draft={draft} onClose={close} />}
      {(opened === 'issue' || opened === 'give') && (
        <GiveDialog draft={draft} issuing={opened === 'issue'} onGiven={setUrl} onClose={close} />
      )}
    </AsideSection>
  );
}
