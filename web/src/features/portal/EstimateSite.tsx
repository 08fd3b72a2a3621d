import { useState, type SyntheticEvent } from 'react';

import { asFailure, fetchJson } from '@/api/fetchJson';
import type { AskAboutEstimate, EstimateDocument, PortalEstimate } from '@/api/generated';
import { Failure } from '@/features/portal/Failure';
import { InvalidLink } from '@/features/portal/InvalidLink';
import { Loading } from '@/features/portal/Loading';
import { ReceiveForm } from '@/features/portal/ReceiveForm';
import { useLink } from '@/features/portal/useLink';
import { clinicName } from '@/lib/clinicName';
import { formatDate } from '@/lib/dates';
import { dollars } from '@/lib/dollars';
import { instantInWords } from '@/lib/instantInWords';
import { offlineWords, useOnline } from '@/lib/useOnline';

const estimateUrl = (token: string) => `/api/portal/estimate/${encodeURIComponent(token)}`;

/** A Good Faith Estimate behind a patient's link: read, saved, printed, received, asked about. Opening it receives nothing. */
export function EstimateSite({ token }: { token: string }) {
  const { opening, retry } = useLink<PortalEstimate>(token === '' ? '' : estimateUrl(token));
  const clinic = opening.phase === 'open' ? opening.found.clinic_name : clinicName();
  return (
    <>
      <title>Your Good Faith Estimate · Celadon</title>
      {clinic && <p className="clinic">{clinic}</p>}
      {opening.phase === 'loading' && <Loading />}
      {opening.phase === 'failed' && (opening.reason ? <Closed reason={opening.reason} /> : <InvalidLink what="estimate" onRetry={opening.lostConnection ? retry : undefined} />)}
      {opening.phase === 'open' && <Opened token={token} found={opening.found} />}
    </>
  );
}

/** There is a newer version, or the clinic has withdrawn it. */
function Closed({ reason }: { reason: string }) {
  return (
    <>
      <h1>Your Good Faith Estimate</h1>
      <p role="status">{reason}</p>
    </>
  );
}

function Opened({ token, found }: { token: string; found: PortalEstimate }) {
  const { document, version, time_zone: zone, issued_at } = found;
  return (
    <div className="stack">
      <div>
        <h1>Your Good Faith Estimate</h1>
        <p className="muted">{`For ${document.patient_name}, born ${formatDate(document.patient_birth_date)}. Version ${version}, ${instantInWords(issued_at, zone)}, good until ${formatDate(document.valid_until)}.`}</p>
      </div>
      <Charges document={document} />
      <Meaning document={document} />
      <Giver document={document} />
      <Answer token={token} found={found} />
    </div>
  );
}

function Charges({ document }: { document: EstimateDocument }) {
  const { lines, total, primary_service: primary, service_date: day, recurrence, separate_items: separate, texts, expected_duration: duration, notes } = document;
  const often = recurrence && [recurrence.number && `${recurrence.number} times`, recurrence.frequency, recurrence.from && recurrence.until && `from ${formatDate(recurrence.from)} to ${formatDate(recurrence.until)}`].filter(Boolean).join(', ');
  return (
    <section className="sheet" aria-label="Expected charges">
      <p className="muted">Expected total, with discounts</p>
      <p className="sum">{dollars(total)}</p>
      {primary && <p><b>{primary}</b>{day ? `, ${formatDate(day)}` : ''}</p>}
      <ul className="charges">
        {lines.map((line) => (
          <li key={line.area}>
            <p className="charge"><b>{line.service ?? 'Other'}</b><b>{dollars(line.charge)}</b></p>
            <p className="muted small">
              {[`${line.quantity} at ${dollars(line.unit_cost)}, ${line.sessions} ${line.sessions === '1' ? 'session' : 'sessions'}`, line.discount && `discount ${dollars(line.discount)}`, line.provider, line.provider_npi && `NPI ${line.provider_npi}`, line.service_code && `service code ${line.service_code}`, line.diagnosis_code && `diagnosis code ${line.diagnosis_code}`].filter(Boolean).join('. ')}
            </p>
          </li>
        ))}
      </ul>
      {often && <p><b>How often: </b>{often}</p>}
      {duration && <p><b>Expected duration: </b>{duration}</p>}
      {notes && <p className="written">{notes}</p>}
      {separate.length > 0 && (
        <>
          <h2 className="h3">Scheduled separately</h2>
          <ul>{separate.map((item) => <li key={item}>{item}</li>)}</ul>
          <p className="small">{texts.separate_items}</p>
        </>
      )}
    </section>
  );
}

