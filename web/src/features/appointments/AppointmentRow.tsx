import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router';

import type { Appointment } from '@/api/generated';
import { StatusChip } from '@/components/StatusChip';

interface Props {
  appointment: Appointment;
  /** From when to when. */
  time: string;
  /** Whether the patient's record may be opened. */
  linked: boolean;
}

/** One visit: when, who, for what, with whom. */
export function AppointmentRow({ appointment, time, linked }: Props) {
  const { patient_id, service, provider_name, notes, allow_overlap } = appointment;
  const name = patientName(appointment);
  return (
    <Box component="li" sx={{ display: 'grid', gap: { xs: 0.5, sm: 2 }, gridTemplateColumns: { xs: '1fr', sm: '12.5rem 1fr' }, py: 1.5, alignItems: 'start', '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Typography sx={{ fontVariantNumeric: 'tabular-nums', fontWeight: 600, minHeight: { sm: 44 }, display: 'flex', alignItems: 'center' }}>{time}</Typography>
      <Box sx={{ minWidth: 0 }}>
        {linked
          ? <Link component={RouterLink} to={`/patients/${patient_id}`} sx={{ display: 'inline-flex', alignItems: 'center', minHeight: 44, fontWeight: 600 }}>{name}</Link>
          : <Typography sx={{ fontWeight: 600, minHeight: { sm: 44 }, display: 'flex', alignItems: 'center' }}>{name}</Typography>}
        <Typography>{provider_name ? `${service} with ${provider_name}` : service}</Typography>
        {notes && <Typography color="textSecondary" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{notes}</Typography>}
        {allow_overlap && <Box sx={{ mt: 0.5 }}><StatusChip tone="warning" label="Overlap allowed" /></Box>}
      </Box>
    </Box>
  );
}

/** Somebody without a name here is still somebody (specification, section 2). */
export function patientName({ patient_id, first_name, last_name }: Pick<Appointment, 'patient_id' | 'first_name' | 'last_name'>): string {
  return [first_name, last_name].map((name) => name?.trim()).filter(Boolean).join(' ') || `Patient #${patient_id}`;
}
