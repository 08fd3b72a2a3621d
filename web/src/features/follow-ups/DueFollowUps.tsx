import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import { useListFollowUpsQuery } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { Button } from '@/components/Button';
import { ButtonLink } from '@/components/ButtonLink';
import { QueryFailure } from '@/components/LoadFailure';
import { Panel } from '@/components/Panel';
import { RowLink } from '@/components/RowLink';
import { nameOf, useTick } from '@/features/follow-ups/useTick';
import { formatDate, formatInstantDate, today as todayIn } from '@/lib/dates';
import { patientPath, paths } from '@/lib/paths';
import { formatPhone } from '@/lib/phone';

/** How many are drawn on the first page; the others are a press away. */
const drawn = 6;

/** What is to be followed up today, or was before. Nothing at all while there is nothing to do. */
export function DueFollowUps({ timeZone }: { timeZone: string }) {
  const { may } = usePermissions();
  const query = useListFollowUpsQuery(false);
  const { tick, isLoading } = useTick();
  const today = todayIn(timeZone);
  const due = query.data?.filter(({ due_on }) => due_on <= today) ?? [];
  if (due.length === 0 && !query.isError) return null;
  return (
    <Panel
      title="To follow up"
      actions={<ButtonLink to={paths.afterVisits}>All follow-ups</ButtonLink>}
    >
      <QueryFailure what="The follow-ups could not be loaded." of={query} />
      <Box component="ul" aria-label="Follow-ups due today" sx={list}>
        {due.slice(0, drawn).map((row) => (
          <li key={row.id}>
            <div>
              <RowLink to={patientPath(row.patient_id)} strong>
                {nameOf(row)}
              </RowLink>
              <Typography
                color="textSecondary"
                variant="body2"
              >{`${row.service}, ${formatInstantDate(row.visited_at, timeZone)}${row.phone === null ? '' : ` · ${formatPhone(row.phone)}`}${row.due_on < today ? ` · due ${formatDate(row.due_on)}` : ''}`}</Typography>
            </div>
            {may('follow_up.update') && (
              <Button
                variant="outlined"
                disabled={isLoading}
                aria-label={`Done: ${nameOf(row)}`}
                onClick={() => void tick(row, true)}
              >
                Done
              </Button>
            )}
          </li>
        ))}
      </Box>
      {due.length > drawn && (
        <Typography
          color="textSecondary"
          sx={{ mt: 1 }}
        >{`and ${due.length - drawn} more`}</Typography>
      )}
    </Panel>
  );
}

const list = {
  listStyle: 'none',
  m: 0,
  p: 0,
  '& li': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 2,
    minHeight: 56,
    py: 0.5,
  },
  '& li + li': { borderTop: 1, borderColor: 'rule' },
  '& li > div': { minWidth: 0, overflowWrap: 'anywhere' },
  '& li > div > a': { py: 1.25, my: -1.25 },
} as const;
