import { useState } from 'react';

import { DrawnSignature } from '@/features/portal/DrawnSignature';
import type { Receipt } from '@/features/portal/estimate/useReceipt';
import { NameField } from '@/features/portal/NameField';

/** The receipt's button stands at the foot of the screen. */
export const receiptForm = 'receipt';

/** A typed name and a drawing for the receipt, both optional. */
export function ReceiptFields({ of: { sending, nameInput, nameProblem, typedName, setTypedName, drawing, setDrawing, receive } }: { of: Receipt }) {
  const [mayDraw, setMayDraw] = useState(false);
  const takeAwayDrawing = () => {
    setDrawing('');
    setMayDraw(false);
  };
  return (
    <form id={receiptForm} className="stack tight" noValidate aria-label="I received it" onSubmit={(event) => void receive(event)}>
      <h2 className="h3">Sign that you received it, if you like</h2>
      <NameField label="Your full name (optional)" ref={nameInput} problem={nameProblem} value={typedName} onChange={({ target }) => setTypedName(target.value)} autoComplete="name" maxLength={200} />
      {mayDraw ? (
        <div>
          <DrawnSignature label="Your signature (optional)" height={120} value={drawing} onChange={setDrawing} disabled={sending} />
          <button type="button" className="button" onClick={takeAwayDrawing} disabled={sending}>Leave out the drawn signature</button>
        </div>
      ) : (
        <button type="button" className="button outlined" onClick={() => setMayDraw(true)}>Add a drawn signature</button>
      )}
    </form>
  );
}
