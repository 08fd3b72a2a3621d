import type { Kiosk } from '@/api/generated';
import { focusOnMount } from '@/lib/focusOnMount';

interface Props {
  kiosk: Kiosk;
  asked: readonly string[];
  /** Goes through what was left open once more. */
  onReview: () => void;
  onReturn: () => void;
}

const words = {
  waiting: 'Not signed yet',
  signed: 'Signed',
  declined: 'Declined',
  withdrawn: 'No longer needed',
} as const satisfies Record<Kiosk['documents'][number]['status'], string>;

/** After the last form: what was signed, what was not, and the request to hand the tablet back. */
export function KioskSummary({ kiosk, asked, onReview, onReturn }: Props) {
  const open = kiosk.documents.filter(({ status }) => status === 'waiting');
  const all = open.length === 0;
  return (
    <div className="stack arrived" ref={focusOnMount} tabIndex={-1}>
      <div>
        <h1>{`Thank you, ${kiosk.patient_first_name}`}</h1>
        <p>Please hand the tablet back to the team.</p>
        {!all && (
          <p>{`You have questions about ${open.length === 1 ? 'one form' : `${open.length} forms`}. The team will talk to you first.`}</p>
        )}
      </div>
      <dl className="when">
        {kiosk.documents.map(({ token, name, status }) => (
          <div key={token} className="outcome">
            <dt>{name}</dt>
            <dd>
              {asked.includes(token) && status === 'waiting' ? 'Question first' : words[status]}
            </dd>
          </div>
        ))}
      </dl>
      <button type="button" className="button filled" onClick={onReturn}>
        Hand the tablet back
      </button>
      {!all && (
        <button type="button" className="button outlined" onClick={onReview}>
          Read them again
        </button>
      )}
    </div>
  );
}

/** The button that had the focus is gone; a screen reader continues here. */
