import TabletMacRounded from '@mui/icons-material/TabletMacRounded';
import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { asFailure } from '@/api/failure';
import { useStartKioskMutation } from '@/api/generated';
import { Button } from '@/components/Button';
import { lazyDialog } from '@/components/lazyDialog';
import { broadcastToTabs } from '@/lib/tabMessages';
import { leaveForTablet } from '@/lib/tablet';
import { hasUnsavedWork } from '@/lib/unsavedWork';

const PinDialog = lazyDialog(async () => (await import('@/features/kiosk/PinDialog')).PinDialog);

interface Props {
  patientId: number;
  /** How many forms wait for the patient. */
  waiting: number;
}

/** Hands this device to the patient: from then on it shows that patient's forms alone, until a PIN takes it back. */
export function SignHere({ patientId, waiting }: Props) {
  const [start, { isLoading }] = useStartKioskMutation();
  const [settingPin, setSettingPin] = useState(false);
  const [problem, setProblem] = useState('');

  const handOver = async () => {
    setProblem('');
    try {
      await start({ patient_id: patientId }).unwrap();
      broadcastToTabs('handed-over');
      leaveForTablet();
    } catch (thrown) {
      const { code, message } = asFailure(thrown);
      if (code === 'pin_missing') setSettingPin(true);
      else setProblem(message);
    }
  };

  // The page is left without a question, so there must be nothing to lose. The dialog of the PIN is not asked about.
  const handOverIfSaved = () =>
    hasUnsavedWork()
      ? setProblem('Save or discard what is not saved on this page first.')
      : handOver();

  return (
    <Stack spacing={1} sx={{ maxWidth: 640 }}>
      <Stack
        direction="row"
        sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}
      >
        <Button
          variant="outlined"
          size="large"
          startIcon={<TabletMacRounded />}
          onClick={handOverIfSaved}
          loading={isLoading}
        >
          Sign here on this device
        </Button>
        <Typography variant="body2" color="textSecondary">
          {waiting === 1
            ? '1 form waits for a signature.'
            : `${waiting} forms wait for a signature.`}
        </Typography>
      </Stack>
      {problem && <Alert severity="error">{problem}</Alert>}
      {settingPin && (
        <PinDialog
          reason="Your PIN takes the device back from the patient. Choose it before you hand the device over."
          onClose={() => setSettingPin(false)}
          onSet={() => {
            setSettingPin(false);
            void handOver();
          }}
        />
      )}
    </Stack>
  );
}
