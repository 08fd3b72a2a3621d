import { useState } from 'react';

import { asFailure, fetchJson } from '@/api/fetchJson';
import type { AnswerVisit, PortalVisit, VisitAnswer } from '@/api/generated';
import { Failure } from '@/features/portal/Failure';
import { InvalidLink } from '@/features/portal/InvalidLink';
import { Loading } from '@/features/portal/Loading';
import { MoveVisit } from '@/features/portal/MoveVisit';
import { focusOnMount } from '@/lib/focusOnMount';
import { useLink } from '@/features/portal/useLink';
import { clinicName } from '@/lib/clinicName';
import { formatPhone, telAddress } from '@/lib/phone';
import { offlineWords, useOnline } from '@/lib/useOnline';

/** The page behind the link of a message about a visit: when it is, and the patient's answer. Opening it changes nothing. */
export function VisitSite({ token }: { token: string }) {
  const { opening, retry } = useLink<PortalVisit>(token === '' ? '' : visitUrl(token));
  const clinic = opening.phase === 'open' ? opening.found.clinic_name : clinicName();
  return (
    <>
      <title>Your appointment · Celadon</title>
      {clinic && <p className="clinic">{clinic}</p>}
      {opening.phase === 'loading' && <Loading />}
      {opening.phase === 'failed' && (
        <InvalidLink what="appointment" onRetry={opening.lostConnection ? retry : undefined} />
      )}
      {opening.phase === 'open' && <Visit token={token} found={opening.found} />}
    </>
  );
}

const notSent = 'Your answer was not sent. Please try again.';

const visitUrl = (token: string) => `/api/visit/${encodeURIComponent(token)}`;

function Visit({ token, found }: { token: string; found: PortalVisit }) {
  const online = useOnline();
  const [visit, setVisit] = useState(found);
  const [sending, setSending] = useState<VisitAnswer>();
  const [asked, setAsked] = useState<Exclude<VisitAnswer, 'confirm'>>();
  const [moving, setMoving] = useState(false);
  const [failed, setFailed] = useState<{ title: string; reason: string }>();
  /** The version that the visit had right after the patient moved it. */
  const [movedTo, setMovedTo] = useState<number>();
  const isOpen = visit.status === 'Booked' || visit.status === 'Confirmed';

  /**
   * The clinic has changed the visit meanwhile: an answer about the former time is none about the new one. A form stays open with its note,
   * to be sent again or not.
   */
  const showNewest = async (title: string) => {
    setMoving(false);
    try {
      setVisit(await fetchJson<PortalVisit>(visitUrl(token)));
      setFailed({
        title,
        reason: 'The clinic has changed this appointment meanwhile. This is how it is now.',
      });
    } catch {
      setFailed({ title, reason: '' });
    }
  };

  const answer = async (body: AnswerVisit) => {
    if (sending) return;
    setSending(body.answer);
    setFailed(undefined);
    try {
      setVisit(await fetchJson<PortalVisit>(visitUrl(token), { body, seen: visit.version }));
      setAsked(undefined);
    } catch (thrown) {
      const { status, message } = asFailure(thrown);
      if (status === 412) await showNewest(notSent);
      else setFailed({ title: notSent, reason: status === 409 || status === 422 ? message : '' });
    } finally {
      setSending(undefined);
    }
  };

  return (
    <div className="stack">
      <div role="status">
        <h1>{`Hello ${visit.first_name}`}</h1>
        {movedTo === visit.version ? (
          // Anew for each move: the button that had the focus is gone, and a screen reader continues here.
          <p key={movedTo} ref={focusOnMount} tabIndex={-1}>
            {`Your appointment is moved to ${visit.date}, ${visit.time}.`}
          </p>
        ) : (
          <p>{sentence(visit)}</p>
        )}
      </div>
      <dl className="when">
        <dt>Date</dt>
        <dd>{visit.date}</dd>
        <dt>Time</dt>
        <dd>{visit.time}</dd>
        {visit.provider && (
          <>
            <dt>With</dt>
            <dd>{visit.provider}</dd>
          </>
        )}
        {visit.clinic_address && (
          <>
            <dt>Where</dt>
            <dd>{visit.clinic_address}</dd>
          </>
        )}
        {visit.clinic_phone && (
          <>
            <dt>Phone</dt>
            <dd>
              <a href={telAddress(visit.clinic_phone)}>{formatPhone(visit.clinic_phone)}</a>
            </dd>
          </>
        )}
      </dl>
      {failed && <Failure {...failed} />}
      <div role="status">{!online && <p className="offline">{offlineWords}</p>}</div>
      {isOpen && moving && (
        <MoveVisit
          url={visitUrl(token)}
          visit={visit}
          onMoved={(moved) => {
            setVisit(moved);
            setMovedTo(moved.version);
            setMoving(false);
          }}
          onStale={() => void showNewest('Your appointment was not moved.')}
          onAsk={
            visit.move_asked
              ? undefined
              : () => {
                  setMoving(false);
                  setAsked('reschedule');
                }
          }
          onBack={() => setMoving(false)}
        />
      )}
      {isOpen && !asked && !moving && (
        <div className="stack tight">
          {visit.status === 'Booked' && !visit.requested && (
            <button
              type="button"
              className="button filled"
              aria-disabled={sending !== undefined}
              onClick={() => void answer({ answer: 'confirm' })}
            >
              {sending === 'confirm' && <span className="turning" aria-hidden />}Confirm the
              appointment
            </button>
          )}
          <div className="answers">
            {visit.may_move && (
              <button
                type="button"
                className="button outlined"
                onClick={() => {
                  setFailed(undefined);
                  setMoving(true);
                }}
              >
                Choose another time
              </button>
            )}
            {!visit.may_move && !visit.move_asked && !visit.requested && (
              <button
                type="button"
                className="button outlined"
                onClick={() => setAsked('reschedule')}
              >
                Ask for another time
              </button>
            )}
            <button type="button" className="button" onClick={() => setAsked('cancel')}>
              Cancel the appointment
            </button>
            <a className="button" href={`${visitUrl(token)}/file`} download="appointment.ics">
              Add to my calendar
            </a>
          </div>
        </div>
      )}
      {visit.status === 'Cancelled' && (
        <a className="button" href={`${visitUrl(token)}/file`} download="appointment.ics">
          Take it out of my calendar
        </a>
      )}
      {isOpen && asked && (
        <MoveRequestForm
          key={asked}
          wish={asked}
          clinic={visit.clinic_name}
          sending={sending !== undefined}
          onSend={(note) => void answer({ answer: asked, ...(note && { note }) })}
          onBack={() => setAsked(undefined)}
        />
      )}
    </div>
  );
}

