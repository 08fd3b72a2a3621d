import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';

import type { TimelineEntry } from '@/api/generated';
import { RowLink } from '@/components/RowLink';
import { Mark } from '@/features/record/Mark';
import { byLine, linkOf, markOf, titleOf } from '@/features/record/timelineWords';
import { formatInstant } from '@/lib/dates';

interface Props {
  entry: TimelineEntry;
  patientId: number;
  zone: string;
}

/** One entry: its mark, what it is, who it is by, and when it was. */
export function TimelineRow({ entry, patientId, zone }: Props) {
  const link = linkOf(entry, patientId, zone);
  const title = titleOf(entry);
  const by = byLine(entry);
  return (
    <Box component="li" sx={row}>
      <Box sx={{ flex: '0 0 176px' }}>
        <Mark {...markOf(entry)} />
      </Box>
      <Box className="name" sx={{ flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' }}>
        {!link && title}
        {link &&
          ('to' in link ? (
            <RowLink to={link.to}>{title}</RowLink>
          ) : (
            <Link href={link.href} sx={linkStyle}>
              {title}
            </Link>
          ))}
        {by && (
          <Typography variant="body2" color="textSecondary">
            {by}
          </Typography>
        )}
      </Box>
      <Typography component="time" dateTime={entry.at} variant="body2" color="textSecondary">
        {formatInstant(entry.at, zone)}
      </Typography>
    </Box>
  );
}

const row = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2,
  minHeight: 48,
  py: 1,
  borderTop: 1,
  borderColor: 'rule',
  '&:first-of-type': { borderTop: 0 },
} as const;
const linkStyle = {
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 44,
  py: 1.25,
  my: -1.5,
  whiteSpace: 'pre-wrap',
} as const;
