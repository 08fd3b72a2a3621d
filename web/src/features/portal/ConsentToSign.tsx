import { useState } from 'react';

import type { DeclinedConsent, PortalConsent, SignedConsent } from '@/api/generated';
import { ConsentText } from '@/components/ConsentText';
import { Declined } from '@/features/portal/Declined';
import { DeclineForm } from '@/features/portal/DeclineForm';
import { ElectronicRecords } from '@/features/portal/ElectronicRecords';
import { EndOfText } from '@/features/portal/EndOfText';
import type { SignDraftStore } from '@/features/portal/signDraft';
import { SignForm } from '@/features/portal/SignForm';
import { ThankYou } from '@/features/portal/ThankYou';

interface Props {
  token: string;
  consent: PortalConsent;
  /** On the tablet at the desk: what follows the decision in place of thanks and a copy, which are the patient's own. */
  onDecided?: () => void;
  draft?: SignDraftStore;
}

/** The text to read, to sign or to decline; after that the signed copy, or that it was declined. */
export function ConsentToSign({ token, consent, onDecided, draft }: Props) {
  const [decided, setDecided] = useState<SignedConsent | DeclinedConsent | null>(null);
  const [declining, setDeclining] = useState(false);
  const decide = onDecided ?? setDecided;
  // The answer is merged into the consent, as the link would return it from then on.
  const copy = { ...consent, ...decided };

  if (copy.signed_at) return <ThankYou token={token} consent={copy} signedAt={copy.signed_at} />;
  if (copy.declined_at)
    return (
      <Declined
        clinic={consent.clinic_name}
        declinedAt={copy.declined_at}
        zone={consent.time_zone}
      />
    );
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
          {consent.electronic_records && (
            <ElectronicRecords notice={consent.electronic_records.notice} />
          )}
          <SignForm
            token={token}
            wording={consent.electronic_records}
            draft={draft}
            signsFor={consent.needs_representative ? consent.patient_first_name : undefined}
            onSigned={decide}
          />
          <button type="button" className="button" onClick={() => setDeclining(true)}>
            I do not want to sign
          </button>
        </div>
      </div>
      {declining && (
        <DeclineForm
          token={token}
          clinic={consent.clinic_name}
          onDeclined={decide}
          onBack={() => setDeclining(false)}
        />
      )}
    </div>
  );
}
