import Box from '@mui/material/Box';

import { QueryFailure } from '@/components/LoadFailure';
import { PageSkeleton } from '@/components/PageSkeleton';
import { AsideSection } from '@/features/estimates/issuing/AsideSection';
import { GiveSection } from '@/features/estimates/issuing/GiveSection';
import { IssuedList } from '@/features/estimates/issuing/IssuedList';
import { LegalParts } from '@/features/estimates/issuing/LegalParts';
import { useDraftQuery } from '@/features/estimates/issuing/useDraft';

interface Props {
  estimateId: number;
  /** Whether the form says something else than what is saved: that would not be issued. */
  edited: boolean;
}

/** How the estimate is given to the patient, what is missing for a complete one, and what was issued. */
export function IssuePanel({ estimateId, edited }: Props) {
  const query = useDraftQuery(estimateId);
  const { currentData: draft, isError } = query;
  if (!draft)
    return (
      <Box sx={{ p: 2 }}>
        <QueryFailure what="The versions for the patient could not be loaded." query={query} />
        {!isError && <PageSkeleton />}
      </Box>
    );
  return (
    <>
      <QueryFailure what="The versions for the patient could not be loaded." query={query} />
      <GiveSection draft={draft} edited={edited} />
      {draft.state !== 'Void' && <LegalParts missing={draft.missing} />}
      {draft.issues.length > 0 && (
        <AsideSection title="Issued">
          <IssuedList estimateId={draft.estimate_id} issues={draft.issues} />
        </AsideSection>
      )}
    </>
  );
}
