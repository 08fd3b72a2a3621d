import type { PortalConsent } from '@/api/generated';
import { ClinicReach } from '@/features/portal/ClinicReach';
import { ConsentToSign } from '@/features/portal/ConsentToSign';
import { consentUrl } from '@/features/portal/consentUrl';
import { ErrorBoundary } from '@/features/portal/ErrorBoundary';
import { EstimateSite } from '@/features/portal/EstimateSite';
import { InvalidLink } from '@/features/portal/InvalidLink';
import { Loading } from '@/features/portal/Loading';
import { tokenIn, useLink } from '@/features/portal/useLink';
import { VisitSite } from '@/features/portal/VisitSite';
import { clinicName } from '@/lib/clinicName';

/** The patient's page: a visit to answer, an estimate to read, or a consent to sign. */
export function PortalSite({ path }: { path: string }) {
  return (
    <main>
      <ErrorBoundary>
        <Page path={path} />
      </ErrorBoundary>
    </main>
  );
}

function Page({ path }: { path: string }) {
  if (path.startsWith('/portal/visit/'))
    return <VisitSite token={tokenIn(path, /^\/portal\/visit\/([^/]+)\/?$/)} />;
  if (path.startsWith('/portal/estimate/'))
    return <EstimateSite token={tokenIn(path, /^\/portal\/estimate\/([^/]+)\/?$/)} />;
  return <ConsentByLink token={tokenIn(path, /^\/portal\/sign\/([^/]+)\/?$/)} />;
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
      {opening.phase === 'failed' && (
        <InvalidLink onRetry={opening.lostConnection ? retry : undefined} />
      )}
      {opening.phase === 'open' && (
        <>
          <ConsentToSign token={token} consent={opening.found} />
          <ClinicReach {...opening.found} />
        </>
      )}
    </>
  );
}
