import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import type { ReviewChart } from '@/api/generated';
import { Panel } from '@/components/Panel';
import { daysBetween, formatInstantDate, today } from '@/lib/dates';

/** What the patient was given before, the latest first. */
export function HistoryCard({
  chart: { earlier, created_at },
  zone,
}: {
  chart: ReviewChart;
  zone: string;
}) {
  const day = (instant: string) => today(zone, new Date(instant));
  return (
    <Panel title="Before">
      {earlier.length === 0 && (
        <Typography color="textSecondary">No treatment before this one.</Typography>
      )}
      <Box
        component="ul"
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          '& li + li': { borderTop: 1, borderColor: 'rule', mt: 1, pt: 1 },
        }}
      >
        {earlier.map(({ id, treatment_type, units, areas, lot, created_at: at, approved_at }) => (
          <li key={id}>
            <Typography
              sx={{ fontWeight: 600 }}
            >{`${treatment_type}${units === null ? '' : ` ${units} U`}, ${formatInstantDate(at, zone)}`}</Typography>
            <Typography variant="body2" color="textSecondary">
              {[
                `${daysBetween(day(at), day(created_at))} days before`,
                areas,
                lot && `lot ${lot}`,
                approved_at ? 'approved' : 'not approved',
              ]
                .filter(Boolean)
                .join(', ')}
            </Typography>
          </li>
        ))}
      </Box>
    </Panel>
  );
}
