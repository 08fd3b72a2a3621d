import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';

import type { ConsentTemplate } from '@/api/generated';
import { preview } from '@/features/consent-templates/preview';
import { formatInstantDate } from '@/lib/dates';

interface Props {
  template: ConsentTemplate;
  timeZone: string;
  onView: () => void;
  /** Absent where the role may not. */
  onEdit?: (() => void) | undefined;
  onDelete?: (() => void) | undefined;
}

/** One template in the list: its name, how it begins and what can be done with it. */
export function TemplateCard({ template, timeZone, onView, onEdit, onDelete }: Props) {
  const { name, body, version, updated_at } = template;
  return (
    <Paper component="li" variant="outlined" sx={{ p: 3, display: 'flex', flexDirection: 'column', gap: 1 }}>
      <Typography variant="h2" sx={{ overflowWrap: 'anywhere' }}>{name}</Typography>
      <Typography sx={{ flex: 1, overflowWrap: 'anywhere' }}>{preview(body, 150)}</Typography>
      <Typography variant="body2" color="textSecondary">{`Version ${version}, changed ${formatInstantDate(updated_at, timeZone)}`}</Typography>
      <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap', ml: -1 }}>
        <Button onClick={onView} sx={tool} aria-label={`View ${name}`}>View</Button>
        {onEdit && <Button onClick={onEdit} sx={tool} aria-label={`Edit ${name}`}>Edit</Button>}
        {onDelete && <Button color="error" onClick={onDelete} sx={tool} aria-label={`Delete ${name}`}>Delete</Button>}
      </Stack>
    </Paper>
  );
}

/** Its word begins where the words above begin. */
const tool = { minWidth: 0, px: 1 } as const;
