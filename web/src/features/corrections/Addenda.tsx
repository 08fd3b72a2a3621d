import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';

import {
  useListExamAddendaInfiniteQuery,
  useListTreatmentAddendaInfiniteQuery,
  type Addendum,
} from '@/api/generated';
import { rowsOf } from '@/api/listPages';
import { NextPageFailure, QueryFailure } from '@/components/LoadFailure';
import { NextPageButton } from '@/components/NextPageButton';
import { PartSkeleton } from '@/components/PartSkeleton';
import { formatInstant } from '@/lib/dates';
import { paperForInk } from '@/theme/forcedColors';

interface Props {
  /** The record, by its own part of the address. */
  to: { record: 'gfe/exams' | 'treatments'; id: number };
  zone: string;
}

/** The addenda of a record in the order in which they were signed; nothing where there are none. */
export function Addenda({ to, zone }: Props) {
  const isTreatment = to.record === 'treatments';
  const ofExam = useListExamAddendaInfiniteQuery(
    { id: to.id },
    { skip: isTreatment, refetchOnMountOrArgChange: true },
  );
  const ofTreatment = useListTreatmentAddendaInfiniteQuery(
    { id: to.id },
    { skip: !isTreatment, refetchOnMountOrArgChange: true },
  );
  const query = isTreatment ? ofTreatment : ofExam;
  const { currentData, isError } = query;
  const addenda = rowsOf(currentData);
  const failure = <QueryFailure what="The addenda could not be loaded." query={query} />;
  if (!addenda) return isError ? failure : <PartSkeleton label="Loading the addenda" height={96} />;
  if (addenda.length === 0) return failure;
  return (
    <Stack spacing={2} component="section" aria-label="Addenda">
      {failure}
      <Typography variant="h3">Addenda</Typography>
      <Box component="ol" role="list" aria-label="Addenda" sx={list}>
        {addenda.map((addendum) => (
          <Entry key={addendum.id} addendum={addendum} zone={zone} />
        ))}
      </Box>
      <NextPageFailure what="The later addenda could not be loaded." query={query} />
      <NextPageButton query={query} sx={{ alignSelf: 'flex-start' }}>
        Show later addenda
      </NextPageButton>
    </Stack>
  );
}

function Entry({
  addendum: { reason, text, author_name, author_role, created_at, signature },
  zone,
}: {
  addendum: Addendum;
  zone: string;
}) {
  return (
    <li>
      <Typography sx={{ fontWeight: 600 }}>{reason}</Typography>
      <Typography
        variant="body2"
        color="textSecondary"
      >{`${author_name} (${author_role}), ${formatInstant(created_at, zone)}`}</Typography>
      <Typography sx={{ whiteSpace: 'pre-wrap', mt: 1 }}>{text}</Typography>
      <Box
        component="img"
        src={signature}
        alt={`Signature of ${author_name}`}
        width={400}
        height={120}
        sx={{
          display: 'block',
          width: 200,
          maxWidth: '100%',
          height: 'auto',
          mt: 1,
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          ...paperForInk,
        }}
      />
    </li>
  );
}

const list = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'grid',
  rowGap: 2,
  overflowWrap: 'anywhere',
  '& > li': { pl: 2, borderLeft: 4, borderColor: 'rule' },
} as const;
