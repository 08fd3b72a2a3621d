import { useState, type ReactNode } from 'react';

import { asFailure } from '@/api/failure';
import {
  useApproveChartsMutation,
  useApproveTreatmentMutation,
  type ReviewRow,
} from '@/api/generated';
import { useReauthentication } from '@/components/useReauthentication';
import { approvalWords } from '@/features/review/approvalWords';
import { SignDialog } from '@/features/review/dialogs';
import { whatAndWho } from '@/features/review/reviewWords';
import type { Queue } from '@/features/review/useQueue';
import { useStroke, type Stroke } from '@/features/review/useStroke';
import { useNotify } from '@/lib/notices';

export interface Approval {
  stroke: Stroke | null;
  forget: () => void;
  busy: boolean;
  /** Approves one chart as it was looked at, and opens the next one. */
  one: (row: ReviewRow) => void;
  /** Approves the ticked ones with one signature. */
  many: (rows: readonly ReviewRow[]) => void;
  dialog: ReactNode;
}

/** Approving: with the signature that is at hand, or after signing. */
export function useApproval(queue: Queue): Approval {
  const [stroke, setStroke] = useStroke();
  const [signing, setSigning] = useState<readonly ReviewRow[] | null>(null);
  const [busy, setBusy] = useState(false);
  const [approveOne] = useApproveTreatmentMutation();
  const [approveMany] = useApproveChartsMutation();
  const withReauthentication = useReauthentication();
  const notify = useNotify();

  const send = async (rows: readonly ReviewRow[], png: string) => {
    const [first] = rows;
    if (!first) return;
    const next = queue.beside(first.id, 1) ?? queue.beside(first.id, -1);
    await withReauthentication(() =>
      rows.length > 1
        ? approveMany({
            charts: rows.map(({ id, version }) => ({ id, version })),
            director_signature: png,
          }).unwrap()
        : approveOne({
            id: first.id,
            'If-Match': String(first.version),
            approval: { director_signature: png },
          }).unwrap(),
    );
    notify({
      tone: 'success',
      text:
        rows.length > 1 ? `${rows.length} charts approved.` : `${first.patient_name}: approved.`,
    });
    queue.open(rows.length > 1 ? null : next);
  };

  const begin = async (rows: readonly ReviewRow[]) => {
    if (!stroke) return setSigning(rows);
    setBusy(true);
    try {
      await send(rows, stroke.png);
    } catch (thrown) {
      const text = approvalWords(asFailure(thrown));
      if (text) notify({ tone: 'error', text });
    } finally {
      setBusy(false);
    }
    return undefined;
  };

  return {
    stroke,
    forget: () => setStroke(null),
    busy,
    one: (row) => void begin([row]),
    many: (rows) => (rows.length > 1 ? setSigning(rows) : void begin(rows)),
    dialog: signing && (
      <SignDialog
        charts={signing.map((row) => `${row.patient_name}: ${whatAndWho(row)}`)}
        approve={async (png) => {
          await send(signing, png);
          setStroke(png);
        }}
        onClose={() => setSigning(null)}
      />
    ),
  };
}
