import Box from '@mui/material/Box';

import { useShowEstimateQuery, type Patient } from '@/api/generated';
import { StatusChip } from '@/components/StatusChip';
import { useDraft } from '@/features/estimates/issuing/useDraft';
import { stateTone, stateWords } from '@/features/estimates/issuing/words';

interface Props {
  patient: Patient;
  /** Whether another estimate is being written that is not saved yet. */
  isNew: boolean;
}

/** The patient and the state of the estimate, beside the page's title. */
export function EstimateTitle({ patient: { id, first_name, last_name }, isNew }: Props) {
  const { data: found } = useShowEstimateQuery(id);
  const saved = isNew ? undefined : found;
  const draft = useDraft(saved?.id);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px' }}>
      <span>
        <Box
          component="b"
          sx={{ fontWeight: 600, color: 'text.primary' }}
        >{`${first_name} ${last_name}`}</Box>
        {saved ? `, version ${saved.version}` : isNew && ', new'}
      </span>
      {draft && <StatusChip tone={stateTone(draft)} label={stateWords(draft)} />}
    </Box>
  );
}
