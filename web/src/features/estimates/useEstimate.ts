import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { asFailure } from '@/api/failure';
import {
  useCreateEstimateMutation,
  useLazyShowEstimateQuery,
  useUpdateEstimateMutation,
  type Estimate,
} from '@/api/generated';
import { estimateForm, type EstimateForm } from '@/features/estimates/estimateForm';
import { fromEstimate, toFormFields, toNewEstimate } from '@/features/estimates/estimateRecord';
import { estimatePaths, pathLabels } from '@/features/estimates/estimateFields';
import { lostSignatures, type Party } from '@/features/estimates/lostSignatures';
import type { MergedNotice } from '@/features/estimates/MergedNotice';
import type { Conflict } from '@/lib/mergeChanges';
import { useNotify } from '@/lib/notices';
import { applyServerErrors } from '@/lib/serverErrors';

interface Options {
  patientId: number;
  /** The estimate on record when the page was opened. */
  found: Estimate | null;
  /** The form's content where there is no estimate yet. */
  blank: EstimateForm;
  today: string;
}

/** The state of the estimate form: the first save creates the estimate, later ones update it, with a check against somebody else's change. */
export function useEstimate({ patientId, found, blank, today }: Options) {
  const [saved, setSaved] = useState(found);
  const [saves, setSaves] = useState(0);
  const [problem, setProblem] = useState('');
  const [stale, setStale] = useState(false);
  /** The people whose signatures the last press on Save would have removed; another number for each press. */
  const [asked, setAsked] = useState<{ lost: readonly Party[]; press: number }>();
  /** Once their changes are loaded: what both changed, and the code that shows it. */
  const [merged, setMerged] = useState<{
    Notice: typeof MergedNotice;
    conflicts: readonly Conflict[];
  }>();
  const [create] = useCreateEstimateMutation();
  const [update] = useUpdateEstimateMutation();
  const [lookUp, lookingUp] = useLazyShowEstimateQuery();
  const notify = useNotify(`estimate of ${patientId}`);
  const base = saved ? fromEstimate(saved) : blank;
  const form = useForm<EstimateForm>({
    resolver: zodResolver(estimateForm(today)),
    defaultValues: base,
  });
  const { handleSubmit, reset, setError } = form;

  /** Saves the content as it was before a change, as a further version. What is being typed stays. */
  const takeBack = async (before: Estimate, changed: Estimate) => {
    const { mergeIntoForm } = await import('@/lib/mergeChanges');
    const answer = await update({
      id: changed.id,
      'If-Match': String(changed.version),
      newEstimate: toNewEstimate(patientId, fromEstimate(before)),
    }).unwrap();
    mergeIntoForm(form, fromEstimate(changed), fromEstimate(answer), estimatePaths);
    setSaved(answer);
  };

  /** The people whose signatures saving would remove. It compares what is sent: how a number is written changes nothing. */
  const lostBy = (typed: EstimateForm): Party[] => {
    if (!saved) return [];
    const [before, after]: Record<string, unknown>[] = [base, typed].map((one) => ({
      ...toNewEstimate(patientId, one),
    }));
    return lostSignatures(
      saved,
      Object.keys({ ...before, ...after }).filter((field) => before?.[field] !== after?.[field]),
    );
  };

  const send = async (typed: EstimateForm) => {
    setProblem('');
    setAsked(undefined);
    const newEstimate = toNewEstimate(patientId, typed);
    try {
      const answer = saved
        ? await update({ id: saved.id, 'If-Match': String(saved.version), newEstimate }).unwrap()
        : await create(newEstimate).unwrap();
      setSaved(answer);
      setSaves((count) => count + 1);
      setStale(false);
      setMerged(undefined);
      reset(fromEstimate(answer));
      // Undoing a change of what was signed would leave a version without the signatures.
      const undo =
        saved && !isSigned(saved) && !isSigned(answer) ? () => takeBack(saved, answer) : undefined;
      notify({ tone: 'success', text: 'Good Faith Estimate saved successfully!', undo });
      setProblem(rejectedSignatures(typed, answer));
    } catch (thrown) {
      const failure = asFailure(thrown);
      if (failure.status === 412) return setStale(true);
      notify({ tone: 'error', text: 'Error saving estimate. Please try again.' });
      const reason = applyServerErrors(
        { ...failure, fields: toFormFields(failure.fields) },
        setError,
        estimatePaths,
      );
      setProblem(
        reason === 'Request failed'
          ? 'Not saved yet. Everything you entered is still here.'
          : ['Not saved yet.', reason].filter(Boolean).join(' '),
      );
    }
  };
  /** Asks about the signatures that saving would remove, unless all of them were asked about already: the form may have changed since. */
  const saveKnowing = (known: readonly Party[]) =>
    handleSubmit((typed) => {
      const lost = lostBy(typed);
      if (lost.every((party) => known.includes(party))) return send(typed);
      setProblem('');
      return setAsked((before) => ({ lost, press: (before?.press ?? 0) + 1 }));
    });

  const loadNewest = async () => {
    try {
      // Fetched with their changes, which need a network too.
      const [theirs, { mergeWithConflicts }, { MergedNotice: Notice }] = await Promise.all([
        lookUp(patientId).unwrap(),
        import('@/lib/mergeChanges'),
        import('@/features/estimates/MergedNotice'),
      ]);
      if (theirs)
        setMerged({
          Notice,
          conflicts: mergeWithConflicts(
            form,
            base,
            fromEstimate(theirs),
            pathLabels,
            merged?.conflicts,
          ),
        });
      // Null if the estimate is gone: saving then creates a new one.
      setSaved(theirs);
      setAsked(undefined);
      setStale(false);
      setProblem('');
    } catch (thrown) {
      console.error('The changed estimate could not be loaded:', asFailure(thrown).status);
      setProblem('Their changes could not be loaded. Please try again.');
    }
  };

  return {
    form,
    save: saveKnowing([]),
    saved,
    saves,
    problem,
    asked,
    saveAsked: saveKnowing(asked?.lost ?? []),
    stopAsking: () => setAsked(undefined),
    stale,
    merged,
    loadTheirs: loadNewest,
    loadingTheirs: lookingUp.isFetching,
  };
}

const isSigned = ({ pt_is_signed, prov_is_signed }: Estimate) => pt_is_signed || prov_is_signed;

/** A sentence about new signatures that the server did not accept: it takes no picture that is on record already. */
function rejectedSignatures(sent: EstimateForm, answer: Estimate): string {
  const missing = (['pt', 'prov'] as const).filter(
    (party) => sent[`${party}_sig`] && !answer[`${party}_is_signed`],
  );
  if (missing.length === 0) return '';
  const whose = missing
    .map((party) => (party === 'pt' ? 'the patient’s' : 'the provider’s'))
    .join(' and ');
  return `Saved, but without ${whose} signature: this picture is already on record for an earlier signature, or for somebody else. Please draw a new signature, because a typed name gives the same picture each time.`;
}
