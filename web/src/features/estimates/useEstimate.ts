import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { asFailure } from '@/api/failure';
import { useCreateEstimateMutation, useLazyShowEstimateQuery, useUpdateEstimateMutation, type Estimate } from '@/api/generated';
import { estimateForm, type EstimateForm } from '@/features/estimates/estimateForm';
import { fromEstimate, toFormFields, toNewEstimate } from '@/features/estimates/estimateRecord';
import { estimatePaths, pathLabels } from '@/features/estimates/estimateFields';
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
  /** Once their changes are loaded: what both changed, and the code that shows it. */
  const [merged, setMerged] = useState<{ Notice: typeof MergedNotice; conflicts: readonly Conflict[] }>();
  const [create] = useCreateEstimateMutation();
  const [update] = useUpdateEstimateMutation();
  const [lookUp, lookingUp] = useLazyShowEstimateQuery();
  const notify = useNotify(`estimate of ${patientId}`);
  const base = saved ? fromEstimate(saved) : blank;
  const form = useForm<EstimateForm>({ resolver: zodResolver(estimateForm(today)), defaultValues: base });
  const { handleSubmit, reset, setError } = form;

  /** Saves the content as it was before a change, as a further version. What is being typed stays. */
  const takeBack = async (before: Estimate, changed: Estimate) => {
    const { mergeIntoForm } = await import('@/lib/mergeChanges');
    const answer = await update({ id: changed.id, 'If-Match': String(changed.version), newEstimate: toNewEstimate(patientId, fromEstimate(before)) }).unwrap();
    mergeIntoForm(form, fromEstimate(changed), fromEstimate(answer), estimatePaths);
    setSaved(answer);
  };

  const save = handleSubmit(async (typed) => {
    setProblem('');
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
      // Of what was signed the former content would be a version without the signatures.
      const undo = saved && !isSigned(saved) && !isSigned(answer) ? () => takeBack(saved, answer) : undefined;
      notify({ tone: 'success', text: 'Good Faith Estimate saved successfully!', undo });
      setProblem(rejectedSignatures(typed, answer));
    } catch (thrown) {
      const failure = asFailure(thrown);
      if (failure.status === 412) return setStale(true);
      notify({ tone: 'error', text: 'Error saving estimate. Please try again.' });
      const reason = applyServerErrors({ ...failure, fields: toFormFields(failure.fields) }, setError, estimatePaths);
      setProblem(reason === 'Request failed' ? 'Not saved yet. Everything you entered is still here.' : ['Not saved yet.', reason].filter(Boolean).join(' '));
    }
  });

  const loadNewest = async () => {
    try {
      // Fetched with their changes, which need a network too.
      const [theirs, { mergeWithConflicts }, { MergedNotice: Notice }] = await Promise.all([lookUp(patientId).unwrap(), import('@/lib/mergeChanges'), import('@/features/estimates/MergedNotice')]);
      if (theirs) setMerged({ Notice, conflicts: mergeWithConflicts(form, base, fromEstimate(theirs), pathLabels, merged?.conflicts) });
      // Null if the estimate is gone: saving then creates a new one.
      setSaved(theirs);
      setStale(false);
      setProblem('');
    } catch (thrown) {
      console.error('The changed estimate could not be loaded:', asFailure(thrown).status);
      setProblem('Their changes could not be loaded. Please try again.');
    }
  };

  return { form, save, saved, saves, problem, stale, merged, loadTheirs: loadNewest, loadingTheirs: lookingUp.isFetching };
}

const isSigned = ({ pt_is_signed, prov_is_signed }: Estimate) => pt_is_signed || prov_is_signed;

/** A sentence about new signatures that the server did not accept: it takes no picture that is on record already. */
function rejectedSignatures(sent: EstimateForm, answer: Estimate): string {
  const missing = (['pt', 'prov'] as const).filter((party) => sent[`${party}_sig`] && !answer[`${party}_is_signed`]);
  if (missing.length === 0) return '';
  const whose = missing.map((party) => (party === 'pt' ? 'the patient’s' : 'the provider’s')).join(' and ');
  return `Saved, but without ${whose} signature: this picture is on record for what was signed before. Please sign again.`;
}
