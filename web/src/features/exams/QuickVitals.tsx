import Stack from '@mui/material/Stack';

import { Button } from '@/components/Button';

interface Props {
  vitals: readonly string[];
  onAdd: (vital: string) => void;
}

/** One button for each vital sign the clinic takes: 'BP' adds 'BP: ___/___ mmHg'. */
export function QuickVitals({ vitals, onAdd }: Props) {
  if (vitals.length === 0) return null;
  return (
    <Stack
      direction="row"
      role="group"
      aria-label="Add vitals"
      useFlexGap
      spacing={1}
      sx={{ flexWrap: 'wrap' }}
    >
      {vitals.map((vital) => (
        <Button
          key={vital}
          variant="outlined"
          onClick={() => onAdd(vital)}
          aria-label={`Add ${vitalName(vital)}`}
          style={{ paddingInline: 16, minWidth: 64 }}
        >
          {vitalName(vital)}
        </Button>
      ))}
    </Stack>
  );
}

function vitalName(vital: string): string {
  const [name = vital] = vital.split(':');
  return name.trim();
}
