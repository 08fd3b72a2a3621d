import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';

import { asFailure } from '@/api/failure';
import {
  useKeepApartMutation,
  useSuspectAgainMutation,
  type ComparedPatient,
  type SuspectedPair,
} from '@/api/generated';
import { Button } from '@/components/Button';
import { lazyDialog } from '@/components/lazyDialog';
import { RowLink } from '@/components/RowLink';
import { Tag } from '@/components/Tag';
import { fullName, likenessWords, particulars } from '@/features/duplicates/likeness';
import { useNotify } from '@/lib/notices';
import { patientPath } from '@/lib/paths';

const MergeDialog = lazyDialog(
  async () => (await import('@/features/duplicates/MergeDialog')).MergeDialog,
);

/** Two patients who may be one person, side by side, and what can be decided about them. */
export function PairPanel({ pair: { first, second, likeness, reason } }: { pair: SuspectedPair }) {
  const title = useId();
  const [merging, setMerging] = useState(false);
  const [keepApart, { isLoading }] = useKeepApartMutation();
  const [suspectAgain] = useSuspectAgainMutation();
  const notify = useNotify(`pair ${first.id} ${second.id}`);
  const both = { id: first.id, other: second.id };
  const names = `${fullName(first)} and ${fullName(second)}`;

  const dismiss = async () => {
    try {
      await keepApart(both).unwrap();
      notify({
        tone: 'success',
        text: `${names} are two people`,
        undo: () => suspectAgain(both).unwrap(),
      });
    } catch (thrown) {
      notify({ tone: 'error', text: `Not saved. ${asFailure(thrown).message}` });
    }
  };

  return (
    <Paper component="article" variant="outlined" aria-labelledby={title} sx={{ p: 2 }}>
      <Stack spacing={1.5}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
          <Typography variant="h3" component="h2" id={title}>
            {names}
          </Typography>
          <Tag
            label={likenessWords[likeness]}
            color={likeness === 'very_likely' ? 'warning' : 'default'}
          />
        </Box>
        <Typography color="textSecondary">{reason}</Typography>
        <Box
          sx={{
            display: 'grid',
            columnGap: 2.5,
            rowGap: 1,
            gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
          }}
        >
          <Side patient={first} />
          <Side patient={second} />
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button
            variant="outlined"
            onClick={() => setMerging(true)}
            aria-label={`Merge: ${names}`}
          >
            Merge…
          </Button>
          <Button
            variant="outlined"
            loading={isLoading}
            onClick={() => void dismiss()}
            aria-label={`Not the same person: ${names}`}
          >
            Not the same person
          </Button>
        </Box>
      </Stack>
      {merging && (
        <MergeDialog
          first={{ id: first.id, name: fullName(first) }}
          second={{ id: second.id, name: fullName(second) }}
          onClose={() => setMerging(false)}
        />
      )}
    </Paper>
  );
}

function Side({ patient }: { patient: ComparedPatient }) {
  return (
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <RowLink
        to={patientPath(patient.id)}
        label={`Open the record of ${fullName(patient)}, number ${patient.id}`}
        strong
      >
        {fullName(patient)}
      </RowLink>
      <Typography variant="body2" color="textSecondary">
        {[`Number ${patient.id}`, particulars(patient)].filter(Boolean).join(', ')}
      </Typography>
    </Box>
  );
}
