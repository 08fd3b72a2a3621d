import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import { useShowAttentionQuery } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { QueryFailure } from '@/components/LoadFailure';
import { Panel } from '@/components/Panel';
import { RowLink } from '@/components/RowLink';
import { askWords } from '@/features/estimate-clocks/clockWords';
import { today as todayIn } from '@/lib/dates';
import { patientPath } from '@/lib/paths';

/** The clients whose coverage nobody has asked about and for whom an estimate would be due soon; nothing while there is none. */
export function CoverageToAsk() {
  const { may } = usePermissions();
  if (!may('appointment.list')) return null;
  return <ToAsk />;
}

function ToAsk() {
  const zone = useTimeZone();
  const query = useShowAttentionQuery();
  const { data } = query;
  const failure = (
    <QueryFailure what="The clients to ask about coverage could not be loaded." query={query} />
  );
  if (!data || data.estimates_total === 0) return failure;
  const today = todayIn(zone);
  const { estimates, estimates_total: total } = data;
  return (
    <Panel title={`Coverage to ask about: ${total}`} anchor="coverage-to-ask">
      {failure}
      {total > estimates.length && (
        <Typography color="textSecondary">{`Listed by the date of the visit: the first ${estimates.length}. The others follow once these are asked.`}</Typography>
      )}
      <Box component="ul" aria-label="Clients to ask" sx={rowList}>
        {estimates.map((due) => (
          <li key={due.patient_id}>
            <RowLink to={`${patientPath(due.patient_id)}#coverage`}>{due.patient_name}</RowLink>
            <Typography variant="body2" color="textSecondary">
              {askWords(due, today, zone)}
            </Typography>
          </li>
        ))}
      </Box>
    </Panel>
  );
}

const rowList = {
  listStyle: 'none',
  m: 0,
  p: 0,
  '& li': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    columnGap: 2,
    py: 0.5,
  },
  '& li + li': { borderTop: 1, borderColor: 'rule' },
} as const;
