import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';

import { usePermissions } from '@/api/usePermissions';
import { Button } from '@/components/Button';
import { ButtonLink } from '@/components/ButtonLink';
import { NeededConsents } from '@/features/consents';
import { patientName } from '@/features/appointments/patientName';
import { factsOf } from '@/features/appointments/calendar/facts';
import { Glyph } from '@/features/appointments/calendar/Glyph';
import { isOver, mayBecome, shownAs } from '@/features/appointments/calendar/status';
import { RequestSteps } from '@/features/appointments/calendar/RequestSteps';
import { useVisitMoney } from '@/features/appointments/calendar/useVisitMoney';
import { StatusSteps } from '@/features/appointments/calendar/StatusSteps';
import type { Visit } from '@/features/appointments/calendar/visit';
import { VisitHistory } from '@/features/appointments/calendar/VisitHistory';
import { timeRangeFormatter } from '@/features/appointments/timeFormat';
import { formatInstantDate } from '@/lib/dates';
import { patientPath } from '@/lib/paths';

interface Props {
  visit: Visit;
  timeZone: string;
  titleId: string;
  onMove: () => void;
  onEdit: () => void;
  onCancel: () => void;
  onDecline: () => void;
  onClose: () => void;
}

/** One appointment: when and with whom, its status, what is in order and what is not, what happened, and what can be done. */
export function VisitPanel({
  visit,
  timeZone,
  titleId,
  onMove,
  onEdit,
  onCancel,
  onDecline,
  onClose,
}: Props) {
  const { may, mayLimited } = usePermissions();
  const {
    patient_id,
    service,
    provider_name,
    resource_name,
    notes,
    starts_at,
    ends_at,
    status,
    cancel_reason,
  } = visit;
  const mayChange = may('appointment.update');
  const facts = factsOf(visit);
  const requested = shownAs(visit) === 'Requested';
  const { code: money } = useVisitMoney();
  return (
    <Stack spacing={2}>
      <Box sx={{ display: 'flex', alignItems: 'start', justifyContent: 'space-between', gap: 1 }}>
        <Typography
          variant="h2"
          id={titleId}
          sx={{ fontSize: '1.5rem', lineHeight: 32 / 24, overflowWrap: 'anywhere' }}
        >
          {patientName(visit)}
        </Typography>
        <IconButton aria-label="Close" onClick={onClose} sx={{ mt: -0.75, mr: -1 }}>
          <Close />
        </IconButton>
      </Box>
      <Box component="dl" sx={pairs}>
        <dt>When</dt>
        <dd>
          <strong>{timeRangeFormatter(timeZone)(starts_at, ends_at)}</strong>
          <br />
          {formatInstantDate(starts_at, timeZone)}
        </dd>
        <dt>Service</dt>
        <dd>{service}</dd>
        <dt>Provider</dt>
        <dd>{provider_name ?? 'Any provider'}</dd>
        {resource_name && (
          <>
            <dt>Room</dt>
            <dd>{resource_name}</dd>
          </>
        )}
        {notes && (
          <>
            <dt>Notes</dt>
            <dd>{notes}</dd>
          </>
        )}
        {cancel_reason && (
          <>
            <dt>Cancelled</dt>
            <dd>{cancel_reason}</dd>
          </>
        )}
      </Box>
      {requested ? (
        <RequestSteps visit={visit} disabled={!mayChange} onDecline={onDecline} />
      ) : (
        <StatusSteps visit={visit} disabled={!mayChange} />
      )}
      {facts.length > 0 && (
        <Box component="ul" aria-label="Before the visit" sx={list}>
          {facts.map(({ tone, sentence }) => (
            <li key={sentence} className={tone}>
              <Glyph of={tone} />
              {sentence}
            </li>
          ))}
        </Box>
      )}
      {/* Above what is still on its way, which would push a button from under a finger. */}
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fit, minmax(130px, 1fr))',
          gap: 1,
        }}
      >
        {mayChange && !isOver(status) && (
          <Button variant="outlined" onClick={onMove}>
            Move to…
          </Button>
        )}
        {mayChange && (
          <Button variant="outlined" onClick={onEdit}>
            Edit
          </Button>
        )}
        {patient_id !== null && mayLimited('patient.read') && (
          <ButtonLink variant="outlined" to={patientPath(patient_id)}>
            Open record
          </ButtonLink>
        )}
        {mayChange && !requested && mayBecome(status, 'Cancelled') && (
          <Button color="error" onClick={onCancel}>
            Cancel visit
          </Button>
        )}
      </Box>
      {patient_id !== null && !isOver(status) && (
        <NeededConsents patientId={patient_id} service={service} />
      )}
      {patient_id !== null && money && <money.VisitMoney visit={visit} patientId={patient_id} />}
      <VisitHistory id={visit.id} timeZone={timeZone} />
    </Stack>
  );
}

const pairs = {
  display: 'grid',
  gridTemplateColumns: '80px minmax(0, 1fr)',
  gap: '4px 12px',
  m: 0,
  '& dt': { color: 'text.secondary' },
  '& dd': { m: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
} as const;

const list = {
  listStyle: 'none',
  m: 0,
  p: 0,
  borderBlock: 1,
  borderColor: 'divider',
  '--card-ground': 'var(--mui-palette-background-paper)',
  '& li': {
    display: 'flex',
    alignItems: 'center',
    gap: 1,
    minHeight: 40,
    typography: 'body2',
    fontWeight: 600,
  },
  '& li + li': { borderTop: 1, borderColor: 'rule' },
  '& .good': { color: 'success.main' },
  '& .careful': { color: 'warning.main' },
  '& .bad': { color: 'error.main' },
  '& svg': { flex: 'none' },
} as const;
