import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useParams } from 'react-router';

import { asFailure } from '@/api/failure';
import { useConfirmEmailMutation } from '@/api/generated';
import { Button } from '@/components/Button';
import { AuthLayout } from '@/features/account/AuthLayout';
import { AuthLink } from '@/features/account/AuthLink';
import { paths } from '@/lib/paths';

/** The page behind the mail to a new clinic's owner. Confirming takes a click, because mail scanners open links too. */
export function Component() {
  const { token = '' } = useParams();
  const [confirm, { isLoading, isSuccess }] = useConfirmEmailMutation();
  const [failure, setFailure] = useState<{ code: string; message: string } | null>(null);
  const home = <AuthLink to={paths.dashboard}>Go to the clinic</AuthLink>;

  if (isSuccess)
    return (
      <AuthLayout
        title="Your address is confirmed"
        intro="Invitations and other mails of the clinic go out from now on."
        foot={home}
      />
    );
  if (failure?.code === 'link_invalid') {
    return (
      <AuthLayout
        title="This link is no longer valid"
        intro="It has been used, or it is too old. You can have another sent from the notice in the clinic."
        foot={home}
      />
    );
  }
  const press = async () => {
    setFailure(null);
    try {
      await confirm({ token }).unwrap();
    } catch (thrown) {
      setFailure(asFailure(thrown));
    }
  };
  return (
    <AuthLayout
      title="Confirm your address"
      intro="This confirms that the mail reached you. Until you confirm, the clinic sends no other mail."
      foot={home}
    >
      {failure && (
        <Typography role="alert" color="error" sx={{ mb: 2 }}>
          {failure.message}
        </Typography>
      )}
      <Button variant="contained" loading={isLoading} onClick={() => void press()}>
        Confirm
      </Button>
    </AuthLayout>
  );
}
