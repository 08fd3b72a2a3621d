import type { PortalConsent } from '@/api/generated';
import { ConsentText } from '@/components/ConsentText';
import { SignedCopy } from '@/features/portal/SignedCopy';
import { focusOnMount } from '@/lib/focusOnMount';
import { instantInWords } from '@/lib/instantInWords';

interface Props {
  token: string;
  consent: PortalConsent;
  signedAt: string;
}

/** Shown for a signed consent: thanks, the date, and a copy to print. */
export function ThankYou({ token, consent, signedAt }: Props) {
  const {
    template,
    template_name,
    patient_name,
    typed_name,
    signature,
    time_zone,
    representative,
  } = consent;
  const when = instantInWords(signedAt, time_zone);
  return (
    <div className="stack">
      <div className="arrived" ref={focusOnMount} tabIndex={-1}>
        <h1>Thank you</h1>
        <p>{`Your consent was signed on ${when}.`}</p>
      </div>
      <SignedCopy token={token} zone={time_zone} />
      <button type="button" className="button outlined" onClick={() => window.print()}>
        Save or print a copy
      </button>
      <article className="stack tight" aria-label="Your copy">
        <div>
          <h2 className="title">{template_name}</h2>
          <p>{patient_name}</p>
        </div>
        <ConsentText label="Consent text" html={template} />
        <div className="given">
          {signature && <img className="drawn" src={signature} alt="Your drawn signature" />}
          {representative && (
            <p>{`Signed for ${patient_name ?? 'the patient'} by ${representative.name}, ${representative.relation}`}</p>
          )}
          {typed_name && <p>{`Signed electronically by ${typed_name}`}</p>}
          <p className="muted">{`Signed on ${when}`}</p>
        </div>
      </article>
    </div>
  );
}

/** The button that had the focus is gone; a screen reader continues here. */
