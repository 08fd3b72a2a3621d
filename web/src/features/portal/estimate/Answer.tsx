import { useEffect, useRef, useState } from 'react';

import type { PortalEstimate } from '@/api/generated';
import { estimateUrl } from '@/features/portal/estimate/estimateUrl';
import { QuestionForm } from '@/features/portal/estimate/QuestionForm';
import { receiptForm, ReceiptFields } from '@/features/portal/estimate/ReceiptFields';
import { useReceipt } from '@/features/portal/estimate/useReceipt';
import { Failure } from '@/features/portal/Failure';
import { instantInWords } from '@/lib/instantInWords';
import { offlineWords, useOnline } from '@/lib/useOnline';

/** What the patient can do: ask, and at the foot of the screen save, print and say that it was received. */
export function Answer({ token, found }: { token: string; found: PortalEstimate }) {
  const online = useOnline();
  const [receivedAt, setReceivedAt] = useState(found.received_at);
  const [asking, setAsking] = useState(false);
  const [asked, setAsked] = useState(found.open_questions > 0);
  const [question, setQuestion] = useState('');
  const askButton = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    if (wasAsking.current && !asking) askButton.current?.focus();
    wasAsking.current = asking;
  }, [asking]);
  const receipt = useReceipt(estimateUrl(token), setReceivedAt);
  const { sending, failed, nameProblem, relationProblem } = receipt;

  return (
    <>
      <section className="unprinted stack tight">
        <div role="status">
          {asked && !asking && (
            <p>{`${found.clinic_name} has your question and will contact you.`}</p>
          )}
        </div>
        {asking ? (
          <QuestionForm
            token={token}
            clinic={found.clinic_name}
            question={question}
            onChange={setQuestion}
            onAsked={() => {
              setAsked(true);
              setQuestion('');
              setAsking(false);
            }}
            onBack={() => setAsking(false)}
          />
        ) : (
          <button
            type="button"
            ref={askButton}
            className="button outlined"
            onClick={() => setAsking(true)}
          >
            Ask a question
          </button>
        )}
        {!receivedAt && (
          <ReceiptFields
            of={receipt}
            signsFor={found.needs_representative ? found.document.patient_name : undefined}
          />
        )}
      </section>
      <div className="foot unprinted">
        <div role="status">
          {!online && <p className="offline">{offlineWords}</p>}
          {receivedAt && (
            <p className="small">{`You said that you received this estimate on ${instantInWords(receivedAt, found.time_zone)}.`}</p>
          )}
        </div>
        {failed && !nameProblem && !relationProblem && (
          <Failure title="This was not sent. Please try again." reason={failed.reason} />
        )}
        <div className="keys">
          {found.has_file && (
            <a className="button outlined" href={`${estimateUrl(token)}/file`} download>
              Save as PDF
            </a>
          )}
          {(receivedAt || !found.has_file) && (
            <button type="button" className="button outlined" onClick={() => window.print()}>
              Print
            </button>
          )}
          {!receivedAt && (
            <button
              type="submit"
              form={receiptForm}
              className="button filled"
              aria-disabled={sending}
              aria-describedby="received"
            >
              {sending && <span className="turning" aria-hidden />}I received it
            </button>
          )}
        </div>
        {!receivedAt && (
          <p className="muted small" id="received">
            {found.receipt_act}
          </p>
        )}
      </div>
    </>
  );
}
