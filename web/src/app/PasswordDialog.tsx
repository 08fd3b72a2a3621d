import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';

import { asFailure } from '@/api/failure';
import { useChangePasswordMutation } from '@/api/generated';
import { useNotify } from '@/app/notices';
import { FormDialog } from '@/components/FormDialog';
import { FormPassword } from '@/components/FormPassword';
import { passwordHint, passwordProblem } from '@/lib/password';
import { applyServerErrors } from '@/lib/serverErrors';

const passwordForm = z.object({
  current_password: z.string().check(z.minLength(1, 'Enter your current password')),
  new_password: z.string().check(z.superRefine((password, context) => {
    const problem = passwordProblem(password);
    if (problem) context.addIssue(problem);
  })),
});

interface Props {
  email: string;
  onClose: () => void;
}

/** Changes one's own password. */
export function PasswordDialog({ email, onClose }: Props) {
  const { control, handleSubmit, setError, formState: { isDirty } } = useForm({ resolver: zodResolver(passwordForm), defaultValues: { current_password: '', new_password: '' } });
  const [change, { isLoading }] = useChangePasswordMutation();
  const [alert, setAlert] = useState<string>();
  const notify = useNotify();

  const save = handleSubmit(async (passwords) => {
    try {
      await change(passwords).unwrap();
      notify({ tone: 'success', text: 'Your password is changed. You are signed out everywhere else.' });
      onClose();
    } catch (thrown) {
      const failure = asFailure(thrown);
      if (failure.code === 'wrong_password') setError('current_password', { message: failure.message }, { shouldFocus: true });
      else setAlert(applyServerErrors(failure, setError, ['current_password', 'new_password']));
    }
  });

  return (
    <FormDialog open title="Change password" maxWidth="xs" submitLabel="Change password" submitting={isLoading} dirty={isDirty} error={alert} onSubmit={save} onClose={onClose}>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <FormPassword control={control} name="current_password" label="Current password" autoComplete="current-password" required autoFocus />
      <FormPassword control={control} name="new_password" label="New password" autoComplete="new-password" required hint={passwordHint} />
    </FormDialog>
  );
}
