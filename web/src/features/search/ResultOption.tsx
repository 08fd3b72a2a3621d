import PersonOutlined from '@mui/icons-material/PersonOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import type { FoundPatient } from '@/api/generated';
import { scrollIntoViewRef } from '@/components/scrollIntoViewRef';
import { StatusChip } from '@/components/StatusChip';
import type { Result } from '@/features/search/useSearch';
import { formatDate } from '@/lib/dates';
import { formatPhone } from '@/lib/phone';

interface Props {
  id: string;
  result: Result;
  active: boolean;
  onMove: () => void;
  onPick: () => void;
}

/** One result. The focus stays in the line above; the pointer and the arrows move the mark. */
export function ResultOption({ id, result, active, onMove, onPick }: Props) {
  return (
    <Box
      id={id}
      ref={active ? scrollIntoViewRef : null}
      role="option"
      aria-selected={active}
      onMouseMove={active ? undefined : onMove}
      // The focus stays in the line that is typed in.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
      sx={row}
    >
      {'patient' in result ? (
        <PatientRow patient={result.patient} />
      ) : (
        <>
          {result.place.icon}
          <span>{result.place.label}</span>
        </>
      )}
    </Box>
  );
}

function PatientRow({
  patient: { first_name, last_name, preferred_name, birth_date, phone, is_archived },
}: {
  patient: FoundPatient;
}) {
  const facts = [
    birth_date && `Born ${formatDate(birth_date)}`,
    phone && formatPhone(phone),
  ].filter(Boolean);
  return (
    <>
      <PersonOutlined />
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography component="span" sx={{ display: 'block', fontWeight: 600 }}>
          {[first_name, preferred_name && `“${preferred_name}”`, last_name]
            .filter(Boolean)
            .join(' ')}
        </Typography>
        {facts.length > 0 && (
          <Typography
            component="span"
            variant="body2"
            color="textSecondary"
            sx={{ display: 'block' }}
          >
            {facts.join(' · ')}
          </Typography>
        )}
      </Box>
      {is_archived && <StatusChip tone="neutral" label="Archived" />}
    </>
  );
}

const row = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  minHeight: 48,
  mx: 1,
  px: 1,
  py: 0.5,
  borderRadius: 1,
  cursor: 'pointer',
  '& > svg': { fontSize: 22, flexShrink: 0, color: 'text.secondary' },
  '&[aria-selected="true"]': {
    bgcolor: 'primary.light',
    color: 'primary.main',
    outline: '2px solid',
    outlineColor: 'transparent',
    '& .MuiTypography-root, & > svg': { color: 'inherit' },
  },
} as const;
