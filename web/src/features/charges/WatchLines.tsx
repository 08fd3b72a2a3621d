import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import type { ChargeWatch, Level, WatchedProvider } from '@/api/generated';
import { RowLink } from '@/components/RowLink';
import { StatusChip } from '@/components/StatusChip';
import { formatDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { estimatePath } from '@/lib/paths';
import { shortDay } from '@/lib/wallTime';

const tones = { quiet: 'success', near: 'warning', excess: 'danger' } as const satisfies Record<
  Level,
  string
>;

/** How far a provider's charges are above the estimate. */
export function levelWords({ level, over }: Pick<WatchedProvider, 'level' | 'over'>): string {
  if (over === null) return 'No issued estimate';
  if (level === 'excess') return `${formatMoney(over)} above: may be disputed`;
  if (level === 'near') return `${formatMoney(over)} above the estimate`;
  return over > 0 ? `${formatMoney(over)} above` : 'Within the estimate';
}

/** What was charged beside what was expected, by provider, and what the clinic can still do. */
export function WatchLines({ watch }: { watch: ChargeWatch }) {
  const {
    providers,
    estimate,
    level,
    issue_until,
    patient_id,
    billed_on,
    disputable_until,
    disputes,
    is_frozen,
  } = watch;
  const [latest] = disputes;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Typography variant="body2" color="textSecondary">
        {estimate
          ? `Estimate version ${estimate.version}, ${formatMoney(estimate.total)} in all`
          : 'No issued estimate covers this visit.'}
      </Typography>
      <Box component="ul" aria-label="Charges by provider" sx={lines}>
        {providers.map((one) => (
          <li key={one.provider}>
            <span>{one.provider}</span>
            <span className="money">{`${formatMoney(one.charged)}${one.expected === null ? '' : ` of ${formatMoney(one.expected)} expected`}`}</span>
            <StatusChip
              tone={one.over === null ? 'neutral' : tones[one.level]}
              label={levelWords(one)}
            />
          </li>
        ))}
      </Box>
      {level !== 'quiet' && (
        <Alert severity={level === 'excess' ? 'error' : 'warning'} role="note">
          {issue_until === null
            ? 'It is too late for a new estimate before the visit.'
            : `Issue a new estimate before the visit, by ${shortDay(issue_until)}. `}
          {issue_until !== null && (
            <RowLink to={estimatePath(patient_id)}>Open the estimate</RowLink>
          )}
        </Alert>
      )}
      {billed_on !== null && (
        <Typography variant="body2">{`Billed first ${formatDate(billed_on)}; the client may dispute the bill until ${formatDate(disputable_until)}.`}</Typography>
      )}
      {is_frozen && latest && (
        <Alert
          severity="warning"
          role="note"
        >{`Disputed since ${formatDate(latest.disputed_on)}: ${latest.note} Nothing is charged or voided until the dispute is closed.`}</Alert>
      )}
      {!is_frozen && latest && (
        <Typography
          variant="body2"
          color="textSecondary"
        >{`Disputed ${formatDate(latest.disputed_on)}, closed by ${latest.closed_by ?? ''}: ${latest.closing_note ?? ''}`}</Typography>
      )}
    </Box>
  );
}

const lines = {
  listStyle: 'none',
  m: 0,
  p: 0,
  '--card-ground': 'var(--mui-palette-background-paper)',
  '& li': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 12px',
    minHeight: 44,
    py: 0.5,
  },
  '& li + li': { borderTop: 1, borderColor: 'rule' },
  '& .money': { fontVariantNumeric: 'tabular-nums', fontWeight: 600 },
} as const;
