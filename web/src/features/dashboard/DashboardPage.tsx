import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useState } from 'react';

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
import { PageHeader } from '@/components/PageHeader';
import { TodayBoard } from '@/features/appointments';
import { AttentionPanel } from '@/features/dashboard/AttentionPanel';
import { FirstSteps } from '@/features/dashboard/FirstSteps';
import { greeting } from '@/features/dashboard/greeting';
import { Marketing } from '@/features/dashboard/Marketing';
import { PendingApprovals } from '@/features/dashboard/PendingApprovals';
import { SampleData } from '@/features/dashboard/SampleData';
import { Tile } from '@/features/dashboard/Tile';
import { tiles } from '@/features/dashboard/tiles';
import { TrialNote } from '@/features/dashboard/TrialNote';
import { DueFollowUps } from '@/features/follow-ups';
import { formatDate, today } from '@/lib/dates';

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
  const [now] = useState(() => new Date());
  const { data: sample } = useShowSampleDataQuery();
  const timeZone = session?.clinic.time_zone;
  return (
    <Stack spacing={2}>
      <PageHeader
        title="Dashboard"
        subtitle={
          session &&
          timeZone &&
          `${greeting(session.member.first_name, timeZone, now)}. ${formatDate(today(timeZone, now))} at ${session.clinic.name}.`
        }
      />
      {session?.member.awaits_confirmation && (
        <Alert severity="info">
          Your role as Medical Director is not in force yet. The clinic’s owner or another Medical
          Director confirms it on their Team page; until then you see what Staff sees.
        </Alert>
      )}
      <TrialNote />
      {sample?.present && <SampleData />}
      {may('clinic.settings.write') && <FirstSteps />}
      {timeZone && (
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            alignItems: 'start',
            ...(mayLimited('appointment.list') && beside),
          }}
        >
          {mayLimited('appointment.list') && <TodayBoard timeZone={timeZone} />}
          {mayLimited('appointment.list') && (
            <Box className="attention">
              <AttentionPanel timeZone={timeZone} />
            </Box>
          )}
          {may('follow_up.list') && <DueFollowUps timeZone={timeZone} />}
          {may('treatment.approve') && <PendingApprovals timeZone={timeZone} />}
        </Box>
      )}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: '1fr', sm: 'repeat(2, 1fr)', lg: 'repeat(3, 1fr)' },
        }}
      >
        <Box
          component="ul"
          role="list"
          aria-label="Where to go"
          sx={{ display: 'contents', listStyle: 'none' }}
        >
          {tiles.map((tile, index) => (
            // Seven tiles leave a gap in two columns as in three: the last one fills it.
            <Box
              component="li"
              key={tile.title}
              sx={{ gridColumn: { sm: index === tiles.length - 1 ? '1 / -1' : 'auto' } }}
            >
              <Tile tile={tile} />
            </Box>
          ))}
        </Box>
        <Marketing />
      </Box>
    </Stack>
  );
}

/** On wide screens what needs attention is beside the day and the approvals, on others between them. */
const beside = {
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 372px' },
  gridTemplateRows: { lg: 'auto auto 1fr' },
  '& > .attention': { gridColumn: { lg: 2 }, gridRow: { lg: '1 / span 3' } },
} as const;
