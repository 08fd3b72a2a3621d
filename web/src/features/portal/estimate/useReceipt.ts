import { useEffect, useRef, useState, type SyntheticEvent } from 'react';

import { asFailure, fetchJson } from '@/api/fetchJson';
import type { ReceivedEstimate, ReceiveEstimate } from '@/api/generated';

/** Says that an estimate was received. What was entered stays if it cannot be sent. */
export function useReceipt(url: string, onReceived: (receivedAt: string) => void) {
  const [sending, setSending] = useState(false);
  const [typedName, setTypedName] = useState('');
  const [drawing, setDrawing] = useState('');
  const [failed, setFailed] = useState<{ nameProblem: string; reason: string } | null>(null);
  const nameInput = useRef<HTMLInputElement>(null);

  // The focus moves to the field, so that a screen reader reads its error.
  const nameProblem = failed?.nameProblem;
  useEffect(() => {
    if (nameProblem) nameInput.current?.focus();
  }, [nameProblem]);

  const receive = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (sending) return;
    setSending(true);
    setFailed(null);
    const name = typedName.trim();
    const body = { ...(name && { typed_name: name }), ...(drawing && { signature: drawing }) } satisfies ReceiveEstimate;
    try {
      onReceived((await fetchJson<ReceivedEstimate>(`${url}/receive`, { body })).received_at);
    } catch (thrown) {
      const { status, message, fields } = asFailure(thrown);
      const { typed_name: wrongName = '', ...others } = fields;
      setFailed({ nameProblem: wrongName, reason: status === 409 ? message : Object.values(others).join(' ') });
    } finally {
      setSending(false);
    }
  };

  return { sending, failed, nameProblem, nameInput, typedName, setTypedName, drawing, setDrawing, receive };
}

export type Receipt = ReturnType<typeof useReceipt>;
