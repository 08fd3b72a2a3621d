import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';

import { useAcceptInvitationMutation } from '@/api/generated';
import { AuthLayout } from '@/features/account/AuthLayout';
import { AuthLink } from '@/features/account/AuthLink';
import { NewPasswordForm } from '@/features/account/NewPasswordForm';
import { paths } from '@/lib/paths';

/** The page behind an invitation: a new member chooses a password and is signed in. */
export function Component() {
  const { token = '' } = useParams();
  const [accept] = useAcceptInvitationMutation();
  const [invalid, setInvalid] = useState(false);
  const navigate = useNavigate();

  if (invalid) {
    return (
      <AuthLayout
        title="This invitation is no longer valid"
        intro="It has been used, or it is too old. Ask your clinic for a new one."
        foot={<AuthLink to={paths.signIn}>Sign in instead</AuthLink>}
      />
    );
  }
  return (
    <AuthLayout
      title="Welcome"
      intro="Your clinic has invited you to Celadon. Choose a password to begin."
    >
      <NewPasswordForm
        submitLabel="Start"
        onLinkInvalid={() => setInvalid(true)}
        onChosen={async (password) => {
          await accept({ token, password }).unwrap();
          await navigate(paths.dashboard, { replace: true });
        }}
      />
    </AuthLayout>
  );
}
