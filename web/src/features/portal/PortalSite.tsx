import { useState } from 'react';

import type { PortalConsent, SignedConsent } from '@/api/generated';
import { ConsentText } from '@/components/ConsentText';
import { ElectronicRecords } from '@/features/portal/ElectronicRecords';
import { ErrorBoundary } from '@/features/portal/ErrorBoundary';
import { InvalidLink } from '@/features/portal/InvalidLink';
import { SignForm } from '@/features/portal/SignForm';
import { ThankYou } from '@/features/portal/ThankYou';
import { tokenFromPath, useConsentLink } from '@/features/portal/useConsentLink';
import { clinicName } from '@/lib/clinicName';

/** The patient's page: loading, an invalid link, the consent to sign, or the signed copy. */
export function PortalSite({ path }: { path: string }) {
  return (
    <main>
      <title>Sign your consent · Celadon</title>
      <ErrorBoundary>
        <Opened token={tokenFromPath(path)} />
      </ErrorBoundary>
    </main>
  );
}

function Opened({ token }: { token: string }) {
  const { opening, retry } = useConsentLink(token);
  const clinic = opening.phase === 'open' ? opening.consent.clinic_name : clinicName();
  return (
    <>
      {clinic && <p className="clinic">{clinic}</p>}
      {opening.phase === 'loading' && <Loading />}
      {opening.phase === 'failed' && <InvalidLink onRetry={opening.lostConnection ? retry : undefined} />}
      {opening.phase === 'open' && <Consent token={token} consent={opening.consent} />}
    </>
  );
}

/** The outline of the page while it loads. */
function Loading() {
  return (
    <div className="stack tight" role="status" aria-label="Loading">
      <div className="pulse line" />
      <div className="pulse sheet-sized" />
    </div>
  );
}

function Consent({ token, consent }: { token: string; consent: PortalConsent }) {
  const [signed, setSigned] = useState<SignedConsent | null>(null);
  // After signing, the answer is merged into the consent, as the link would return it from then on.
  const copy = { ...consent, ...signed };

  if (copy.signed_at) return <ThankYou consent={copy} signedAt={copy.signed_at} />;
  return (
    <div className="stack">
      <div>
        <h1>{`Hello ${consent.patient_first_name}`}</h1>
        <p>{`${consent.clinic_name} asks you to read this form and to sign it.`}</p>
      </div>
      <ConsentText label="Consent text" html={consent.template} />
      <ElectronicRecords clinic={consent.clinic_name} />
      <SignForm token={token} onSigned={setSigned} />
    </div>
  );
}
