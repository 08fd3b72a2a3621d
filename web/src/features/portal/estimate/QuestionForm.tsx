import { useEffect, useRef, useState, type SyntheticEvent } from 'react';

import { asFailure, fetchJson } from '@/api/fetchJson';
import type { AskAboutEstimate } from '@/api/generated';
import { estimateUrl } from '@/features/portal/estimate/estimateUrl';
import { Failure } from '@/features/portal/Failure';

interface Props {
  token: string;
  clinic: string;
  question: string;
  onChange: (question: string) => void;
  onAsked: () => void;
  onBack: () => void;
}

const longest = 1_000;

/** What was typed stays if it cannot be sent, and if the form is closed. */
export function QuestionForm({ token, clinic, question, onChange, onAsked, onBack }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const [sending, setSending] = useState(false);
  const [failed, setFailed] = useState<string>();

  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (sending) return;
    if (!question.trim()) {
      field.current?.focus();
      return setFailed('Please write your question first.');
    }
    setSending(true);
    setFailed(undefined);
    try {
      await fetchJson<null>(`${estimateUrl(token)}/ask`, {
        body: { question: question.trim() } satisfies AskAboutEstimate,
      });
      onAsked();
    } catch (thrown) {
      const { status, message } = asFailure(thrown);
      setFailed(status === 409 || status === 422 ? message : '');
      setSending(false);
    }
  };

  return (
    <form
      className="stack tight"
      noValidate
      aria-label="Ask a question"
      onSubmit={(event) => void send(event)}
    >
      <label>
        <span className="h3">What would you like to know?</span>
        <textarea
          ref={field}
          className="reason"
          rows={4}
          maxLength={longest}
          value={question}
          aria-invalid={failed !== undefined && !question.trim()}
          aria-describedby="unsent"
          onChange={({ target }) => onChange(target.value)}
        />
      </label>
      <p className="muted small">{`${clinic} reads this and contacts you.`}</p>
      <div id="unsent">
        {failed !== undefined && (
          <Failure title="Your question was not sent. Please try again." reason={failed} />
        )}
      </div>
      <div className="answers">
        <button type="submit" className="button outlined" aria-disabled={sending}>
          {sending && <span className="turning" aria-hidden />}Send the question
        </button>
        <button type="button" className="button" onClick={onBack} disabled={sending}>
          Back
        </button>
      </div>
    </form>
  );
}
