import { useEffect, useRef, useState, type SyntheticEvent } from 'react';

import { asFailure, fetchJson } from '@/api/fetchJson';
import type { ReceivedEstimate, ReceiveEstimate } from '@/api/generated';
import { DrawnSignature } from '@/features/portal/DrawnSignature';
import { Failure } from '@/features/portal/Failure';
import { NameField } from '@/features/portal/NameField';

interface Props {
  url: string;
  /** What pressing the button means. */
  act: string;
  onReceived: (receivedAt: string) => void;
}

/** Says that an estimate was received. A typed name and a drawing are optional; what was entered stays if it cannot be sent. */
export function ReceiveForm({ url, act, onReceived }: Props) {
  const [sending, setSending] = useState(false);
  const [typedName, setTypedName] = useState('');
  const [drawing, setDrawing] = useState('');
  const [mayDraw, setMayDraw] = useState(false);
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
      setSending(false);
    }
  };

  const takeAwayDrawing = () => {
    setDrawing('');
    setMayDraw(false);
  };

  return (
    <form className="stack signing" noValidate aria-label="I received it" onSubmit={(event) => void receive(event)}>
      <NameField label="Your full name (optional)" ref={nameInput} problem={nameProblem} value={typedName} onChange={({ target }) => setTypedName(target.value)} autoComplete="name" maxLength={200} />
      {mayDraw ? (
        <div>
          <DrawnSignature label="Your signature (optional)" height={120} value={drawing} onChange={setDrawing} disabled={sending} />
          <button type="button" className="button" onClick={takeAwayDrawing} disabled={sending}>Leave out the drawn signature</button>
        </div>
      ) : (
        <button type="button" className="button outlined" onClick={() => setMayDraw(true)}>Add a drawn signature</button>
      )}
      {failed && <Failure title="This was not sent. Please try again." reason={failed.reason} />}
      <p className="act" id="received">{act}</p>
      <button type="submit" className="button filled" aria-disabled={sending} aria-describedby="received">{sending && <span className="turning" aria-hidden />}I received it</button>
    </form>
  );
}
