import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useSearchParams } from 'react-router';

import { maxAgeSeconds } from '@/api/baseApi';
import { useListExamsInfiniteQuery, type ExamEntry } from '@/api/generated';
import { rowsOf } from '@/api/listPages';
import { useModules } from '@/api/useModules';
import { Button } from '@/components/Button';
import { lazyDialog } from '@/components/lazyDialog';
import { NextPageFailure, QueryFailure } from '@/components/LoadFailure';
import { NextPageButton } from '@/components/NextPageButton';
import { Panel } from '@/components/Panel';
import { PartSkeleton } from '@/components/PartSkeleton';
import { StatusChip } from '@/components/StatusChip';
import { addendaInWords } from '@/features/corrections';
import { formatInstant, formatInstantDate } from '@/lib/dates';
import { without } from '@/lib/searchParams';

const ExamDialog = lazyDialog(async () => (await import('@/features/exams/ExamDialog')).ExamDialog);

interface Props {
  patientId: number;
  timeZone: string;
  onVoided: (id: number) => void;
}

/** Every exam of the patient, the newest first: each can be read whole, added to and voided. Nothing for a patient without any. */
export function ExamHistory({ patientId, timeZone, onVoided }: Props) {
  const query = useListExamsInfiniteQuery(
    { patientId },
    { refetchOnMountOrArgChange: maxAgeSeconds },
  );
  const { currentData, isError } = query;
  const [search, setSearch] = useSearchParams();
  const [pressed, setPressed] = useState<number>();
  // A link of the timeline names the exam.
  const named = Number(search.get('exam'));
  const opened = pressed ?? (named > 0 ? named : undefined);
  const close = () => {
    setPressed(undefined);
    if (search.has('exam')) setSearch((former) => without(former, 'exam'), { replace: true });
  };
  const exams = rowsOf(currentData);
  if (exams?.length === 0 && !isError) return null;
  return (
    <Box sx={{ displayPrint: 'none' }}>
      <Panel title="Exam history">
        <QueryFailure what="The history could not be loaded." query={query} />
        {!exams && !isError && <PartSkeleton label="Loading the history" height={96} />}
        {exams && (
          <Stack
            component="ul"
            role="list"
            aria-label="Exam history"
            sx={{ listStyle: 'none', m: 0, p: 0 }}
          >
            {exams.map((exam) => (
              <Row key={exam.id} exam={exam} zone={timeZone} onOpen={() => setPressed(exam.id)} />
            ))}
          </Stack>
        )}
        <NextPageFailure what="The older entries could not be loaded." query={query} />
        <NextPageButton query={query} sx={{ mt: 2 }}>
          Show older entries
        </NextPageButton>
      </Panel>
      {opened !== undefined && (
        <ExamDialog id={opened} zone={timeZone} onVoided={onVoided} onClose={close} />
      )}
    </Box>
  );
}

function Row({ exam, zone, onOpen }: { exam: ExamEntry; zone: string; onOpen: () => void }) {
  const { created_at, examiner_name, valid_until, voided, counts, addenda } = exam;
  const when = formatInstant(created_at, zone);
  // Where a prescriber clears each service, the exam alone is valid for nothing.
  const byService = useModules().isOn('clearance');
  const facts = [
    `by ${examiner_name}`,
    counts && !byService && `valid until ${formatInstantDate(valid_until, zone)}`,
    addendaInWords(addenda),
  ];
  return (
    <Box component="li" sx={row}>
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
          <Typography sx={{ fontWeight: 600 }}>{when}</Typography>
          {voided && <StatusChip tone="danger" label="Voided" />}
          {counts && <StatusChip tone="success" label="Current" />}
        </Stack>
        <Typography variant="body2" color="textSecondary">
          {facts.filter(Boolean).join(' · ')}
        </Typography>
        {voided && (
          <Typography
            variant="body2"
            color="error"
          >{`Voided by ${voided.by}, ${formatInstantDate(voided.at, zone)}: ${voided.reason}`}</Typography>
        )}
      </Box>
      <Button
        onClick={onOpen}
        aria-label={`Open: ${when}`}
        style={{ flexShrink: 0, paddingInline: 12 }}
      >
        Open
      </Button>
    </Box>
  );
}

const row = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 2,
  py: 0.75,
  overflowWrap: 'anywhere',
  borderTop: 1,
  borderColor: 'rule',
  '&:first-of-type': { borderTop: 0 },
} as const;
