import { useState } from 'react';

import type { DeclinedConsent, PortalConsent, SignedConsent } from '@/api/generated';
import { ConsentText } from '@/components/ConsentText';
import { consentUrl } from '@/features/portal/consentUrl';
import { Declined } from '@/features/portal/Declined';
import { DeclineForm } from '@/features/portal/DeclineForm';
import { ElectronicRecords } from '@/features/portal/ElectronicRecords';
import { EndOfText } from '@/features/portal/EndOfText';
import { ErrorBoundary } from '@/features/portal/ErrorBoundary';
import { InvalidLink } from '@/features/portal/InvalidLink';
import { Loading } from '@/features/portal/Loading';
import { SignForm } from '@/features/portal/SignForm';
import { ThankYou } from '@/features/portal/ThankYou';
import { tokenIn, useLink } from '@/features/portal/useLink';
import { VisitSite } from '@/features/portal/VisitSite';
import { clinicName } from '@/lib/clinicName';

/** The patient's page: a visit to answer, or a consent to sign. */
export function PortalSite({ path }: { path: string }) {
  const isVisit = path.startsWith('/portal/visit/');
  return (
    <main>
      <ErrorBoundary>
        {isVisit ? <VisitSite token={tokenIn(path, /^\/portal\/visit\/([^/]+)\/?$/)} /> : <ConsentByLink token={tokenIn(path, /^\/portal\/sign\/([^/]+)\/?$/)} />}
      </ErrorBoundary>
    </main>
  );
}

/** Loading, an invalid link, the consent to sign or decline, the signed copy, or that it was declined. */
function ConsentByLink({ token }: { token: string }) {
  const { opening, retry } = useLink<PortalConsent>(token === '' ? '' : consentUrl(token));
  const clinic = opening.phase === 'open' ? opening.found.clinic_name : clinicName();
  return (
    <>
      <title>Sign your consent · Celadon</title>
      {clinic && <p className="clinic">{clinic}</p>}
      {opening.phase === 'loading' && <Loading />}
      {opening.phase === 'failed' && <InvalidLink onRetry={opening.lostConnection ? retry : undefined} />}
      {opening.phase === 'open' && <Consent token={token} consent={opening.found} />}
    </>
  );
}

function Consent({ token, consent }: { token: string; consent: PortalConsent }) {
  const [decided, setDecided] = useState<SignedConsent | DeclinedConsent | null>(null);
  const [declining, setDeclining] = useState(false);
  // The answer is merged into the consent, as the link would return it from then on.
  const copy = { ...consent, ...decided };

  if (copy.signed_at) return <ThankYou token={token} consent={copy} signedAt={copy.signed_at} />;
  if (copy.declined_at) return <Declined clinic={consent.clinic_name} declinedAt={copy.declined_at} zone={consent.time_zone} />;
  return (
    <div className="stack">
      <div>
        <h1>{`Hello ${consent.patient_first_name}`}</h1>
        <p>{`${consent.clinic_name} asks you to read this form and to sign it.`}</p>
      </div>
      <ConsentText label="Consent text" html={consent.template} />
      <EndOfText token={token} />
      {/* Hidden and not removed, so that what was typed is still there for those who come back. */}
      <div hidden={declining}>
        <div className="stack">
          {consent.electronic_records && <ElectronicRecords notice={consent.electronic_records.notice} />}
          <SignForm token={token} wording={consent.electronic_records} onSigned={setDecided} />
          <button type="button" className="button" onClick={() => setDeclining(true)}>I do not want to sign</button>
        </div>
      </div>
      {declining && <DeclineForm token={token} clinic={consent.clinic_name} onDeclined={setDecided} onBack={() => setDeclining(false)} />}
    </div>
  );
}
