import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';

import { asFailure } from '@/api/failure';
import { useEndSupportAccessMutation, type SupportAccess } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { useSession } from '@/api/useSession';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { formatInstant } from '@/lib/dates';

/** Shows the clinic who has support access to it; those who may change the settings can end it. */
export function SupportBanner({ leave }: { leave: SupportAccess[] }) {
  return leave.map((access) => <AccessBanner key={access.id} access={access} />);
}

function AccessBanner({ access }: { access: SupportAccess }) {
  const zone = useTimeZone();
  const { may } = usePermissions();
  const [end, { isLoading, error }] = useEndSupportAccessMutation();
  return (
    <Alert
      severity="info"
      role="status"
      sx={{
        mb: 3,
        displayPrint: 'none',
        overflowWrap: 'anywhere',
        '& .MuiAlert-message': { flex: 1 },
      }}
      action={
        may('clinic.settings.write') && (
          <Button color="inherit" loading={isLoading} onClick={() => void end(access.id)}>
            End it now
          </Button>
        )
      }
    >
      {`${access.operator} from Celadon’s support may look into this clinic until ${formatInstant(access.ends_at, zone)}, but change nothing. Reason: ${access.reason}`}
      {error && (
        <Typography variant="body2" role="alert">
          {asFailure(error).message}
        </Typography>
      )}
    </Alert>
  );
}

/** Shows support staff that their access is read-only. */
export function ReadOnlyBanner() {
  const session = useSession();
  if (!session?.support) return null;
  return (
    <Alert severity="warning" role="status" sx={{ mb: 3, displayPrint: 'none' }}>
      {`You look into this clinic as its support until ${formatInstant(session.support.ends_at, session.clinic.time_zone)}. Nothing can be changed, and every look is in the clinic’s log.`}
    </Alert>
  );
}
