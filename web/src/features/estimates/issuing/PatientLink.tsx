import Stack from '@mui/material/Stack';

import { Button } from '@/components/Button';
import { TextInput } from '@/components/TextInput';
import { copyText } from '@/lib/copyText';
import { useNotify } from '@/lib/notices';

/** Shown because the clipboard may refuse it and the server tells it only once. */
export function PatientLink({ url }: { url: string }) {
  const notify = useNotify();
  const copy = async () =>
    notify(
      (await copyText(url))
        ? { tone: 'success', text: 'The link is copied.' }
        : { tone: 'info', text: 'This browser did not copy the link. Select it and copy it.' },
    );
  return (
    <Stack spacing={1} sx={{ mt: 2 }}>
      <TextInput
        label="Link for the patient"
        value={url}
        readOnly
        onFocus={(event) => event.target.select()}
        hint="Send it to the patient. It is shown only now."
      />
      <Button variant="outlined" onClick={() => void copy()} sx={{ alignSelf: 'flex-start' }}>
        Copy the link
      </Button>
    </Stack>
  );
}
