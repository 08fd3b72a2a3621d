import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import { maxAgeSeconds } from '@/api/baseApi';
import {
  useListExamCopiesQuery,
  useListTreatmentCopiesQuery,
  type SignedKind,
} from '@/api/generated';
import { ButtonAnchor } from '@/components/ButtonAnchor';
import { QueryFailure } from '@/components/LoadFailure';

interface Props {
  of: 'treatment' | 'exam';
  id: number;
}

const words: Record<SignedKind, string> = {
  estimate: 'Copy as signed',
  treatment: 'Copy as signed',
  approval: 'Copy as approved',
  exam: 'Copy as signed',
  examiner: 'Copy as saved',
};

const records = { treatment: 'treatments', exam: 'gfe/exams' } as const;

/**
 * The PDFs of what was signed, each of which can be verified later. The first one is made within minutes of signing. An exam from before
 * exams had copies has none.
 */
export function SignedCopies({ of, id }: Props) {
  const [treatments, exams] = [
    useListTreatmentCopiesQuery(id, {
      skip: of !== 'treatment',
      refetchOnMountOrArgChange: maxAgeSeconds,
    }),
    useListExamCopiesQuery(id, { skip: of !== 'exam', refetchOnMountOrArgChange: maxAgeSeconds }),
  ];
  const query = of === 'treatment' ? treatments : exams;
  const { currentData: copies } = query;
  return (
    <Box>
      <QueryFailure what="The signed copies could not be loaded." query={query} />
      {of === 'treatment' && copies?.length === 0 && (
        <Typography variant="body2" color="textSecondary">
          A signed copy is made within minutes of signing.
        </Typography>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {copies?.map(({ kind }) => (
          <ButtonAnchor
            key={kind}
            variant="outlined"
            href={`/api/${records[of]}/${id}/copies/${kind}/file`}
            target="_blank"
            rel="noreferrer"
          >
            {words[kind]}
          </ButtonAnchor>
        ))}
      </Box>
    </Box>
  );
}
