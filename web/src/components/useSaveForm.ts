import { useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

import { asFailure } from '@/api/failure';
import { reauthenticationCancelled, useReauthentication } from '@/components/useReauthentication';
import { useNotify } from '@/lib/notices';
import { applyServerErrors } from '@/lib/serverErrors';

interface SaveOptions<Form extends FieldValues> {
  form: UseFormReturn<Form>;
  fields: readonly FieldPath<Form>[];
  /** The subject of a failure in the console: 'The schedule'. */
  what: string;
  /** Sends what was typed. Resolves to the notice's text, and a function that undoes the change. */
  send: (typed: Form) => Promise<{ text: string; undo?: () => unknown }>;
  /** After a 412: loads what somebody else saved. Resolves to the sentence to show. */
  loadTheirs?: () => Promise<string>;
  onSaved: () => void;
}

/** Saves the form of a dialog, after the password where the server asks for it. A failure keeps what was typed. */
export function useSaveForm<Form extends FieldValues>({
  form,
  fields,
  what,
  send,
  loadTheirs: loadNewest,
  onSaved,
}: SaveOptions<Form>) {
  const notify = useNotify(what);
  const withReauthentication = useReauthentication();
  const [notSaved, setNotSaved] = useState<string>();
  const save = form.handleSubmit(async (typed) => {
    setNotSaved(undefined);
    try {
      notify({ tone: 'success', ...(await withReauthentication(() => send(typed))) });
      onSaved();
    } catch (thrown) {
      const failure = asFailure(thrown);
      if (failure.code === reauthenticationCancelled.code) return;
      console.error(`${what} was not saved:`, failure.status);
      if (failure.status === 412 && loadNewest)
        setNotSaved(await loadNewest().catch(() => `Not saved. ${failure.message}`));
      else
        setNotSaved(
          ['Not saved yet.', applyServerErrors(failure, form.setError, fields)]
            .filter(Boolean)
            .join(' '),
        );
    }
  });
  return { save, saving: form.formState.isSubmitting, notSaved };
}
