import ArrowBack from '@mui/icons-material/ArrowBack';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useEffect, useEffectEvent } from 'react';

import { useShowChartQuery, type ReviewChart } from '@/api/generated';
import { useTimeZone } from '@/api/useTimeZone';
import { ButtonLink } from '@/components/ButtonLink';
import { QueryFailure } from '@/components/LoadFailure';
import { Panel } from '@/components/Panel';
import { PageSkeleton } from '@/components/PageSkeleton';
import { StatusChip } from '@/components/StatusChip';
import { ExamCard } from '@/features/exams';
import { ConsentCard } from '@/features/review/ConsentCard';
import { HealthCard } from '@/features/review/HealthCard';
import { HistoryCard } from '@/features/review/HistoryCard';
import { ReturnNote } from '@/features/review/ReturnNote';
import { ReviewBar } from '@/features/review/ReviewBar';
import { TicksInWords } from '@/features/review/ChartTicks';
import { TreatmentCard } from '@/features/review/TreatmentCard';
import type { Approval } from '@/features/review/useApproval';
import type { Queue } from '@/features/review/useQueue';
import { age, formatInstant, today } from '@/lib/dates';
import { patientPath } from '@/lib/paths';

interface Props {
  id: number;
  queue: Queue;
  approval: Approval;
  /** Absent beside the list. */
  onBack: (() => void) | undefined;
}

/** One chart whole, to be judged without leaving it. */
export function ChartPane({ id, queue, approval, onBack }: Props) {
  const query = useShowChartQuery(id);
  const { currentData: chart, isError } = query;
  const looked = useEffectEvent((seen: ReviewChart) => queue.note(seen.id, seen.version));
  useEffect(() => {
    if (chart) looked(chart);
  }, [chart]);
  return (
    <Box component="section" aria-label="Chart" sx={{ minWidth: 0 }}>
      {onBack && !chart && (
        <IconButton onClick={onBack} aria-label="Back to the queue" color="primary" edge="start">
          <ArrowBack />
        </IconButton>
      )}
      <QueryFailure what="The chart could not be loaded." query={query} />
      {!chart && !isError && <PageSkeleton />}
      {chart && <Chart chart={chart} queue={queue} approval={approval} onBack={onBack} />}
    </Box>
  );
}

function Chart({ chart, queue, approval, onBack }: Omit<Props, 'id'> & { chart: ReviewChart }) {
  const zone = useTimeZone();
  const {
    patient_name,
    patient_id,
    birth_date,
    treatment_type,
    units,
    created_at,
    returns,
    treatment,
    state,
  } = chart;
  const years = age(birth_date, today(zone));
  const what = [
    years !== null && `${years} y`,
    `${treatment_type}${units === null ? '' : ` ${units} U`}`,
    formatInstant(created_at, zone),
  ]
    .filter(Boolean)
    .join(', ');
  return (
    <>
      <Box
        component="header"
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px', mb: 1.5 }}
      >
        {onBack && (
          <IconButton onClick={onBack} aria-label="Back to the queue" color="primary" edge="start">
            <ArrowBack />
          </IconButton>
        )}
        <Typography variant="h1" component="h2" sx={{ overflowWrap: 'anywhere' }}>
          {patient_name}
        </Typography>
        <Typography color="textSecondary" sx={{ flex: '1 1 220px' }}>
          {what}
        </Typography>
        {treatment.voided && <StatusChip tone="danger" label="Voided" />}
        {treatment.approved_at && <StatusChip tone="success" label="Approved" />}
        {state === 'Returned' && <StatusChip tone="warning" label="Returned" />}
        <ButtonLink to={patientPath(patient_id)}>Open record</ButtonLink>
        <Box sx={{ flex: '1 0 100%' }}>
          <TicksInWords of={chart} />
        </Box>
      </Box>
      {returns.map((returned) => (
        <Box key={returned.id} sx={{ mb: 1.5 }}>
          <ReturnNote returned={returned} zone={zone} />
        </Box>
      ))}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
          alignItems: 'start',
        }}
      >
        <HealthCard chart={chart} zone={zone} />
        {chart.exam ? (
          <ExamCard
            exam={chart.exam}
            zone={zone}
            problem={chart.ticks.exam === 'missing' ? chart.missing : null}
          />
        ) : (
          <Panel title="Exam" actions={<StatusChip tone="danger" label="Missing" />}>
            <Typography>
              This treatment was recorded with an exam that belongs to another client now: the merge
              of the two records was undone.
            </Typography>
          </Panel>
        )}
        <ConsentCard chart={chart} zone={zone} />
        <TreatmentCard chart={chart} zone={zone} />
        <HistoryCard chart={chart} zone={zone} />
      </Box>
      <ReviewBar chart={chart} queue={queue} approval={approval} zone={zone} />
    </>
  );
}
