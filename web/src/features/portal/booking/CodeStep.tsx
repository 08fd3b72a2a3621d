import { useState, type FormEvent } from 'react';

import { asFailure } from '@/api/fetchJson';
import type { BookingHold, BookingOffer } from '@/api/generated';
import type { Details } from '@/features/portal/booking/details';
import { HoldSummary } from '@/features/portal/booking/HoldSummary';
import { StepTitle } from '@/features/portal/booking/StepTitle';
import { Failure } from '@/features/portal/Failure';
import { NameField } from '@/features/portal/NameField';
import { offlineWords, useOnline } from '@/lib/useOnline';

interface Props {
  hold: BookingHold;
  zone: string;
  mode: BookingOffer['mode'];
  /** The channel and the address that the code was sent to. */
  way: Details['way'];
  contact: string;
  /** Books; rejects where that fails. */
  onConfirm: (code: string) => Promise<void>;
  onResend: () => Promise<void>;
  /** Leads to the step at which the other channel is chosen. */
  onOtherWay: () => void;
  onBack: () => void;
}

/** The code that was sent, which books. */
export function CodeStep({
  hold,
  zone,
  mode,
  way,
  contact,
  onConfirm,
  onResend,
  onOtherWay,
  onBack,
}: Props) {
  const online = useOnline();
  const [code, setCode] = useState('');
  const [working, setWorking] = useState<'confirm' | 'resend'>();
  const [problem, setProblem] = useState<string>();
  const [failed, setFailed] = useState<string>();
  const [resent, setResent] = useState(false);

  const run = async (what: 'confirm' | 'resend', work: () => Promise<void>) => {
    if (working) return;
    setWorking(what);
    setProblem(undefined);
    setFailed(undefined);
    setResent(false);
    try {
      await work();
      setResent(what === 'resend');
    } catch (thrown) {
      const { message, fields } = asFailure(thrown);
      if (fields['code']) setProblem(`This code ${fields['code']}.`);
      else setFailed([message, ...Object.values(fields)].join(' '));
    } finally {
      setWorking(undefined);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (/^\s*(?:\d\s*){6}$/.test(code)) void run('confirm', () => onConfirm(code));
    else setProblem('The code has six digits.');
  };

  return (
    <form className="stack signing" noValidate aria-label="Confirm with the code" onSubmit={submit}>
      <StepTitle>Enter the code</StepTitle>
      <p>{`We sent a code of six digits to ${contact}.`}</p>
      <HoldSummary hold={hold} zone={zone} />
      <NameField
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        value={code}
        problem={problem}
        onChange={({ target }) => setCode(target.value)}
      />
      {failed !== undefined && <Failure title={failed} reason="" />}
      <div role="status">
        {resent && <p>Another code is on its way. The former one is void.</p>}
        {!online && <p className="offline">{offlineWords}</p>}
      </div>
      <button type="submit" className="button filled" aria-disabled={working !== undefined}>
        {working === 'confirm' && <span className="turning" aria-hidden />}
        {mode === 'requested' ? 'Ask for the appointment' : 'Book the appointment'}
      </button>
      <div className="answers">
        <button
          type="button"
          className="button"
          disabled={working !== undefined}
          onClick={() => void run('resend', onResend)}
        >
          Send another code
        </button>
        <button
          type="button"
          className="button"
          disabled={working !== undefined}
          onClick={onOtherWay}
        >
          {way === 'email' ? 'Get the code by text message' : 'Get the code by e-mail'}
        </button>
        <button type="button" className="button" disabled={working !== undefined} onClick={onBack}>
          Change my details
        </button>
      </div>
      <p className="muted small">{noCode[way]}</p>
    </form>
  );
}

/** The same for everybody, so that it does not reveal whether the clinic has the contact. */
const noCode = {
  email:
    'No code after a minute? Look among unwanted mail too. Some mailboxes turn our mail away: then have the code sent by text message.',
  phone:
    'No code after a minute? Numbers that have answered STOP get no texts from us, and some lines take none: then have the code sent by e-mail.',
} as const;
