import { useEffect, useId, useRef, useState, type SyntheticEvent } from 'react';

import { fetchJson, asFailure } from '@/api/fetchJson';
import type { DeclineConsent, DeclinedConsent } from '@/api/generated';
import { Failure } from '@/features/portal/Failure';
import { consentUrl } from '@/features/portal/consentUrl';
import { offlineWords, useOnline } from '@/lib/useOnline';

interface Props {
  token: string;
  clinic: string;
  onDeclined: (declined: DeclinedConsent) => void;
  onBack: () => void;
}

const longest = 1_000;

/** Says why the consent is not signed. What was typed stays if it cannot be sent. */
export function DeclineForm({ token, clinic, onDeclined, onBack }: Props) {
  const id = useId();
  const online = useOnline();
  const [sending, setSending] = useState(false);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState('');
  const [failed, setFailed] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);

  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (sending) return;
    if (!reason.trim()) {
      setProblem('Please say why, in a few words.');
      field.current?.focus();
      return;
    }
    setSending(true);
    setFailed(null);
    try {
      const body = { reason: reason.trim() } satisfies DeclineConsent;
      onDeclined(await fetchJson<DeclinedConsent>(`${consentUrl(token)}/decline`, { body }));
    } catch (thrown) {
      const { message, fields, status } = asFailure(thrown);
      setProblem(fields['reason'] ?? '');
      setFailed(status === 409 ? message : '');
      setSending(false);
    }
  };

  return (
    <form
      className="stack signing"
      noValidate
      aria-label="Decline"
      onSubmit={(event) => void send(event)}
    >
      <div>
        <h2 className="h3">Not signing?</h2>
        <p className="muted">{`${clinic} sees your reason and can talk to you about it. The form cannot be signed with this link afterwards.`}</p>
      </div>
      <div>
        <label className="h3" htmlFor={id}>
          Why do you decline?
        </label>
        <textarea
          ref={field}
          className="reason"
          id={id}
          rows={4}
          maxLength={longest}
          value={reason}
          onChange={(event) => {
            setReason(event.target.value);
            setProblem('');
          }}
          {...(problem && { 'aria-invalid': true, 'aria-describedby': `${id}-note` })}
        />
        {problem && (
          <p className="note" id={`${id}-note`}>
            {problem}
          </p>
        )}
      </div>
      {failed !== null && (
        <Failure title="Your answer was not sent. Please try again." reason={failed} />
      )}
      <div role="status">{!online && <p className="offline">{offlineWords}</p>}</div>
      <div className="answers">
        <button type="submit" className="button outlined" aria-disabled={sending}>
          {sending && <span className="turning" aria-hidden />}Decline consent
        </button>
        <button type="button" className="button" onClick={onBack} disabled={sending}>
          Back to signing
        </button>
      </div>
    </form>
  );
}
