import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';

import type { MessagePreview } from '@/api/generated';

/** A message as a patient would read it. */
export function PreviewBox({ preview }: { preview: MessagePreview }) {
  return (
    <Alert severity="info" icon={false} role="status" aria-label="Preview">
      {preview.subject !== null && <Typography sx={{ fontWeight: 600 }}>{preview.subject}</Typography>}
      <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{preview.text}</Typography>
    </Alert>
  );
}
