import type { PortalConsent } from '@/api/generated';
import { ConsentText } from '@/components/ConsentText';
import { signedWhen } from '@/portal/signedWhen';
import type { Given } from '@/portal/SignForm';

interface Props {
  consent: PortalConsent;
  signedAt: string;
  /** Known only on the page where the signing took place. */
  given: Given | null;
}

/** After signing, now or earlier: thanks, when it was, and a copy to keep. */
export function ThankYou({ consent, signedAt, given }: Props) {
  return (
    <div className="stack">
      <div className="arrived" ref={takeFocus} tabIndex={-1}>
        <h1>Thank you</h1>
        <p>{`Your consent was signed on ${signedWhen(signedAt, consent.time_zone)}.`}</p>
      </div>
      <button type="button" className="button outlined" onClick={() => window.print()}>Save or print a copy</button>
      <ConsentText label="Consent text" html={consent.template} />
      {given?.typedName && <p>{`Signed electronically by ${given.typedName}`}</p>}
      {given?.drawing && <img className="drawn" src={given.drawing} alt="Your drawn signature" />}
    </div>
  );
}

/** So that a screen reader goes on with the thanks, not with the button that is gone. */
const takeFocus = (element: HTMLElement | null) => element?.focus();
