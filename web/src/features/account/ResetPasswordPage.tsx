import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';

import { useResetPasswordMutation } from '@/api/generated';
import { AuthLayout } from '@/features/account/AuthLayout';
import { AuthLink } from '@/features/account/AuthLink';
import { NewPasswordForm } from '@/features/account/NewPasswordForm';
import { useNotify } from '@/lib/notices';
import { paths } from '@/lib/paths';

/** The page behind a mailed link: a new password in place of a forgotten one. */
export function Component() {
  const { token = '' } = useParams();
  const [reset] = useResetPasswordMutation();
  const [invalid, setInvalid] = useState(false);
  const notify = useNotify();
  const navigate = useNavigate();

  if (invalid) {
    return (
      <AuthLayout
        title="This link is no longer valid"
        intro="It has been used, or its hour is over."
        foot={<AuthLink to={paths.forgotPassword}>Ask for a new link</AuthLink>}
      />
    );
  }
  return (
    <AuthLayout
      title="Choose a new password"
      foot={<AuthLink to={paths.signIn}>Back to sign in</AuthLink>}
    >
      <NewPasswordForm
        submitLabel="Save password"
        onLinkInvalid={() => setInvalid(true)}
        onChosen={async (password) => {
          await reset({ token, password }).unwrap();
          notify({ tone: 'success', text: 'Your new password is set. Sign in with it.' });
          await navigate(paths.signIn, { replace: true });
        }}
      />
    </AuthLayout>
  );
}
