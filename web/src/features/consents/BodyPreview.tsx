import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useDeferredValue } from 'react';

import { ConsentText } from '@/components/ConsentText';
import { bodyToHtml } from '@/features/consents/bodyToHtml';
import { useStoredText } from '@/features/consents/useStoredText';

/**
 * A text as its readers will see it: as the server would store it, which reads what was pasted as it will be printed. Until its answer
 * is there, what was typed.
 */
export function BodyPreview({ typed }: { typed: string }) {
  const shown = useDeferredValue(typed);
  const html = shown.trim() ? bodyToHtml(shown) : '';
  const { stored, refused, isUnknown } = useStoredText(html);
  if (!html)
    return <Typography color="textSecondary">The text appears here as you type.</Typography>;
  return (
    <Stack spacing={1.5}>
      {refused && (
        <Alert severity="error" role="status">{`This text cannot be saved: it ${refused}.`}</Alert>
      )}
      {isUnknown && (
        <Alert severity="warning" role="status">
          This preview could not be checked. What is saved may look different.
        </Alert>
      )}
      <ConsentText label="Preview" html={stored ?? html} />
    </Stack>
  );
}
