import Stack from '@mui/material/Stack';
import { memo, useState } from 'react';

import { useListConsentsQuery, type IssuedConsent } from '@/api/generated';
import { useMay } from '@/api/useMay';
import { NoPermission } from '@/components/NoPermission';
import { Panel } from '@/components/Panel';
import { ConsentList } from '@/features/patient-record/ConsentList';
import { IssueConsent } from '@/features/patient-record/IssueConsent';
import { PortalLink } from '@/features/patient-record/PortalLink';

/** Sends consents to the patient and shows which of them are signed. */
export const ConsentsPanel = memo(function ConsentsPanel({ patientId }: { patientId: number }) {
  const { may } = useMay();
  // The answer to an issue is the only one that ever holds its link: each stays until it is put away, or has done its work.
  const [issued, setIssued] = useState<readonly IssuedConsent[]>([]);
  const { currentData: consents } = useListConsentsQuery(patientId, { skip: !may('consent.list') });
  const signed = (id: number) => consents?.some((consent) => consent.id === id && consent.status === 'Signed');
  const putAway = (id: number) => setIssued((links) => links.filter(({ consent }) => consent.id !== id));

  if (!may('consent.list')) return <Panel title="Digital Consents"><NoPermission what="patients' consents" /></Panel>;
  return (
    <Panel title="Digital Consents">
      <Stack spacing={2.5}>
        {may('consent.issue') && may('consent_template.read') && (
          <IssueConsent
            patientId={patientId}
            onIssued={(consent) => setIssued((links) => [consent, ...links])}
          />
        )}
        {issued.filter(({ consent }) => !signed(consent.id)).map(({ consent, portal_url }) => (
          <PortalLink key={consent.id} name={consent.template_name} url={portal_url} onDismiss={() => putAway(consent.id)} />
        ))}
        <ConsentList patientId={patientId} onRevoked={putAway} />
      </Stack>
    </Panel>
  );
});
