import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

import { maxAgeSeconds } from '@/api/baseApi';
import { useListTreatmentsInfiniteQuery, type Treatment } from '@/api/generated';
import { rowsOf } from '@/api/listPages';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { EmptyState } from '@/components/EmptyState';
import { lazyDialog } from '@/components/lazyDialog';
import { NextPageFailure, QueryFailure } from '@/components/LoadFailure';
import { NextPageButton } from '@/components/NextPageButton';
import { PartSkeleton } from '@/components/PartSkeleton';
import { RecordTable, type Column } from '@/components/RecordTable';
import { WordButton } from '@/components/WordButton';
import { addendaInWords } from '@/features/corrections';
import { PrintButton } from '@/features/documents';
import { AnswerDialog, useReviewStates } from '@/features/review';
import { refusalWords } from '@/features/treatments/approvalProblem';
import { DetailsList } from '@/features/treatments/DetailsList';
import { DirectorStatus } from '@/features/treatments/DirectorStatus';
import { isApproved } from '@/features/treatments/treatmentDetails';
import { formatInstantDate } from '@/lib/dates';
import { without } from '@/lib/searchParams';

const ApproveDialog = lazyDialog(
  async () => (await import('@/features/treatments/ApproveDialog')).ApproveDialog,
);
const TreatmentDialog = lazyDialog(
  async () => (await import('@/features/treatments/TreatmentDialog')).TreatmentDialog,
);
const SignaturesDialog = lazyDialog(
  async () => (await import('@/features/treatments/SignaturesDialog')).SignaturesDialog,
);

/** The patient's treatments, the newest first, with those that await the director's approval. */
export function TreatmentList({ patientId }: { patientId: number }) {
  const query = useListTreatmentsInfiniteQuery(
    { patientId },
    { refetchOnMountOrArgChange: maxAgeSeconds },
  );
  const { currentData, isError, isFetching, fetchNextPage, hasNextPage, isFetchNextPageError } =
    query;
  const treatments = rowsOf(currentData);
  const zone = useTimeZone();
  const { states: reviews } = useReviewStates(
    patientId,
    treatments?.some((treatment) => !isApproved(treatment) && !treatment.voided) ?? false,
  );
  const [signaturesOf, setSignaturesOf] = useState<Treatment | null>(null);
  const [approvingId, setApprovingId] = useState<number>();
  // The row of now: what was added meanwhile is shown, and approved once it was read.
  const approving = treatments?.find(({ id }) => id === approvingId);
  const [answeringId, setAnsweringId] = useState<number>();
  const answering = reviews.get(answeringId ?? 0);
  const [openedId, setOpenedId] = useState<number>();
  const [search, setSearch] = useSearchParams();
  // A link of the timeline names the treatment.
  const named = Number(search.get('treatment'));
  // The row of now: it was corrected while it is open.
  const opened = treatments?.find(({ id }) => id === (openedId ?? named));
  // One that is older than what is loaded: its page is fetched first.
  const missing =
    treatments !== undefined && named > 0 && !treatments.some(({ id }) => id === named);
  useEffect(() => {
    if (missing && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [missing, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  const close = () => {
    setOpenedId(undefined);
    if (search.has('treatment'))
      setSearch((former) => without(former, 'treatment'), { replace: true });
  };

  const failure = <QueryFailure what="The treatments could not be loaded." query={query} />;
  if (!treatments)
    return isError ? failure : <PartSkeleton label="Loading the treatments" height={160} />;
  if (treatments.length === 0)
    return (
      <>
        {failure}
        <EmptyState title="No treatments yet" />
      </>
    );

  const onDate = ({ treatment_type, created_at }: Treatment) =>
    `${treatment_type}, ${formatInstantDate(created_at, zone)}`;
  const columns: Column<Treatment>[] = [
    {
      key: 'date',
      header: 'Date',
      nowrap: true,
      render: ({ created_at }) => formatInstantDate(created_at, zone),
    },
    {
      key: 'treatment',
      header: 'Treatment',
      render: ({ treatment_type, provider_name, voided }) => (
        <>
          {treatment_type}
          <Typography variant="body2" color="textSecondary">{`by ${provider_name}`}</Typography>
          {voided && (
            <Typography
              variant="body2"
              color="error"
            >{`Voided by ${voided.by}, ${formatInstantDate(voided.at, zone)}: ${voided.reason}`}</Typography>
          )}
        </>
      ),
    },
    { key: 'areas', header: 'Areas', wholeWords: true, render: ({ areas }) => areas ?? '—' },
    {
      key: 'details',
      header: 'Details',
      render: (treatment) => (
        <>
          <DetailsList treatment={treatment} />
          {treatment.addenda > 0 && (
            <Typography variant="body2" color="textSecondary">
              {addendaInWords(treatment.addenda)}
            </Typography>
          )}
        </>
      ),
    },
    {
      key: 'director',
      header: 'Director status',
      render: (treatment) => (
        <Stack sx={{ alignItems: 'flex-start', gap: 0.5 }}>
          <DirectorStatus treatment={treatment} review={reviews.get(treatment.id)} />
          {reviews.get(treatment.id)?.may_answer && (
            <Button
              variant="outlined"
              onClick={() => setAnsweringId(treatment.id)}
              aria-label={`Answer the director: ${onDate(treatment)}`}
            >
              Answer the director
            </Button>
          )}
          {treatment.approval_refusal && (
            <Typography variant="body2" color="textSecondary">
              {refusalWords(treatment.approval_refusal, treatment.provider_name)}
            </Typography>
          )}
          {treatment.may_approve && reviews.get(treatment.id)?.state !== 'Returned' && (
            <Button
              variant="outlined"
              onClick={() => setApprovingId(treatment.id)}
              aria-label={`Approve: ${onDate(treatment)}`}
            >
              Approve
            </Button>
          )}
          <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 3, rowGap: 1, py: 1 }}>
            <WordButton
              label="Open"
              name={`Open: ${onDate(treatment)}`}
              onPress={() => setOpenedId(treatment.id)}
            />
            <WordButton
              label="Signatures"
              name={`Signatures: ${onDate(treatment)}`}
              onPress={() => setSignaturesOf(treatment)}
            />
            <PrintButton kind="treatment" id={treatment.id} what={onDate(treatment)} look="word" />
          </Stack>
        </Stack>
      ),
    },
  ];

  return (
    <>
      {failure}
      <RecordTable
        caption="Past treatments"
        columns={columns}
        rows={treatments}
        rowKey={({ id }) => id}
      />
      <NextPageFailure what="The older treatments could not be loaded." query={query} />
      <NextPageButton query={query} sx={{ mt: 2 }}>
        Show older treatments
      </NextPageButton>
      {opened && (
        <TreatmentDialog
          treatment={opened}
          review={reviews.get(opened.id)}
          zone={zone}
          onAnswer={() => setAnsweringId(opened.id)}
          onClose={close}
        />
      )}
      {signaturesOf && (
        <SignaturesDialog
          treatment={signaturesOf}
          zone={zone}
          onClose={() => setSignaturesOf(null)}
        />
      )}
      {answering?.returned && (
        <AnswerDialog
          treatment={answering.treatment_id}
          returned={answering.returned}
          zone={zone}
          onClose={() => setAnsweringId(undefined)}
        />
      )}
      {approving && (
        <ApproveDialog
          treatment={approving}
          patientId={patientId}
          zone={zone}
          onClose={() => setApprovingId(undefined)}
        />
      )}
    </>
  );
}
