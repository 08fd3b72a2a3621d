import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import { useListFollowUpsQuery } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { Button } from '@/components/Button';
import { ButtonLink } from '@/components/ButtonLink';
import { ListPanel } from '@/components/ListPanel';
import { QueryFailure } from '@/components/LoadFailure';
import { RowLink } from '@/components/RowLink';
import { rows } from '@/components/rows';
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
    <ListPanel
      title="To follow up"
      actions={
        <ButtonLink size="small" to={paths.afterVisits}>
          All follow-ups
        </ButtonLink>
      }
    >
      <QueryFailure what="The follow-ups could not be loaded." query={query} />
      <Box component="ul" aria-label="Follow-ups due today" sx={list}>
        {due.slice(0, drawn).map((row) => (
          <li key={row.id}>
            <div className="who">
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
                size="small"
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
          sx={{ px: 2, py: 1 }}
        >{`and ${due.length - drawn} more`}</Typography>
      )}
    </ListPanel>
  );
}

const list = {
  ...rows,
  '& > li': { ...rows['& > li'], display: 'flex', justifyContent: 'space-between', gap: 2 },
  '& .who': { minWidth: 0, overflowWrap: 'anywhere' },
} as const;
