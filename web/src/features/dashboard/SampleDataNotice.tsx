import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { asFailure } from '@/api/failure';
import { useRemoveSampleDataMutation } from '@/api/generated';
import { useMay } from '@/api/useMay';
import { useNotify } from '@/app/notices';
import { ConfirmDialog } from '@/components/ConfirmDialog';

/** Says that what is shown is sample data, and removes it for those who may. There for as long as there is any. */
export function SampleDataNotice() {
  const mayRemove = useMay().may('clinic.sample.delete');
  const notify = useNotify();
  const [remove, { isLoading }] = useRemoveSampleDataMutation();
  const [asking, setAsking] = useState(false);
  const [refusal, setRefusal] = useState('');

  const confirm = async () => {
    setRefusal('');
    try {
      await remove().unwrap();
      notify({ tone: 'success', text: 'The sample data was removed' });
    } catch (thrown) {
      setRefusal(asFailure(thrown).message);
    }
  };

  return (
    <>
      <Alert
        severity="info"
        sx={{ alignItems: 'center', flexWrap: 'wrap' }}
        action={mayRemove && <Button color="inherit" onClick={() => setAsking(true)}>Remove sample data</Button>}
      >
        This clinic shows sample data. Sample patients are named “Sample”.
      </Alert>
      <ConfirmDialog
        open={asking}
        question="Remove the sample data?"
        detail={
          <>
            <Typography>The sample patients and their appointments are deleted. What you have entered yourself stays, and so does a sample patient with a record of your own.</Typography>
            {refusal && <Alert severity="error" sx={{ mt: 2 }}>{`Not removed. ${refusal}`}</Alert>}
          </>
        }
        confirmLabel="Remove"
        onConfirm={() => void confirm()}
        onClose={() => setAsking(false)}
        busy={isLoading}
      />
    </>
  );
}
