import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import { usePermissions } from '@/api/usePermissions';
import { ButtonLink } from '@/components/ButtonLink';
import { emergencyRecordPath } from '@/lib/paths';

/** The way for a member whose role opens no clinical record to open this one in an emergency. Nothing for everybody else. */
export function EmergencyLine({ patientId }: { patientId: number }) {
  const { may } = usePermissions();
  if (!may('emergency.use') || may('gfe.read')) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 16px' }}>
      <Typography color="textSecondary">Your role does not show clinical records.</Typography>
      <ButtonLink to={emergencyRecordPath(patientId)}>Emergency access</ButtonLink>
    </Box>
  );
}
