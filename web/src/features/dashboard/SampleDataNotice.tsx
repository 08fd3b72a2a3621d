import Alert from '@mui/material/Alert';
import { useState } from 'react';

import { useRemoveSampleDataMutation } from '@/api/generated';
import { useMay } from '@/api/useMay';
import { ActDialog } from '@/components/ActDialog';
import { Button } from '@/components/Button';

/** Says that what is shown is sample data, and removes it for those who may. There for as long as there is any. */
export function SampleDataNotice() {
  const mayRemove = useMay().may('clinic.sample.delete');
  const [remove] = useRemoveSampleDataMutation();
  const [asking, setAsking] = useState(false);

  return (
    <>
      <Alert
        severity="info"
        sx={{ alignItems: 'center', flexWrap: 'wrap' }}
        action={mayRemove && <Button color="inherit" onClick={() => setAsking(true)}>Remove sample data</Button>}
      >
        This clinic shows sample data. Sample patients are named “Sample”.
      </Alert>
      {asking && (
        <ActDialog
          question="Remove the sample data?"
          detail="The sample patients and their appointments are deleted. What you have entered yourself stays, and so does a sample patient with a record of your own."
          confirmLabel="Remove"
          act={() => remove().unwrap()}
          done="The sample data was removed"
          refused="Not removed."
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
