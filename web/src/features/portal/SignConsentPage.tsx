import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useState } from 'react';
import { useParams } from 'react-router';

import { isFailure } from '@/api/failure';
import { useOpenConsentQuery, type PortalConsent } from '@/api/generated';
import { PageSkeleton } from '@/components/PageSkeleton';
import { ConsentText } from '@/components/ConsentText';
import { ElectronicRecords } from '@/features/portal/ElectronicRecords';
import { InvalidLink } from '@/features/portal/InvalidLink';
import type { Given } from '@/features/portal/SignForm';
import { clinicName } from '@/lib/clinicName';

// The text can be read before the form beneath it is here.
const SignForm = lazy(async () => ({ default: (await import('@/features/portal/SignForm')).SignForm }));
const ThankYou = lazy(async () => ({ default: (await import('@/features/portal/ThankYou')).ThankYou }));

/** The page behind the secret link, for patients on their own phone: read the consent and sign it, without an account. */
export function Component() {
  const { token = '' } = useParams();
  const { data: consent, error, isFetching, refetch } = useOpenConsentQuery(token, { skip: token === '' });

  const content = () => {
    if (consent) return <Consent key={token} token={token} consent={consent} />;
    if (isFetching) return <PageSkeleton />;
    const lostConnection = isFailure(error) && error.status === 'NETWORK';
    return <InvalidLink onRetry={lostConnection ? refetch : undefined} />;
  };

  return (
    <Box component="main" sx={{ maxWidth: 720, mx: 'auto', px: 2, py: { xs: 3, sm: 6 } }}>
      <Typography variant="h2" component="p" sx={{ mb: 3, color: 'primary.main', overflowWrap: 'anywhere' }}>{consent?.clinic_name ?? clinicName()}</Typography>
      <Suspense fallback={<PageSkeleton />}>{content()}</Suspense>
    </Box>
  );
}

function Consent({ token, consent }: { token: string; consent: PortalConsent }) {
  const [signed, setSigned] = useState<{ at: string; given: Given } | null>(null);
  const signedAt = signed?.at ?? consent.signed_at;

  if (signedAt) return <ThankYou consent={consent} signedAt={signedAt} given={signed?.given ?? null} />;
  return (
    <Stack spacing={3}>
      <Box>
        <Typography variant="h1" gutterBottom>{`Hello ${consent.patient_first_name}`}</Typography>
        <Typography>{`${consent.clinic_name} asks you to read this form and to sign it.`}</Typography>
      </Box>
      <ConsentText label="Consent text" html={consent.template} />
      <ElectronicRecords clinic={consent.clinic_name} />
      <Suspense fallback={<Skeleton variant="rounded" height={190} />}>
        <SignForm token={token} onSigned={(at, given) => setSigned({ at, given })} />
      </Suspense>
    </Stack>
  );
}
