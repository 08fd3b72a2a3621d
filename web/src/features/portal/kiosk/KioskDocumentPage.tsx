import { useState } from 'react';

import type { PortalConsent } from '@/api/generated';
import { ConsentToSign } from '@/features/portal/ConsentToSign';
import { consentUrl } from '@/features/portal/consentUrl';
import { Loading } from '@/features/portal/Loading';
import { tabletDraft } from '@/features/portal/signDraft';
import { useLink } from '@/features/portal/useLink';

interface Props {
  token: string;
  onDecided: () => void;
  /** The patient leaves it unsigned for now. */
  onAsk: () => void;
}

/** One form: to read, sign, decline, or ask about. */
export function KioskDocumentPage({ token, onDecided, onAsk }: Props) {
  const [draft] = useState(() => tabletDraft(token));
  const { opening, retry } = useLink<PortalConsent>(consentUrl(token));
  if (opening.phase === 'loading') return <Loading />;
  if (opening.phase === 'failed') {
    return (
      <div className="stack" role="alert">
        <p className="offline">
          {opening.lostConnection
            ? 'Celadon could not be reached. Please check the connection and try again.'
            : 'This form can no longer be opened here. Please hand the tablet back.'}
        </p>
        {opening.lostConnection && (
          <button type="button" className="button outlined" onClick={retry}>
            Try again
          </button>
        )}
        <button type="button" className="button" onClick={onAsk}>
          Go on without this form
        </button>
      </div>
    );
  }
  return (
    <div className="stack arrived" ref={startAtTop} tabIndex={-1}>
      <h2 className="title">{opening.found.template_name}</h2>
      <ConsentToSign token={token} consent={opening.found} draft={draft} onDecided={onDecided} />
      <button type="button" className="button" onClick={onAsk}>
        I have a question first
      </button>
    </div>
  );
}

/** The next form begins at its top, also for a screen reader. */
function startAtTop(element: HTMLElement | null) {
  if (!element) return;
  element.focus({ preventScroll: true });
  document.documentElement.scrollTop = 0;
}
