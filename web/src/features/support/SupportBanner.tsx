import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';

import { useEndSupportAccessMutation, type SupportAccess } from '@/api/generated';
import { asFailure } from '@/api/failure';
import { useMay } from '@/api/useMay';
import { useSession } from '@/api/useSession';
import { Button } from '@/components/Button';
import { formatInstant } from '@/lib/dates';

/** Says to the clinic who of the service may look into it, as long as they may; whoever may change the settings can end it. */
export function SupportBanner({ leave }: { leave: SupportAccess[] }) {
  return leave.map((access) => <Leave key={access.id} access={access} />);
}

function Leave({ access }: { access: SupportAccess }) {
  const zone = useSession()?.clinic.time_zone ?? 'UTC';
  const { may } = useMay();
  const [end, { isLoading, error }] = useEndSupportAccessMutation();
  return (
    <Alert
      severity="info"
      role="status"
      sx={{ mb: 3, displayPrint: 'none', overflowWrap: 'anywhere', '& .MuiAlert-message': { flex: 1 } }}
      action={may('clinic.settings.write') && (
        <Button color="inherit" loading={isLoading} onClick={() => void end(access.id)}>End it now</Button>
      )}
    >
      {`${access.operator}, of Celadon’s support, may look into this clinic until ${formatInstant(access.ends_at, zone)}, and change nothing. Why: ${access.reason}`}
      {error && <Typography variant="body2" role="alert">{asFailure(error).message}</Typography>}
    </Alert>
  );
}

/** Says to somebody of the service that they look and change nothing. */
export function LookingBanner() {
  const session = useSession();
  if (!session?.support) return null;
  return (
    <Alert severity="warning" role="status" sx={{ mb: 3, displayPrint: 'none' }}>
      {`You look into this clinic as its support until ${formatInstant(session.support.ends_at, session.clinic.time_zone)}. Nothing can be changed, and every look is in the clinic’s log.`}
    </Alert>
  );
}
