import { useState } from 'react';

import type { RightToEstimate } from '@/api/generated';
import { Loading } from '@/features/portal/Loading';
import { useLink } from '@/features/portal/useLink';

/** The line about the right to receive a Good Faith Estimate, 45 CFR 149.610 (b)(1)(iii); its text is fetched when it is opened. */
export function RightToEstimateNotice() {
  const [open, setOpen] = useState(false);
  return (
    <details
      className="small right-to-estimate"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="link">
        You have the right to a Good Faith Estimate of what your care may cost
      </summary>
      {open && <Text />}
    </details>
  );
}

function Text() {
  const { opening, retry } = useLink<RightToEstimate>('/api/right-to-estimate');
  if (opening.phase === 'loading') return <Loading />;
  if (opening.phase === 'failed')
    return (
      <p role="status">
        {'The notice could not be loaded. '}
        <button type="button" className="link" onClick={retry}>
          Try again
        </button>
      </p>
    );
  const { text, phone, clinic_name: clinic } = opening.found;
  return (
    <>
      {text.split('\n\n').map((paragraph) => (
        <p key={paragraph} className="written">
          {paragraph}
        </p>
      ))}
      {phone && <p>{`${clinic}, ${phone}`}</p>}
    </>
  );
}
