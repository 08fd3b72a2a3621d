import { useCallback, useRef, useState, type ReactNode } from 'react';

import { isFailure } from '@/api/failure';
import { ProveDialog } from '@/components/ProveDialog';
import { ProofContext, proofCancelled, type WithProof } from '@/components/useProved';

interface Question {
  answer: Promise<void>;
  proved: () => void;
  cancelled: () => void;
}

/** Holds the one question for a password that any action on the page may raise. */
export function ProofProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const open = useRef<Question | null>(null);

  const show = useCallback((next: Question | null) => {
    open.current = next;
    setQuestion(next);
  }, []);

  const withProof = useCallback<WithProof>(async (action) => {
    try {
      return await action();
    } catch (thrown) {
      if (!isFailure(thrown) || thrown.code !== 'proof_required') throw thrown;
    }
    // Two actions refused at once wait for the same answer.
    if (!open.current) show(newQuestion());
    await open.current?.answer;
    return action();
  }, [show]);

  const close = (settle: (() => void) | undefined) => {
    show(null);
    settle?.();
  };

  return (
    <ProofContext value={withProof}>
      {children}
      {question && <ProveDialog onProved={() => close(question.proved)} onClose={() => close(question.cancelled)} />}
    </ProofContext>
  );
}

function newQuestion(): Question {
  const settle = { proved: () => {}, cancelled: () => {} };
  const answer = new Promise<void>((resolve, reject) => {
    settle.proved = resolve;
    settle.cancelled = () => reject(proofCancelled);
  });
  return { answer, ...settle };
}
