import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { maxAgeSeconds } from '@/api/baseApi';
import { useShowPatientPointsQuery } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { Button } from '@/components/Button';
import { lazyDialog } from '@/components/lazyDialog';
import { QueryFailure } from '@/components/LoadFailure';
import { PartSkeleton } from '@/components/PartSkeleton';
import { PrintButton } from '@/features/documents';
import { Statement } from '@/features/loyalty/Statement';
import { countPoints } from '@/features/loyalty/ruleForm';
import { formatDate } from '@/lib/dates';

const RedeemDialog = lazyDialog(
  async () => (await import('@/features/loyalty/PointsDialog')).RedeemDialog,
);
const AdjustDialog = lazyDialog(
  async () => (await import('@/features/loyalty/PointsDialog')).AdjustDialog,
);

interface Props {
  patientId: number;
  /** Whether the statement is shown at once; otherwise on request. */
  statementOpen?: boolean;
}

/** A patient's balance, what can be done with it, and the statement. */
export function PointsAccount({ patientId, statementOpen = false }: Props) {
  const { may } = usePermissions();
  const query = useShowPatientPointsQuery(patientId, { refetchOnMountOrArgChange: maxAgeSeconds });
  const { currentData: points, isError } = query;
  const [dialog, setDialog] = useState<'redeem' | 'adjust'>();
  const [shown, setShown] = useState(statementOpen);
  const close = () => setDialog(undefined);

  const failure = <QueryFailure what="The points could not be loaded." query={query} />;
  if (!points) return isError ? failure : <PartSkeleton label="Loading the points" height={72} />;
  const { next_to_expire: next, fewest_redeemed: fewest } = points;
  const enough = points.points >= fewest;
  return (
    <Stack spacing={2}>
      {failure}
      <Stack
        direction="row"
        sx={{ flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1.5 }}
      >
        <div>
          <Typography sx={{ fontWeight: 600 }}>{countPoints(points.points)}</Typography>
          <Typography color="textSecondary" variant="body2">
            {next
              ? `${countPoints(next.points)} can be used until ${formatDate(next.last_day)}`
              : 'Nothing to expire'}
          </Typography>
        </div>
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
          {may('loyalty.redeem') && (
            <Button variant="outlined" disabled={!enough} onClick={() => setDialog('redeem')}>
              Redeem points
            </Button>
          )}
          {may('loyalty.adjust') && (
            <Button onClick={() => setDialog('adjust')}>Adjust points</Button>
          )}
          <PrintButton kind="statement" id={patientId} what="the statement of points" />
          {!statementOpen && (
            <Button aria-expanded={shown} onClick={() => setShown(!shown)}>
              {shown ? 'Hide statement' : 'Show statement'}
            </Button>
          )}
        </Stack>
      </Stack>
      {may('loyalty.redeem') && !enough && (
        <Typography
          color="textSecondary"
          variant="body2"
        >{`At least ${fewest} points are needed to redeem any.`}</Typography>
      )}
      {shown && <Statement patientId={patientId} />}
      {dialog === 'redeem' && <RedeemDialog points={points} onClose={close} />}
      {dialog === 'adjust' && <AdjustDialog points={points} onClose={close} />}
    </Stack>
  );
}