function Meaning({ document: { texts } }: { document: EstimateDocument }) {
  return (
    <section>
      <h2 className="h3">What this estimate means</h2>
      <div className="sheet">
        <ol className="meaning">{[texts.only_an_estimate, texts.further_items, texts.dispute_right, texts.no_contract].map((text) => <li key={text} className="written">{text}</li>)}</ol>
        <h3 className="h3">How to dispute a bill</h3>
        <p className="written">{texts.how_to_dispute}</p>
      </div>
    </section>
  );
}

function Giver({ document: { clinic, provider } }: { document: EstimateDocument }) {
  const place = [clinic.address, clinic.city, [clinic.state, clinic.zip].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return (
    <p className="muted small">{[`${clinic.name}, ${provider}`, place, clinic.npi && `NPI ${clinic.npi}`, clinic.tin && `TIN ${clinic.tin}`, clinic.phone].filter(Boolean).join('. ')}</p>
  );
}

/** What the patient can do: save, print, say that it was received, ask. */
function Answer({ token, found }: { token: string; found: PortalEstimate }) {
  const online = useOnline();
  const [receivedAt, setReceivedAt] = useState(found.received_at);
  const [asking, setAsking] = useState(false);
  const [asked, setAsked] = useState(found.open_questions > 0);

  return (
    <div className="stack tight unprinted">
      <div role="status">
        {!online && <p className="offline">{offlineWords}</p>}
        {receivedAt && <p>{`You said that you received this estimate on ${instantInWords(receivedAt, found.time_zone)}.`}</p>}
        {asked && !asking && <p>{`${found.clinic_name} has your question and will contact you.`}</p>}
      </div>
      {!receivedAt && <ReceiveForm url={estimateUrl(token)} act={found.receipt_act} onReceived={setReceivedAt} />}
      <div className="answers">
        {found.has_file && <a className="button outlined" href={`${estimateUrl(token)}/file`} download>Save as PDF</a>}
        <button type="button" className="button outlined" onClick={() => window.print()}>Print</button>
        {!asking && <button type="button" className="button" onClick={() => setAsking(true)}>Ask a question</button>}
      </div>
      {asking && <QuestionForm token={token} clinic={found.clinic_name} onAsked={() => { setAsked(true); setAsking(false); }} onBack={() => setAsking(false)} />}
    </div>
  );
}

const longest = 1_000;

/** What was typed stays if it cannot be sent. */
function QuestionForm({ token, clinic, onAsked, onBack }: { token: string; clinic: string; onAsked: () => void; onBack: () => void }) {
  const [question, setQuestion] = useState('');
  const [sending, setSending] = useState(false);
  const [failed, setFailed] = useState<string>();

  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (sending) return;
    if (!question.trim()) return setFailed('Please write your question first.');
    setSending(true);
    setFailed(undefined);
    try {
      await fetchJson<null>(`${estimateUrl(token)}/ask`, { body: { question: question.trim() } satisfies AskAboutEstimate });
      onAsked();
    } catch (thrown) {
      const { status, message } = asFailure(thrown);
      setFailed(status === 409 || status === 422 ? message : '');
      setSending(false);
    }
  };

  return (
    <form className="stack signing" noValidate aria-label="Ask a question" onSubmit={(event) => void send(event)}>
      <label>
        <span className="h3">What would you like to know?</span>
        <textarea className="reason" rows={4} maxLength={longest} value={question} onChange={({ target }) => setQuestion(target.value)} />
      </label>
      <p className="muted small">{`${clinic} reads this and contacts you.`}</p>
      {failed !== undefined && <Failure title="Your question was not sent. Please try again." reason={failed} />}
      <div className="answers">
        <button type="submit" className="button outlined" aria-disabled={sending}>{sending && <span className="turning" aria-hidden />}Send the question</button>
        <button type="button" className="button" onClick={onBack} disabled={sending}>Back</button>
      </div>
    </form>
  );
}
