import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';

import { QueryFailure } from '@/components/LoadFailure';
import { ResultOption } from '@/features/search/ResultOption';
import type { Result, useSearch } from '@/features/search/useSearch';

interface Props {
  id: string;
  search: ReturnType<typeof useSearch>;
  active: string | undefined;
  onMove: (key: string) => void;
  onPick: (key: string) => void;
}

/** The groups that were found, and how many results there are. */
export function SearchResults({ id, search, active, onMove, onPick }: Props) {
  const { results, recent, stale, loading, failed, wanted, query } = search;
  const patients = results.filter((result) => 'patient' in result);
  const places = results.filter((result) => 'place' in result);
  const group = (title: string, of: readonly Result[]) =>
    of.length > 0 && (
      <Box role="group" aria-labelledby={`${id} ${title}`.replaceAll(' ', '-')} sx={{ pb: 1 }}>
        <Typography
          id={`${id} ${title}`.replaceAll(' ', '-')}
          component="p"
          variant="caption"
          color="textSecondary"
          sx={{ px: 2, py: 0.5, fontWeight: 600 }}
        >
          {title}
        </Typography>
        {of.map((result) => (
          <ResultOption
            key={result.key}
            id={`${id}-${result.key}`}
            result={result}
            active={result.key === active}
            onMove={() => onMove(result.key)}
            onPick={() => onPick(result.key)}
          />
        ))}
      </Box>
    );

  return (
    <>
      <Box aria-busy={stale} sx={{ overflowY: 'auto', pt: 1, flex: 1 }}>
        {failed && (
          <Box sx={{ px: 2, pb: 1 }}>
            <QueryFailure what="Patients could not be searched." query={query} />
          </Box>
        )}
        {loading && <Skeletons />}
        {results.length > 0 && (
          // What an earlier text found stays, dimmed, so that the list does not flicker with each letter.
          <Box id={id} role="listbox" aria-label="Results">
            {group(recent ? 'Recent' : 'Patients', patients)}
            {group('Go to', places)}
          </Box>
        )}
        {!stale && !failed && results.length === 0 && (
          <Typography
            sx={{ px: 2, py: 2, overflowWrap: 'anywhere' }}
          >{`Nothing found for “${wanted}”`}</Typography>
        )}
      </Box>
      <Typography
        role="status"
        variant="caption"
        color="textSecondary"
        sx={{ px: 2, py: 1, minHeight: 36, borderTop: 1, borderColor: 'divider' }}
      >
        {stale ? 'Searching…' : countWords(patients.length, places.length, recent)}
      </Typography>
    </>
  );
}

function countWords(patients: number, places: number, recent: boolean): string {
  const counted = (count: number, one: string, many: string) =>
    count > 0 && `${count} ${count === 1 ? one : many}`;
  const words = [
    recent
      ? counted(patients, 'recent patient', 'recent patients')
      : counted(patients, 'patient', 'patients'),
    counted(places, 'place to go', 'places to go'),
  ];
  return words.filter(Boolean).join(', ') || 'No results';
}

/** The rows of the patients seen last, until they are there. */
function Skeletons() {
  return (
    <Box role="group" aria-label="Loading the patients" sx={{ px: 2, pb: 1 }}>
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} height={52} />
      ))}
    </Box>
  );
}
