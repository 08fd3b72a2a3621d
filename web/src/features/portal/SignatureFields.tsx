import { useState } from 'react';

import type { Stroke } from '@/components/signature/strokes';
import { DrawnSignature } from '@/features/portal/DrawnSignature';
import { NameField } from '@/features/portal/NameField';
import type { SignedAnswer } from '@/features/portal/useSignedAnswer';

interface Props {
  of: Omit<SignedAnswer, 'send'>;
  onName: (name: string) => void;
  /** Where the patient is under age: their name, and whoever signs says how they are related. */
  signsFor?: string | undefined;
  initialStrokes?: readonly Stroke[] | undefined;
  onStrokes?: (strokes: readonly Stroke[]) => void;
}

/** A typed name and a drawing, both optional. For a patient under age somebody else signs, who is named and says how they are related. */
export function SignatureFields({
  of: {
    sending,
    nameInput,
    nameProblem,
    typedName,
    relation,
    relate,
    relationInput,
    relationProblem,
    drawing,
    setDrawing,
  },
  onName,
  signsFor,
  initialStrokes,
  onStrokes,
}: Props) {
  const [mayDraw, setMayDraw] = useState((initialStrokes?.length ?? 0) > 0);
  const takeAwayDrawing = () => {
    setDrawing('');
    onStrokes?.([]);
    setMayDraw(false);
  };
  return (
    <>
      {signsFor !== undefined && (
        <p>{`${signsFor} is under age: a parent or guardian signs, with their own name.`}</p>
      )}
      <NameField
        label={signsFor === undefined ? 'Your full name (optional)' : 'Your full name'}
        ref={nameInput}
        problem={nameProblem}
        value={typedName}
        onChange={({ target }) => onName(target.value)}
        autoComplete="name"
        maxLength={200}
      />
      {signsFor !== undefined && (
        <NameField
          label={`Your relation to ${signsFor}, such as mother`}
          ref={relationInput}
          problem={relationProblem}
          value={relation}
          onChange={({ target }) => relate(target.value)}
          autoComplete="off"
          maxLength={200}
        />
      )}
      {mayDraw ? (
        <div>
          <DrawnSignature
            label="Your signature (optional)"
            height={120}
            value={drawing}
            onChange={setDrawing}
            initialStrokes={initialStrokes}
            {...(onStrokes && { onStrokes })}
            disabled={sending}
          />
          <button type="button" className="button" onClick={takeAwayDrawing} disabled={sending}>
            Leave out the drawn signature
          </button>
        </div>
      ) : (
        <button type="button" className="button outlined" onClick={() => setMayDraw(true)}>
          Add a drawn signature
        </button>
      )}
    </>
  );
}
