import Box from '@mui/material/Box';

import { useShowEstimateQuery, type Patient } from '@/api/generated';
import { StatusChip } from '@/components/StatusChip';
import { useDraft } from '@/features/estimates/issuing/useDraft';
import { stateTone, stateWords } from '@/features/estimates/issuing/words';

/** Whose estimate it is, and how far it has come, beside the page's title. */
export function EstimateTitle({ patient: { id, first_name, last_name } }: { patient: Patient }) {
  const { data: saved } = useShowEstimateQuery(id);
  const draft = useDraft(saved?.id);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px' }}>
      <span><Box component="b" sx={{ fontWeight: 600, color: 'text.primary' }}>{`${first_name} ${last_name}`}</Box>{saved ? `, version ${saved.version}` : ''}</span>
      {draft && <StatusChip tone={stateTone(draft)} label={stateWords(draft)} />}
    </Box>
  );
}