/** The sentence about the visit's present state. */
function sentence({ clinic_name, status, move_asked, may_move, requested }: PortalVisit): string {
  if (status === 'Cancelled')
    return `This appointment at ${clinic_name} is cancelled. To book another one, please contact the clinic.`;
  if (requested)
    return `You have asked ${clinic_name} for this appointment. You will be told once it is answered; until then this time is kept for you.`;
  if (move_asked && may_move)
    return `You asked for another time. You can choose one here, or wait for ${clinic_name} to contact you; until then this appointment stays as it is.`;
  if (move_asked)
    return `You asked for another time. ${clinic_name} will contact you; until then this appointment stays as it is.`;
  if (status === 'Confirmed') return `Your appointment at ${clinic_name} is confirmed. Thank you.`;
  if (status === 'Booked') return `You have an appointment at ${clinic_name}.`;
  return `This appointment at ${clinic_name} can no longer be changed here. If you have questions, please contact the clinic.`;
}

interface MoveRequestProps {
  wish: Exclude<VisitAnswer, 'confirm'>;
  clinic: string;
  sending: boolean;
  onSend: (note: string) => void;
  onBack: () => void;
}

/** As on the server. */
const longest = 150;

/** Confirms that a visit is cancelled or another time is requested, with an optional note. */
function MoveRequestForm({ wish, clinic, sending, onSend, onBack }: MoveRequestProps) {
  const [note, setNote] = useState('');
  const moving = wish === 'reschedule';
  return (
    <form
      className="stack signing"
      aria-label={moving ? 'Ask for another time' : 'Cancel the appointment'}
      onSubmit={(event) => {
        event.preventDefault();
        onSend(note.trim());
      }}
    >
      <div>
        <h2 className="h3" ref={focusOnMount} tabIndex={-1}>
          {moving ? 'Which time would suit you?' : 'Cancel this appointment?'}
        </h2>
        <p className="muted">
          {moving
            ? `${clinic} reads this and contacts you. The appointment stays until then.`
            : `${clinic} is told. Your time is given to somebody else.`}
        </p>
      </div>
      <label>
        {moving ? 'Such as “Thursdays after four” (optional)' : 'A word for the clinic (optional)'}
        <textarea
          className="reason"
          rows={3}
          maxLength={longest}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </label>
      <div className="answers">
        <button type="submit" className="button outlined" aria-disabled={sending}>
          {sending && <span className="turning" aria-hidden />}
          {moving ? 'Ask for another time' : 'Cancel the appointment'}
        </button>
        <button type="button" className="button" onClick={onBack} disabled={sending}>
          Back
        </button>
      </div>
    </form>
  );
}
