import Box from '@mui/material/Box';

import { useShowEstimateQuery, type EstimateDraft, type Patient } from '@/api/generated';
import { StatusChip } from '@/components/StatusChip';
import { useDraft } from '@/features/estimates/issuing/useDraft';
import { stateTones } from '@/features/estimates/issuing/words';

/** Whose estimate it is, and how far it has come, beside the page's title. */
export function EstimateTitle({ patient: { id, first_name, last_name } }: { patient: Patient }) {
  const { data: saved } = useShowEstimateQuery(id);
  const draft = useDraft(saved?.id);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px' }}>
      <span><Box component="b" sx={{ fontWeight: 600, color: 'text.primary' }}>{`${first_name} ${last_name}`}</Box>{saved ? `, version ${saved.version}` : ''}</span>
      {draft && <StatusChip tone={isReady(draft) ? 'warning' : stateTones[draft.state]} label={stateWords(draft)} />}
    </Box>
  );
}

const isReady = ({ state, missing }: EstimateDraft) => state === 'Draft' && missing.length === 0;

/** 'Draft', 'Ready, not given', 'Changed, not given', 'Issued', 'Received' or 'Void'. */
export function stateWords(draft: EstimateDraft): string {
  const { state, issues } = draft;
  if (state === 'Draft' && issues.length > 0) return 'Changed, not given';
  if (isReady(draft)) return 'Ready, not given';
  return state === 'Issued' && issues[0]?.received_at ? 'Received' : state;
}
