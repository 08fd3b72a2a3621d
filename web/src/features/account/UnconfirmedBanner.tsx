import Box from '@mui/material/Box';

import { asFailure } from '@/api/failure';
import { useSendConfirmationAgainMutation } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { Button } from '@/components/Button';
import { useNotify } from '@/lib/notices';

/** Says that the clinic sends no mail until the owner's address is confirmed, and sends the confirmation again. */
export function UnconfirmedBanner() {
  const { may } = usePermissions();
  const notify = useNotify();
  const [send, { isLoading }] = useSendConfirmationAgainMutation();
  const again = async () => {
    try {
      await send().unwrap();
      notify({ tone: 'success', text: 'The mail is on its way. Its link works for 72 hours.' });
    } catch (thrown) {
      notify({ tone: 'error', text: asFailure(thrown).message });
    }
  };
  return (
    <Box
      role="status"
      sx={{
        mb: 3,
        px: 2,
        py: 0.75,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 2,
        displayPrint: 'none',
        borderRadius: 1,
        typography: 'body2',
        color: 'info.main',
        bgcolor: 'info.light',
      }}
    >
      <Box sx={{ flex: 1, minWidth: 200, py: 1 }}>
        Invitations and other mails wait until the owner has confirmed their e-mail address with the
        link that was mailed to them.
      </Box>
      {may('clinic.settings.write') && (
        <Button color="inherit" loading={isLoading} onClick={() => void again()}>
          Send the mail again
        </Button>
      )}
    </Box>
  );
}
