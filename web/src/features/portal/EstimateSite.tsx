import type { PortalEstimate } from '@/api/generated';
import { Answer } from '@/features/portal/estimate/Answer';
import { Charges } from '@/features/portal/estimate/Charges';
import { estimateUrl } from '@/features/portal/estimate/estimateUrl';
import { Giver } from '@/features/portal/estimate/Giver';
import { Meaning } from '@/features/portal/estimate/Meaning';
import { Reach } from '@/features/portal/estimate/Reach';
import { InvalidLink } from '@/features/portal/InvalidLink';
import { Loading } from '@/features/portal/Loading';
import { useLink } from '@/features/portal/useLink';
import { clinicName } from '@/lib/clinicName';
import { formatDate, formatInstantDate } from '@/lib/dates';

/** A Good Faith Estimate behind a patient's link: read, saved, printed, received, asked about. Opening it receives nothing. */
export function EstimateSite({ token }: { token: string }) {
  const { opening, retry } = useLink<PortalEstimate>(token === '' ? '' : estimateUrl(token));
  const found = opening.phase === 'open' ? opening.found : undefined;
  const clinic = found?.clinic_name ?? clinicName();
  return (
    <div className="estimate">
      <title>Your Good Faith Estimate · Celadon</title>
      <header className="head">
        {clinic && <p className="clinic">{clinic}</p>}
        {found?.document.clinic.phone && (
          <Reach phone={found.document.clinic.phone} words="Call us" />
        )}
      </header>
      {opening.phase === 'loading' && <Loading />}
      {opening.phase === 'failed' &&
        (opening.reason ? (
          <Closed reason={opening.reason} />
        ) : (
          <InvalidLink what="estimate" onRetry={opening.lostConnection ? retry : undefined} />
        ))}
      {found && <Opened token={token} found={found} />}
    </div>
  );
}

/** There is a newer version, or the clinic has withdrawn it. */
function Closed({ reason }: { reason: string }) {
  return (
    <>
      <h1>Your Good Faith Estimate</h1>
      <p role="status">{reason}</p>
    </>
  );
}

function Opened({ token, found }: { token: string; found: PortalEstimate }) {
  const { document, version, time_zone: zone, issued_at } = found;
  return (
    <>
      <div>
        <h1>Your Good Faith Estimate</h1>
        <p className="muted small">{`For ${document.patient_name}, born ${formatDate(document.patient_birth_date)}.`}</p>
        <p className="muted small">{`Version ${version}, ${formatInstantDate(issued_at, zone)}, good until ${formatDate(document.valid_until)}.`}</p>
      </div>
      <Charges document={document} />
      <Meaning texts={document.texts} />
      <Giver document={document} />
      <Answer token={token} found={found} />
    </>
  );
}
