import Alert from '@mui/material/Alert';
import { useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

import { asFailure } from '@/api/failure';
import { useLoginMutation } from '@/api/generated';
import { Button } from '@/components/Button';
import { CodeInput } from '@/components/CodeInput';
import { PasswordInput } from '@/components/PasswordInput';
import { TextInput } from '@/components/TextInput';
import { AuthForm } from '@/features/account/AuthForm';
import { AuthLayout } from '@/features/account/AuthLayout';
import { AuthLink } from '@/features/account/AuthLink';
import { safeRedirectPath } from '@/features/account/safeRedirectPath';
import { paths } from '@/lib/paths';
import { emailProblem, messages } from '@/lib/validation';

/** Signs in, with a code as the second step where it is required. Without the form library, because it is often the first page to load. */
export function Component() {
  const [params] = useSearchParams();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  /** After the right password the server may ask for a code. */
  const [step, setStep] = useState<'password' | 'code' | 'recovery'>('password');
  const [code, setCode] = useState('');
  const [tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const passwordField = useRef<HTMLInputElement>(null);
  const codeField = useRef<HTMLInputElement>(null);
  const [login, { isLoading }] = useLoginMutation();
  const navigate = useNavigate();
  const problems = {
    email: emailProblem(email),
    password: password ? undefined : messages.noPassword,
    code: code.trim() ? undefined : messages.noCode,
  };

  const go = (next: typeof step) => {
    setStep(next);
    setCode('');
    setTried(false);
    setRefusal(undefined);
  };
  const refused = (message: string) => {
    setRefusal(message);
    setTried(false);
  };
  const submit = async () => {
    setTried(true);
    setRefusal(undefined);
    if (problems.email || problems.password || (step !== 'password' && problems.code)) return;
    try {
      await login({
        email: email.trim(),
        password,
        ...(step !== 'password' && { code: code.trim() }),
      }).unwrap();
      await navigate(safeRedirectPath(params.get('next')), { replace: true });
    } catch (thrown) {
      const { code: reason, message } = asFailure(thrown);
      if (reason === 'code_required') return go('code');
      if (step === 'password' || reason === 'wrong_credentials') {
        setPassword('');
        setStep('password');
      }
      setCode('');
      refused(message);
      (step === 'password' ? passwordField : codeField).current?.focus();
    }
  };

  if (step !== 'password') {
    return (
      <AuthLayout
        title="Two-step sign-in"
        intro={email.trim()}
        foot={<Button onClick={() => go('password')}>Back</Button>}
      >
        <AuthForm onSubmit={submit} submitLabel="Sign in" submitting={isLoading} error={refusal}>
          <CodeInput
            recovery={step === 'recovery'}
            onSwitch={(recovery) => go(recovery ? 'recovery' : 'code')}
            value={code}
            onChange={setCode}
            inputRef={codeField}
            error={tried ? problems.code : undefined}
          />
        </AuthForm>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title="Sign in"
      foot={<AuthLink to={paths.forgotPassword}>Forgot your password?</AuthLink>}
    >
      {params.get('because') === 'idle' && (
        <Alert severity="info" sx={{ mb: 2.5 }}>
          You were signed out because nothing happened for a while.
        </Alert>
      )}
      <AuthForm onSubmit={submit} submitLabel="Sign in" submitting={isLoading} error={refusal}>
        <TextInput
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={tried ? problems.email : undefined}
        />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          inputRef={passwordField}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={tried ? problems.password : undefined}
        />
      </AuthForm>
    </AuthLayout>
  );
}
