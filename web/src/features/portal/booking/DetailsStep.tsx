import { useState, type FormEvent } from 'react';

import { asFailure } from '@/api/fetchJson';
import type { BookingHold, OfferedPolicy } from '@/api/generated';
import { problemsOf, trimmed, type Details } from '@/features/portal/booking/details';
import { HoldSummary } from '@/features/portal/booking/HoldSummary';
import { StepTitle } from '@/features/portal/booking/StepTitle';
import { Failure } from '@/features/portal/Failure';
import { NameField } from '@/features/portal/NameField';
import { offlineWords, useOnline } from '@/lib/useOnline';

interface Props {
  hold: BookingHold;
  zone: string;
  policy: OfferedPolicy | null;
  start: Details;
  /** Sends the code; rejects where that fails. */
  onSend: (details: Details) => Promise<void>;
  onKeep: (details: Details) => void;
  onBack: () => void;
}

const longestNote = 150;

/** Who comes, how the code reaches them, and the clinic's policy. */
export function DetailsStep({ hold, zone, policy, start, onSend, onKeep, onBack }: Props) {
  const online = useOnline();
  const [details, setDetails] = useState(start);
  const [submitted, setSubmitted] = useState(false);
  const [sending, setSending] = useState(false);
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [failed, setFailed] = useState<string>();
  const problems = submitted ? problemsOf(details, policy !== null) : {};
  const set = (change: Partial<Details>) => {
    setRefused({});
    setDetails({ ...details, ...change });
  };

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending) return;
    setSubmitted(true);
    const form = event.currentTarget;
    if (Object.keys(problemsOf(details, policy !== null)).length > 0) {
      // The fields are marked once this has been drawn.
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid]')?.focus());
      return;
    }
    setSending(true);
    setFailed(undefined);
    try {
      await onSend(trimmed(details));
    } catch (thrown) {
      const { message, fields } = asFailure(thrown);
      setRefused(fields);
      if (Object.keys(fields).length === 0) setFailed(message);
    } finally {
      setSending(false);
    }
  };
  const contactProblem =
    problems.contact ??
    ((refused['email'] ?? refused['phone'])
      ? `This ${refused['email'] ?? refused['phone']}`
      : undefined);

  return (
    <form
      className="stack signing"
      noValidate
      aria-label="Your details"
      onSubmit={(event) => void send(event)}
    >
      <StepTitle>Your details</StepTitle>
      <HoldSummary hold={hold} zone={zone} />
      <div className="pair">
        <NameField
          label="First name"
          name="given-name"
          autoComplete="given-name"
          maxLength={200}
          value={details.firstName}
          problem={problems.firstName}
          onChange={({ target }) => set({ firstName: target.value })}
        />
        <NameField
          label="Last name"
          name="family-name"
          autoComplete="family-name"
          maxLength={200}
          value={details.lastName}
          problem={problems.lastName}
          onChange={({ target }) => set({ lastName: target.value })}
        />
      </div>
      <fieldset className="ways">
        <legend>We send you a code to confirm the booking</legend>
        <label className="tick">
          <input
            type="radio"
            name="way"
            checked={details.way === 'email'}
            onChange={() => set({ way: 'email', contact: '' })}
          />
          By e-mail
        </label>
        <label className="tick">
          <input
            type="radio"
            name="way"
            checked={details.way === 'phone'}
            onChange={() => set({ way: 'phone', contact: '' })}
          />
          By text message
        </label>
      </fieldset>
      {details.way === 'email' ? (
        <NameField
          key="email"
          label="E-mail address"
          type="email"
          name="email"
          autoComplete="email"
          maxLength={200}
          value={details.contact}
          problem={contactProblem}
          onChange={({ target }) => set({ contact: target.value })}
        />
      ) : (
        <NameField
          key="phone"
          label="Mobile number"
          type="tel"
          name="tel"
          autoComplete="tel"
          maxLength={40}
          value={details.contact}
          problem={contactProblem}
          onChange={({ target }) => set({ contact: target.value })}
        />
      )}
      <label>
        A word for the clinic (optional)
        <textarea
          className="reason"
          rows={2}
          maxLength={longestNote}
          value={details.note}
          onChange={({ target }) => set({ note: target.value })}
        />
      </label>
      {policy && (
        <div>
          <h2 className="h3">Booking policy</h2>
          <p className="policy">{policy.body}</p>
          <label className="tick">
            <input
              type="checkbox"
              checked={details.accepted}
              {...(problems.accepted && {
                'aria-invalid': true,
                'aria-describedby': 'policy-note',
              })}
              onChange={({ target }) => set({ accepted: target.checked })}
            />
            I accept the booking policy
          </label>
          {problems.accepted && (
            <p className="note" id="policy-note">
              {problems.accepted}
            </p>
          )}
        </div>
      )}
      {failed !== undefined && <Failure title="The code was not sent." reason={failed} />}
      <div role="status">{!online && <p className="offline">{offlineWords}</p>}</div>
      <button type="submit" className="button filled" aria-disabled={sending}>
        {sending && <span className="turning" aria-hidden />}Send me the code
      </button>
      <button
        type="button"
        className="button"
        onClick={() => {
          onKeep(details);
          onBack();
        }}
      >
        Choose another time
      </button>
    </form>
  );
}
