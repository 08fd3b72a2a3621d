import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';

import type { MessagePreview, TextLength } from '@/api/generated';

/** A message as a patient would read it. */
export function PreviewBox({ preview }: { preview: MessagePreview }) {
  return (
    <Alert severity="info" icon={false} role="status" aria-label="Preview">
      {preview.subject !== null && (
        <Typography sx={{ fontWeight: 600 }}>{preview.subject}</Typography>
      )}
      <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {preview.text}
      </Typography>
      {preview.length && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          {lengthInWords(preview.length)}
        </Typography>
      )}
    </Alert>
  );
}

/** How long a text is, and what makes it longer than it has to be. */
function lengthInWords({ characters, segments, unusual }: TextLength): string {
  const sentIn = `${characters === 1 ? '1 character' : `${characters} characters`}, sent in ${segments === 1 ? '1 part' : `${segments} parts, and you pay for each`}.`;
  return unusual === null
    ? sentIn
    : `${sentIn} “${unusual}” makes the text longer: a part then holds 70 characters in place of 160.`;
}
