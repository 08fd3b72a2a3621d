import { useEffect, useId, useRef, useState, type SyntheticEvent } from 'react';

import { asFailure, fetchJson } from '@/api/fetchJson';
import type { KioskReturned, ReturnKiosk } from '@/api/generated';
import { Failure } from '@/features/portal/Failure';
import { clearTabletDrafts } from '@/features/portal/signDraft';
import { offlineWords, useOnline } from '@/lib/useOnline';

interface Props {
  /** Who handed the tablet over. */
  member: string;
  onStay: () => void;
}

/** Asks the member who handed the tablet over for the PIN or the password; opens the record again when it is right. */
export function HandBack({ member, onStay }: Props) {
  const id = useId();
  const online = useOnline();
  const [by, setBy] = useState<'pin' | 'password'>('pin');
  const [secret, setSecret] = useState('');
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), [by]);

  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (sending) return;
    if (!secret) {
      setProblem(by === 'pin' ? 'Enter your PIN.' : 'Enter your password.');
      field.current?.focus();
      return;
    }
    setSending(true);
    setProblem('');
    try {
      const body: ReturnKiosk = { [by]: secret };
      const { patient_id } = await fetchJson<KioskReturned>('/api/kiosk/return', { body });
      clearTabletDrafts();
      // A new document: nothing of the patient's page stays in memory.
      window.location.replace(`/patients/${patient_id}`);
    } catch (thrown) {
      const { code, status, message } = asFailure(thrown);
      if (status === 401 || code === 'not_handed_over') return window.location.replace('/');
      setSecret('');
      setSending(false);
      if (code === 'pin_locked') setBy('password');
      setProblem(message);
      field.current?.focus();
    }
  };

  const change = () => {
    setBy(by === 'pin' ? 'password' : 'pin');
    setSecret('');
    setProblem('');
  };

  const label = by === 'pin' ? 'PIN' : 'Password';
  return (
    <form
      className="stack signing"
      noValidate
      aria-label="Hand the tablet back"
      onSubmit={(event) => void send(event)}
    >
      <div>
        <h1>Please hand the tablet back</h1>
        <p className="muted">{`For the team: ${member} takes it back with ${by === 'pin' ? 'a PIN' : 'a password'}.`}</p>
      </div>
      <div>
        <label className="h3 secret-label" htmlFor={id}>
          {label}
        </label>
        <input
          ref={field}
          className="secret"
          id={id}
          type="password"
          {...(by === 'pin' && { inputMode: 'numeric' as const, maxLength: 8 })}
          // A patient's browser must not offer to keep it, and a member's PIN is no password of the site.
          autoComplete={by === 'pin' ? 'off' : 'current-password'}
          value={secret}
          onChange={(event) => setSecret(event.target.value)}
          {...(problem && { 'aria-invalid': true, 'aria-describedby': `${id}-note` })}
        />
      </div>
      {problem && (
        <div id={`${id}-note`}>
          <Failure title={problem} reason="" />
        </div>
      )}
      <div role="status">{!online && <p className="offline">{offlineWords}</p>}</div>
      <div className="answers">
        <button type="submit" className="button filled" aria-disabled={sending}>
          {sending && <span className="turning" aria-hidden />}Unlock
        </button>
        <button type="button" className="button outlined" onClick={change}>
          {by === 'pin' ? 'Use the password' : 'Use the PIN'}
        </button>
        <button type="button" className="button" onClick={onStay}>
          Back to the forms
        </button>
      </div>
    </form>
  );
}
