import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';

import { Button } from '@/components/Button';
import { useFootBar } from '@/components/useFootBar';

interface Props {
  dirty: boolean;
  saving: boolean;
  /** Why the settings are not saved, in a sentence; '' while nothing is wrong. */
  problem: string;
}

/** Stays at the lower edge of the screen, so that saving is in reach from every list. */
export function SettingsBar({ dirty, saving, problem }: Props) {
  const bar = useFootBar<HTMLDivElement>(problem);
  return (
    <Paper
      ref={bar}
      variant="outlined"
      sx={{
        position: 'sticky',
        bottom: 'var(--bottom-bar, 0px)',
        zIndex: 'appBar',
        p: 2,
        pb: 'calc(16px + env(safe-area-inset-bottom))',
      }}
    >
      {problem && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {problem}
        </Alert>
      )}
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          flexWrap: 'wrap',
          gap: 2,
        }}
      >
        <Typography color="textSecondary">
          {dirty ? 'Changed, not saved yet' : 'Nothing changed'}
        </Typography>
        <Button type="submit" variant="contained" size="large" loading={saving} disabled={!dirty}>
          Save settings
        </Button>
      </Box>
    </Paper>
  );
}
