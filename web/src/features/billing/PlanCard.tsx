import Check from '@mui/icons-material/Check';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useId } from 'react';

import type { Cycle, Plan } from '@/api/generated';
import { Button } from '@/components/Button';
import { Feature } from '@/features/billing/Feature';
import { formatPrice } from '@/lib/money';
import { font } from '@/theme/tokens';

interface Props {
  plan: Plan;
  billing: Cycle;
  /** Absent for those who do not choose the clinic's plan. */
  onChoose: (() => void) | undefined;
  /** Whether the clinic has it already. */
  own: boolean;
  loading: boolean;
  disabled: boolean;
}

/** One plan: what it costs, what it holds, and the way to pay for it. */
export function PlanCard({ plan, billing, onChoose, own, loading, disabled }: Props) {
  const id = useId();
  const annual = billing === 'annual';
  return (
    <Paper
      component="article"
      variant="outlined"
      aria-labelledby={id}
      sx={{
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        gap: 2,
        fontVariantNumeric: 'tabular-nums',
        ...(plan.popular ? popularFrame : { p: 3 }),
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 1.5,
          minHeight: 32,
        }}
      >
        <Typography variant="h2" id={id}>
          {plan.name}
        </Typography>
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', justifyContent: 'end' }}>
          {plan.popular && <Chip color="secondary" label="Popular" />}
          {own && <Chip color="primary" label="Your plan" />}
        </Box>
      </Box>
      <div>
        <Typography component="p">
          {/* The headings' font has no tabular numerals. */}
          <Box component="span" sx={{ typography: 'h1', '&&': { fontFamily: font.sans } }}>
            {formatPrice(annual ? plan.annual_monthly_price : plan.monthly_price)}
          </Box>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {' per month'}
          </Box>
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {annual ? 'Billed annually' : 'Billed monthly'}
        </Typography>
        {annual && (
          <Typography
            variant="body2"
            sx={{ color: 'success.main', fontWeight: 600 }}
          >{`Save ${formatPrice(plan.annual_savings)} a year`}</Typography>
        )}
      </div>
      <Box
        component="ul"
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'grid',
          gap: 1,
          flexGrow: 1,
          alignContent: 'start',
        }}
      >
        {[...plan.pricing_features, `${plan.trial_days}-day trial`].map((feature) => (
          <Box component="li" key={feature} sx={{ display: 'flex', gap: 1 }}>
            <Check fontSize="small" aria-hidden sx={{ color: 'primary.main', mt: 0.25 }} />
            <Feature feature={feature} plan={plan} />
          </Box>
        ))}
      </Box>
      {onChoose && (
        <Button
          size="large"
          variant={plan.popular ? 'contained' : 'outlined'}
          onClick={onChoose}
          loading={loading}
          disabled={disabled}
        >{`Choose ${plan.name}`}</Button>
      )}
    </Paper>
  );
}

/** A thicker border and less padding, so that the text is aligned with the other cards'. */
const popularFrame = { p: '23px', borderWidth: 2, borderColor: 'primary.main' } as const;
