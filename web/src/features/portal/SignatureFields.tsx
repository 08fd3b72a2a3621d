import { useState } from 'react';

import type { Stroke } from '@/components/signature/strokes';
import { DrawnSignature } from '@/features/portal/DrawnSignature';
import { NameField } from '@/features/portal/NameField';
import type { SignedAnswer } from '@/features/portal/useSignedAnswer';

interface Props {
  of: Omit<SignedAnswer, 'send'>;
  onName: (name: string) => void;
  initialStrokes?: readonly Stroke[] | undefined;
  onStrokes?: (strokes: readonly Stroke[]) => void;
}

/** A typed name and a drawing, both optional. */
export function SignatureFields({ of: { sending, nameInput, nameProblem, typedName, drawing, setDrawing }, onName, initialStrokes, onStrokes }: Props) {
  const [mayDraw, setMayDraw] = useState((initialStrokes?.length ?? 0) > 0);
  const takeAwayDrawing = () => {
    setDrawing('');
    onStrokes?.([]);
    setMayDraw(false);
  };
  return (
    <>
      <NameField label="Your full name (optional)" ref={nameInput} problem={nameProblem} value={typedName} onChange={({ target }) => onName(target.value)} autoComplete="name" maxLength={200} />
      {mayDraw ? (
        <div>
          <DrawnSignature label="Your signature (optional)" height={120} value={drawing} onChange={setDrawing} initialStrokes={initialStrokes} {...(onStrokes && { onStrokes })} disabled={sending} />
          <button type="button" className="button" onClick={takeAwayDrawing} disabled={sending}>Leave out the drawn signature</button>
        </div>
      ) : (
        <button type="button" className="button outlined" onClick={() => setMayDraw(true)}>Add a drawn signature</button>
      )}
    </>
  );
}
