import ArrowForward from '@mui/icons-material/ArrowForward';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { asFailure } from '@/api/failure';
import { useWithdrawReturnMutation, type ReviewChart } from '@/api/generated';
import { Button } from '@/components/Button';
import { useFootBar } from '@/components/useFootBar';
import { ReturnForm } from '@/features/review/ReturnForm';
import type { Approval } from '@/features/review/useApproval';
import type { Queue } from '@/features/review/useQueue';
import { useNotify } from '@/lib/notices';
import { paperForInk } from '@/theme/forcedColors';

interface Props {
  chart: ReviewChart;
  queue: Queue;
  approval: Approval;
  zone: string;
}

const refusals = {
  own_treatment: 'Your own treatment: another director approves it.',
  invited_by_provider:
    'The provider invited you to the clinic, or invited the person who invited you: another director approves this treatment.',
} as const;

/** What a director does about the chart. Stays at the lower edge of the screen. */
export function ReviewBar({ chart, queue, approval, zone }: Props) {
  const [returning, setReturning] = useState(false);
  const bar = useFootBar<HTMLDivElement>(returning);
  const [withdraw, { isLoading }] = useWithdrawReturnMutation();
  const notify = useNotify();
  const { stroke, busy, one, forget } = approval;
  const { treatment, state, may_approve, approval_refusal, id } = chart;
  if (treatment.approved_at || treatment.voided) return null;

  const takeBack = async () => {
    try {
      await withdraw({ id, withdrawal: {} }).unwrap();
      notify({ tone: 'success', text: 'The return is taken back.' });
    } catch (thrown) {
      notify({ tone: 'error', text: asFailure(thrown).message });
    }
  };
  const until =
    stroke &&
    new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', minute: '2-digit' }).format(
      stroke.until,
    );
  return (
    <Paper ref={bar} variant="outlined" sx={foot}>
      {returning ? (
        <ReturnForm chart={chart} queue={queue} onClose={() => setReturning(false)} />
      ) : (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
          {stroke && (
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
              <Box
                component="img"
                src={stroke.png}
                alt="Your signature"
                sx={{ height: 44, borderRadius: 1, ...paperForInk }}
              />
              <Typography
                variant="body2"
                color="textSecondary"
              >{`Holds until ${until}`}</Typography>
              <Button onClick={forget}>Forget it</Button>
            </Box>
          )}
          {!may_approve && approval_refusal && (
            <Typography color="textSecondary">{refusals[approval_refusal]}</Typography>
          )}
          {state === 'Returned' && (
            <Typography color="textSecondary">This chart waits for its provider.</Typography>
          )}
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, ml: 'auto' }}>
            {state === 'Returned' && may_approve && (
              <Button variant="outlined" loading={isLoading} onClick={() => void takeBack()}>
                Take the return back
              </Button>
            )}
            {state !== 'Returned' && may_approve && (
              <>
                <Button variant="outlined" onClick={() => setReturning(true)}>
                  Return
                </Button>
                <Button
                  variant="contained"
                  loading={busy}
                  endIcon={<ArrowForward />}
                  onClick={() => one(chart)}
                >
                  Approve, next chart
                </Button>
              </>
            )}
          </Box>
        </Box>
      )}
    </Paper>
  );
}

const foot = {
  position: 'sticky',
  bottom: 'var(--bottom-bar, 0px)',
  zIndex: 'appBar',
  mt: 2,
  p: 1.5,
  pb: 'calc(12px + env(safe-area-inset-bottom))',
  displayPrint: 'none',
} as const;
