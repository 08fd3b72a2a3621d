import Alert from '@mui/material/Alert';
import { useState } from 'react';

import { useRemoveSampleDataMutation } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { Button } from '@/components/Button';
import { ConfirmRequestDialog } from '@/components/ConfirmRequestDialog';

/** Shown while there is sample data; removes it for those who may. */
export function SampleDataNotice() {
  const mayRemove = usePermissions().may('clinic.sample.delete');
  const [remove] = useRemoveSampleDataMutation();
  const [confirming, setConfirming] = useState(false);

  return (
    <>
      <Alert
        severity="info"
        sx={{ alignItems: 'center', flexWrap: 'wrap' }}
        action={
          mayRemove && (
            <Button color="inherit" onClick={() => setConfirming(true)}>
              Remove sample data
            </Button>
          )
        }
      >
        This clinic shows sample data. Sample patients are named “Sample”.
      </Alert>
      {confirming && (
        <ConfirmRequestDialog
          question="Remove the sample data?"
          detail="The sample patients and their appointments are deleted. What you have entered yourself stays, and so does a sample patient with a record of your own."
          confirmLabel="Remove"
          request={() => remove().unwrap()}
          success="The sample data was removed"
          failurePrefix="Not removed."
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
}
