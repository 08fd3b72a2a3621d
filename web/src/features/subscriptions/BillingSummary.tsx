import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';

import type { Plan } from '@/api/generated';
import { Feature } from '@/features/billing';
import type { Quote } from '@/features/subscriptions/subscriptionForm';
import { formatDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';

interface Props {
  plan: Plan | undefined;
  quote: Quote;
}

const money = (dollars: number | null) => (dollars === null ? '—' : formatMoney(dollars));
const monthly = (dollars: number | null) =>
  dollars === null ? '—' : `${formatMoney(dollars)} a month`;

/** The prices and dates that follow from the choices. */
export function BillingSummary({ plan, quote: { dates, firstCharge, recurring } }: Props) {
  const id = useId();
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{
        p: 2.5,
        borderRadius: 1,
        bgcolor: 'background.default',
        border: 1,
        borderColor: 'divider',
      }}
    >
      <Typography variant="h3" id={id} sx={{ mb: 1.5 }}>
        Billing summary
      </Typography>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gridTemplateColumns: 'auto minmax(0, 1fr)',
          columnGap: 2,
          rowGap: 1,
          typography: 'body2',
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        <Fact name="Price">{monthly(plan?.monthly_price ?? null)}</Fact>
        <Fact name="Trial end">{formatDate(dates?.trialEnd)}</Fact>
        <Fact name="Next billing date">{formatDate(dates?.nextBill)}</Fact>
        <Fact name="First charge (due today)">{money(firstCharge)}</Fact>
        <Fact name="Recurring charge">{monthly(recurring)}</Fact>
        <Fact name="Stripe price id">
          <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
            {plan?.stripe_price_id ?? '—'}
          </Box>
        </Fact>
        <Fact name="Features">
          {plan ? (
            <Box component="ul" sx={{ m: 0, pl: 0, listStyle: 'none' }}>
              {plan.form_features.map((feature) => (
                <li key={feature}>
                  <Feature feature={feature} plan={plan} />
                </li>
              ))}
            </Box>
          ) : (
            '—'
          )}
        </Fact>
      </Box>
    </Box>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Box sx={{ display: 'contents' }}>
      <Box component="dt" sx={{ color: 'text.secondary' }}>
        {name}
      </Box>
      <Box component="dd" sx={{ m: 0, textAlign: 'right' }}>
        {children}
      </Box>
    </Box>
  );
}
