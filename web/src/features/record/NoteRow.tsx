import PushPin from '@mui/icons-material/PushPin';
import WarningRounded from '@mui/icons-material/WarningRounded';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';

import type { PatientNote } from '@/api/generated';
import { useTimeZone } from '@/api/useTimeZone';
import { WordButton } from '@/components/WordButton';
import { Mark } from '@/features/record/Mark';
import { formatInstant } from '@/lib/dates';

interface Props {
  note: PatientNote;
  /** Shows what it said before. */
  onVersions: () => void;
  /** Absent for those who may only read. */
  actions?: { edit: () => void; pin: () => void; remove: () => void };
}

/** One note: its mark, its text, who wrote and who changed it, and what can be done with it. */
export function NoteRow({
  note: { kind, body, pinned, author, created_at, changed_by, changed_at },
  onVersions,
  actions,
}: Props) {
  const zone = useTimeZone();
  const written = `${author}, ${formatInstant(created_at, zone)}`;
  const changed = changed_by && `changed by ${changed_by}, ${formatInstant(changed_at, zone)}`;
  const of = `${kind} of ${written}`;
  return (
    <Box
      component="li"
      sx={{
        py: 1.5,
        borderTop: 1,
        borderColor: 'rule',
        '&:first-of-type': { borderTop: 0, pt: 0 },
      }}
    >
      {kind === 'alert' && <Mark icon={<WarningRounded />} tone="warning" word="Alert" />}
      {pinned && <Mark icon={<PushPin />} tone="quiet" word="Pinned" />}
      <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxWidth: 720 }}>
        {body}
      </Typography>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
        <Typography
          variant="body2"
          color="textSecondary"
          sx={{ flex: '1 1 200px', overflowWrap: 'anywhere' }}
        >
          {[written, changed].filter(Boolean).join(' · ')}
        </Typography>
        {changed && (
          <WordButton
            label="Earlier versions"
            name={`Earlier versions of the ${of}`}
            onPress={onVersions}
          />
        )}
        {actions && (
          <Box>
            {kind === 'note' && (
              <WordButton
                label={pinned ? 'Unpin' : 'Pin'}
                name={`${pinned ? 'Unpin' : 'Pin'} the ${of}`}
                onPress={actions.pin}
              />
            )}
            <WordButton label="Edit" name={`Edit the ${of}`} onPress={actions.edit} />
            <WordButton label="Remove" name={`Remove the ${of}`} onPress={actions.remove} danger />
          </Box>
        )}
      </Stack>
    </Box>
  );
}
