import { useState } from 'react';

import { asFailure } from '@/api/failure';
import { useRequestPasswordResetMutation } from '@/api/generated';
import { TextInput } from '@/components/TextInput';
import { AuthForm } from '@/features/account/AuthForm';
import { AuthLayout } from '@/features/account/AuthLayout';
import { AuthLink } from '@/features/account/AuthLink';
import { paths } from '@/lib/paths';
import { emailProblem } from '@/lib/validation';

/** Requests a link to a new password; the answer is the same whether the address is known or not. */
export function Component() {
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string>();
  const [alert, setAlert] = useState<string>();
  const [request, { isLoading, isSuccess }] = useRequestPasswordResetMutation();
  const back = <AuthLink to={paths.signIn}>Back to sign in</AuthLink>;

  const submit = async () => {
    const found = emailProblem(email);
    setProblem(found);
    setAlert(undefined);
    if (found) return;
    try {
      await request({ email: email.trim() }).unwrap();
    } catch (thrown) {
      const { fields, message } = asFailure(thrown);
      setProblem(fields['email']);
      setAlert(fields['email'] ? undefined : message);
    }
  };

  if (isSuccess) {
    return (
      <AuthLayout
        title="Check your mail"
        intro="If the address belongs to a member of this clinic, a link to a new password is on its way. It works once, for an hour."
        foot={back}
      />
    );
  }
  return (
    <AuthLayout
      title="Forgot your password"
      intro="We will send you a link to choose a new one."
      foot={back}
    >
      <AuthForm onSubmit={submit} submitLabel="Send the link" submitting={isLoading} error={alert}>
        <TextInput
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={problem}
        />
      </AuthForm>
    </AuthLayout>
  );
}
