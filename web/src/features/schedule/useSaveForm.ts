import { useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

import { asFailure } from '@/api/failure';
import { useNotify } from '@/lib/notices';
import { applyServerErrors } from '@/lib/serverErrors';

interface Saving<Form extends FieldValues> {
  form: UseFormReturn<Form>;
  fields: readonly FieldPath<Form>[];
  /** Sends what was typed. Answers the notice's words, and what takes it back. */
  send: (typed: Form) => Promise<{ text: string; undo?: () => unknown }>;
  /** After a 412: takes over what somebody else saved. Answers the words to show. */
  loadTheirs?: () => Promise<string>;
  onSaved: () => void;
}

/** Saves the form of a dialog. A failure keeps what was typed. */
export function useSaveForm<Form extends FieldValues>({ form, fields, send, loadTheirs, onSaved }: Saving<Form>) {
  const notify = useNotify('schedule');
  const [notSaved, setNotSaved] = useState<string>();
  const save = form.handleSubmit(async (typed) => {
    setNotSaved(undefined);
    try {
      notify({ tone: 'success', ...(await send(typed)) });
      onSaved();
    } catch (thrown) {
      const failure = asFailure(thrown);
      console.error('The schedule was not saved:', failure.status);
      if (failure.status === 412 && loadTheirs) setNotSaved(await loadTheirs().catch(() => `Not saved. ${failure.message}`));
      else setNotSaved(['Not saved yet.', applyServerErrors(failure, form.setError, fields)].filter(Boolean).join(' '));
    }
  });
  return { save, saving: form.formState.isSubmitting, notSaved };
}
