import { useEffect, useRef, useState, type SyntheticEvent } from 'react';

import { asFailure, fetchJson } from '@/api/fetchJson';

/** What may be sent with every answer that a patient signs. */
interface Signed {
  typed_name?: string | null;
  signer_relation?: string | null;
  signature?: string | null;
}

interface Failed {
  /** About the typed name; empty when that is right. */
  nameProblem: string;
  /** About how whoever signs is related to the patient. */
  relationProblem: string;
  /** About the other fields. */
  reason: string;
  status: ReturnType<typeof asFailure>['status'];
  message: string;
}

/** Sends an answer with a typed name and a drawing, both optional. What was entered stays if it cannot be sent. */
export function useSignedAnswer<Body extends Signed, Answer>(
  url: string,
  onAnswer: (answer: Answer) => void,
  first: { typedName?: string | undefined; relation?: string | undefined } = {},
) {
  const [sending, setSending] = useState(false);
  const [typedName, setTypedName] = useState(first.typedName ?? '');
  const [relation, setRelation] = useState(first.relation ?? '');
  const [drawing, setDrawing] = useState('');
  const [failed, setFailed] = useState<Failed | null>(null);
  const nameInput = useRef<HTMLInputElement>(null);
  const relationInput = useRef<HTMLInputElement>(null);

  // The focus moves to the field, so that a screen reader reads its error.
  const nameProblem = failed?.nameProblem;
  const relationProblem = failed?.relationProblem;
  useEffect(() => {
    if (nameProblem) nameInput.current?.focus();
    else if (relationProblem) relationInput.current?.focus();
  }, [nameProblem, relationProblem]);

  /** Sends this with the name and the drawing. */
  const send = async (event: SyntheticEvent, more: Omit<Body, keyof Signed>) => {
    event.preventDefault();
    if (sending) return;
    setSending(true);
    setFailed(null);
    const name = typedName.trim();
    const body = {
      ...more,
      ...(name && { typed_name: name }),
      ...(relation.trim() && { signer_relation: relation.trim() }),
      ...(drawing && { signature: drawing }),
    };
    try {
      onAnswer(await fetchJson<Answer>(url, { body }));
    } catch (thrown) {
      const { status, message, fields } = asFailure(thrown);
      const { typed_name: wrongName = '', signer_relation: wrongRelation = '', ...others } = fields;
      setFailed({
        nameProblem: wrongName,
        relationProblem: wrongRelation,
        reason: Object.values(others).join(' '),
        status,
        message,
      });
      setSending(false);
    }
  };

  const forgetNameProblem = () => setFailed((before) => before && { ...before, nameProblem: '' });
  const relate = (words: string) => {
    setRelation(words);
    setFailed((before) => before && { ...before, relationProblem: '' });
  };

  return {
    sending,
    failed,
    nameProblem,
    nameInput,
    typedName,
    setTypedName,
    forgetNameProblem,
    relation,
    relate,
    relationInput,
    relationProblem,
    drawing,
    setDrawing,
    send,
  };
}

export type SignedAnswer = ReturnType<typeof useSignedAnswer>;
