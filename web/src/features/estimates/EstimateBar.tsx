import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useWatch, type Control } from 'react-hook-form';

import { Button } from '@/components/Button';
import { InlineConfirmation } from '@/components/InlineConfirmation';
import { useFootBar } from '@/components/useFootBar';
import type { EstimateForm } from '@/features/estimates/estimateForm';
import { formatCents, grandTotal } from '@/features/estimates/estimateTotals';
import { whoseSignatures, type Party } from '@/features/estimates/lostSignatures';
import { areas } from '@/features/estimates/priceList';
import { font } from '@/theme/tokens';

interface Props {
  control: Control<EstimateForm>;
  saving: boolean;
  /** Why the estimate or a signature is not saved, in a sentence; '' while nothing is wrong. */
  problem: string;
  /** The people whose signatures the last press on Save would have removed; nothing was sent. */
  asked: { lost: readonly Party[]; press: number } | undefined;
  onSaveAsked: () => void;
  onKeep: () => void;
}

/** Stays at the lower edge of the screen: what it all comes to, and the way to save it. */
export function EstimateBar({ control, saving, problem, asked, onSaveAsked, onKeep }: Props) {
  const lines = useWatch({ control, name: areaNames });
  const bar = useFootBar<HTMLDivElement>(`${problem} ${asked?.press ?? ''}`);
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
      {asked && (
        <Box sx={{ mb: 2 }}>
          <InlineConfirmation
            key={asked.press}
            warnings={[
              `This estimate is signed. Your change would be a new version without ${whoseSignatures(asked.lost)} signature.`,
            ]}
            hint="Not saved yet. The signed version stays readable under Versions."
            confirmLabel={
              asked.lost.length > 1 ? 'Save without the signatures' : 'Save without the signature'
            }
            busy={saving}
            onConfirm={onSaveAsked}
          >
            <Button variant="outlined" color="inherit" onClick={onKeep}>
              Back to the estimate
            </Button>
          </InlineConfirmation>
        </Box>
      )}
      {problem && (
        <Alert severity="error" sx={{ mb: 2 }}>
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
        {/* Small enough on a phone to stand in one line with the button. The headings' font has no tabular numerals. */}
        <Typography
          component="p"
          sx={{ typography: { xs: 'h3', sm: 'h2' }, '&&': money }}
        >{`Grand total ${formatCents(grandTotal(lines))}`}</Typography>
        <Button type="submit" variant="contained" size="large" loading={saving}>
          Save estimate
        </Button>
      </Box>
    </Paper>
  );
}

const money = {
  fontFamily: font.sans,
  fontWeight: 600,
  fontVariantNumeric: 'tabular-nums',
} as const;
const areaNames = areas.map(({ key }) => key);
