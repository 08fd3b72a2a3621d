import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { asFailure } from '@/api/failure';
import {
  useIssueConsentMutation,
  type IssuedConsent,
  type ConsentRequirement,
} from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { PortalLink } from '@/features/consents/PortalLink';
import { useCopyLink } from '@/features/consents/useCopyLink';
import { formatInstantDate } from '@/lib/dates';

interface Props {
  patientId: number;
  /** The service's name. */
  service: string;
  needed: readonly ConsentRequirement[];
}

/** Says which of the needed consents the patient has signed; one that is missing is issued with one press. */
export function NeededConsentsNotice({ patientId, service, needed }: Props) {
  const zone = useTimeZone();
  const [issued, setIssued] = useState<IssuedConsent>();
  const missing = needed.filter(({ status }) => status !== 'Signed');
  const link = issued && <PortalLink issued={issued} onDismiss={() => setIssued(undefined)} />;
  if (missing.length === 0) {
    return (
      <Stack spacing={1}>
        {link}
        <Typography color="textSecondary">
          {needed
            .map(
              ({ name, valid_until }) =>
                `${name} is signed, valid until ${formatInstantDate(valid_until, zone)}.`,
            )
            .join(' ')}
        </Typography>
      </Stack>
    );
  }
  return (
    <Stack spacing={1.5}>
      <Alert
        severity="warning"
        role="status"
        slotProps={{ message: { sx: { flex: 1, minWidth: 0 } } }}
      >
        {`${service} needs ${missing.length === 1 ? 'a consent' : `${missing.length} consents`} from the patient:`}
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {missing.map((one) => (
            <MissingConsent
              key={one.template_id}
              patientId={patientId}
              needed={one}
              onIssued={setIssued}
            />
          ))}
        </Box>
      </Alert>
      {link}
    </Stack>
  );
}

const inWords: Record<Exclude<ConsentRequirement['status'], 'Signed'>, string> = {
  Missing: 'not issued yet',
  Waiting: 'issued, not signed yet',
  Declined: 'declined',
  Withdrawn: 'withdrawn by the patient',
  Expired: 'signed, but no longer valid',
};

interface MissingProps {
  patientId: number;
  needed: ConsentRequirement;
  onIssued: (issued: IssuedConsent) => void;
}

function MissingConsent({
  patientId,
  needed: { template_id, name, status },
  onIssued,
}: MissingProps) {
  const { may } = usePermissions();
  const [issue, { isLoading }] = useIssueConsentMutation();
  const copyLink = useCopyLink();
  const [problem, setProblem] = useState('');
  const send = async () => {
    setProblem('');
    const answer = issue({ patientId, issueConsent: { templateId: template_id } }).unwrap();
    // Called within the tap, with the link as a promise: Safari allows no copying afterwards.
    const copied = copyLink(answer.then(({ portal_url }) => portal_url));
    try {
      onIssued(await answer);
      await copied;
    } catch (thrown) {
      const { message } = asFailure(thrown);
      console.error('Issuing the consent failed:', message);
      setProblem(
        message === 'Request failed'
          ? 'The consent was not issued. Please try again.'
          : `The consent was not issued. ${message}`,
      );
    }
  };
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1.5,
        minHeight: 44,
      }}
    >
      <Box component="span" sx={{ flex: '1 1 200px', overflowWrap: 'anywhere' }}>
        <strong>{name}</strong>
        {status !== 'Signed' && `: ${inWords[status]}.`}
        {problem && ` ${problem}`}
      </Box>
      {status !== 'Waiting' && may('consent.issue') && (
        <Button
          variant="outlined"
          color="inherit"
          aria-label={`Issue ${name}`}
          loading={isLoading}
          onClick={() => void send()}
        >
          Issue
        </Button>
      )}
    </Box>
  );
}
