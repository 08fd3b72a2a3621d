import Typography from '@mui/material/Typography';

import type { ConsentTemplate } from '@/api/generated';
import { useTimeZone } from '@/api/useTimeZone';
import { preview } from '@/features/consents/preview';
import { formatInstantDate } from '@/lib/dates';

const previewed = 150;

/** How a template begins, and when it was last changed. */
export function TemplatePreview({
  template: { body, version, updated_at },
}: {
  template: ConsentTemplate;
}) {
  const zone = useTimeZone();
  return (
    <>
      <Typography sx={{ flex: 1, overflowWrap: 'anywhere' }}>{preview(body, previewed)}</Typography>
      <Typography
        variant="body2"
        color="textSecondary"
      >{`Version ${version}, changed ${formatInstantDate(updated_at, zone)}`}</Typography>
    </>
  );
}
