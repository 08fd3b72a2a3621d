import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';

import {
  appointmentsApi,
  clinicApi,
  dashboardApi,
  followUpsApi,
  treatmentsApi,
  useShowSampleDataQuery,
} from '@/api/generated';
import { appointmentPageSize } from '@/api/listPages';
import { prefetchLoader } from '@/api/prefetchLoader';
import { usePermissions } from '@/api/usePermissions';
import { useSession } from '@/api/useSession';
import { TodayBoard } from '@/features/appointments';
import { AttentionPanel } from '@/features/dashboard/AttentionPanel';
import { FirstSteps } from '@/features/dashboard/FirstSteps';
import { Marketing } from '@/features/dashboard/Marketing';
import { PendingApprovals } from '@/features/dashboard/PendingApprovals';
import { SampleData } from '@/features/dashboard/SampleData';
import { TileRow } from '@/features/dashboard/TileRow';
import { TodayHeader } from '@/features/dashboard/TodayHeader';
import { TrialNote } from '@/features/dashboard/TrialNote';
import { wide } from '@/features/dashboard/wide';
import { DueFollowUps } from '@/features/follow-ups';
import { today } from '@/lib/dates';

const { listFollowUps } = followUpsApi.endpoints;
const { listPendingTreatments } = treatmentsApi.endpoints;
const { showAttention, showFirstSteps } = dashboardApi.endpoints;
const { showSampleData } = clinicApi.endpoints;

export const loader = prefetchLoader(({ may, mayLimited, timeZone }) => [
  showSampleData.initiate(),
  may('clinic.settings.write') && showFirstSteps.initiate(),
  mayLimited('appointment.list') &&
    appointmentsApi.endpoints.listAppointments.initiate({
      from: today(timeZone),
      to: today(timeZone),
      limit: appointmentPageSize,
    }),
  may('follow_up.list') && listFollowUps.initiate(false),
  mayLimited('appointment.list') && showAttention.initiate(),
  may('treatment.approve') && listPendingTreatments.initiate(),
]);

/** The page after signing in. */
export function Component() {
  const session = useSession();
  const { may, mayLimited } = usePermissions();
  const { data: sample } = useShowSampleDataQuery();
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  if (!session) return null;
  const timeZone = session.clinic.time_zone;
  const approvals = may('treatment.approve') && <PendingApprovals timeZone={timeZone} />;
  return (
    <Stack spacing={2}>
      <TodayHeader session={session} />
      {session.member.awaits_confirmation && (
        <Alert severity="info">
          Your role as Medical Director is not in force yet. The clinic’s owner or another Medical
          Director confirms it on their Team page; until then you see what Staff sees.
        </Alert>
      )}
      <TrialNote />
      {sample?.present && <SampleData />}
      {may('clinic.settings.write') && <FirstSteps />}
      <Box sx={mayLimited('appointment.list') ? beside : below}>
        {/* On a phone a director looks for what waits for a signature; the desk has larger screens. */}
        {phone && approvals}
        {mayLimited('appointment.list') && <TodayBoard timeZone={timeZone} />}
        {mayLimited('appointment.list') && (
          <Box className="attention">
            <AttentionPanel timeZone={timeZone} />
          </Box>
        )}
        {!phone && approvals}
        {may('follow_up.list') && <DueFollowUps timeZone={timeZone} />}
      </Box>
      <TileRow />
      <Marketing />
    </Stack>
  );
}

const below = { display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' } as const;

/**
 * On wide screens what needs attention is beside the day and the approvals, as high as these and at least as high as a tablet shows, and
 * scrolls by itself; on others it is between them.
 */
const beside = {
  ...below,
  alignItems: 'start',
  [wide]: {
    gridTemplateColumns: 'minmax(0, 1fr) 372px',
    gridTemplateRows: 'auto auto 1fr',
    '& > .attention': {
      gridColumn: 2,
      gridRow: '1 / span 3',
      alignSelf: 'stretch',
      position: 'relative',
      minHeight: 560,
      '& > section': {
        position: 'absolute',
        inset: 0,
        display: 'flex',
        flexDirection: 'column',
        '& > .scrolls': { flex: 1, overflowY: 'auto', columnWidth: 'auto' },
      },
    },
  },
} as const;
