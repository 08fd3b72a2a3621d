import { useState } from 'react';

import { HandBack } from '@/features/portal/kiosk/HandBack';
import { KioskDocumentPage } from '@/features/portal/kiosk/KioskDocumentPage';
import { KioskHeader } from '@/features/portal/kiosk/KioskHeader';
import { KioskSummary } from '@/features/portal/kiosk/KioskSummary';
import { useKiosk } from '@/features/portal/kiosk/useKiosk';
import { useStayHere } from '@/features/portal/kiosk/useStayHere';
import { Loading } from '@/features/portal/Loading';

/** What waits for a patient on the tablet at the desk, one form after the other, until the staff take the tablet back. */
export function KioskSite() {
  const { kiosk, failed, reload } = useKiosk();
  /** Forms that the patient wants to ask about first, by their token. */
  const [asked, setAsked] = useState<readonly string[]>([]);
  const [returning, setReturning] = useState(false);
  useStayHere();

  if (!kiosk) return failed ? <NotLoaded message={failed} onRetry={reload} /> : <Loading />;
  const { documents } = kiosk;
  const open = documents.findIndex(
    ({ status, token }) => status === 'waiting' && !asked.includes(token),
  );
  const current = documents[open];
  return (
    <>
      <title>Your forms · Celadon</title>
      <KioskHeader
        clinic={kiosk.clinic_name}
        count={documents.length}
        at={current ? open : documents.length}
        onReturn={() => setReturning(true)}
      />
      {returning && <HandBack member={kiosk.member_name} onStay={() => setReturning(false)} />}
      {/* Hidden and not removed, so that a signature that is drawn in part is still there. */}
      <div hidden={returning}>
        {failed && <NotLoaded message={failed} onRetry={reload} />}
        {current ? (
          <KioskDocumentPage
            key={current.token}
            token={current.token}
            onDecided={reload}
            onAsk={() => setAsked([...asked, current.token])}
          />
        ) : (
          <KioskSummary
            kiosk={kiosk}
            asked={asked}
            onReview={() => setAsked([])}
            onReturn={() => setReturning(true)}
          />
        )}
      </div>
    </>
  );
}

function NotLoaded({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className="stack" role="alert">
      <p className="offline">{message}</p>
      <button type="button" className="button outlined" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}
