import Stack from '@mui/material/Stack';
import { useState } from 'react';

import { useListConsentsQuery, type IssuedConsent } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { ConsentList } from '@/features/consents/ConsentList';
import { IssueConsent } from '@/features/consents/IssueConsent';
import { PortalLink } from '@/features/consents/PortalLink';
import { SignHere } from '@/features/kiosk';

/** Sends consents to the patient and shows which of them are signed. */
export function Consents({ patientId }: { patientId: number }) {
  const { may } = usePermissions();
  // Only the answer to issuing holds the link, so each link is shown until it is dismissed or the consent is signed.
  const [issued, setIssued] = useState<readonly IssuedConsent[]>([]);
  const { currentData: consents } = useListConsentsQuery(patientId);
  const waiting =
    consents?.filter(({ status }) => status === 'Pending' || status === 'Expired').length ?? 0;
  const signed = (id: number) =>
    consents?.some((consent) => consent.id === id && consent.status === 'Signed');
  const show = (consent: IssuedConsent) => setIssued((links) => [consent, ...links]);
  const putAway = (id: number) =>
    setIssued((links) => links.filter(({ consent }) => consent.id !== id));

  return (
    <Stack spacing={2.5}>
      {may('consent.issue') && may('consent_template.read') && (
        <IssueConsent patientId={patientId} onIssued={show} />
      )}
      {issued
        .filter(({ consent }) => !signed(consent.id))
        .map((one) => (
          <PortalLink key={one.consent.id} issued={one} onDismiss={() => putAway(one.consent.id)} />
        ))}
      {may('consent.issue') && waiting > 0 && <SignHere patientId={patientId} waiting={waiting} />}
      <ConsentList patientId={patientId} onRevoked={putAway} onIssued={show} />
    </Stack>
  );
}
