import Alert from '@mui/material/Alert';

import type { ReviewCounts } from '@/api/generated';
import { formatDate } from '@/lib/dates';

/** The directors whose charts one reviews while they are away, and who reviews in one's own place. */
export function AwayNotes({ counts: { covering, away } }: { counts: ReviewCounts }) {
  return (
    <>
      {covering.map(({ director_name, until }) => (
        <Alert
          key={`for ${director_name} ${until}`}
          severity="info"
          sx={{ mb: 2 }}
        >{`For ${director_name} (away until ${formatDate(until)})`}</Alert>
      ))}
      {away.map(({ alternate_name, until }) => (
        <Alert
          key={`by ${alternate_name} ${until}`}
          severity="info"
          sx={{ mb: 2 }}
        >{`You are away until ${formatDate(until)}: ${alternate_name} reviews in your place.`}</Alert>
      ))}
    </>
  );
}
