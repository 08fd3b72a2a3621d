import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';

import { isTransient, type ApiFailure } from '@/api/failure';
import { fetchJson, asFailure } from '@/api/fetchJson';
import type { Plan } from '@/api/generated';
import { ButtonAnchor } from '@/components/ButtonAnchor';
import { LoadFailure } from '@/components/LoadFailure';
import { PartSkeleton } from '@/components/PartSkeleton';
import { BillingToggle, PlanCard } from '@/features/billing';
import { sitePaths } from '@/features/sign-up/sitePaths';

/** What Celadon costs: the same plans and prices as in a clinic. */
export function Component() {
  const [plans, setPlans] = useState<Plan[]>();
  const [failed, setFailed] = useState<ApiFailure>();
  const [attempt, setAttempt] = useState(0);
  const [billing, setBilling] = useState<'monthly' | 'annual'>('monthly');

  useEffect(() => {
    const gone = new AbortController();
    fetchJson<Plan[]>('/api/plans', { signal: gone.signal })
      .then(setPlans)
      .catch((thrown: unknown) => gone.signal.aborted || setFailed(asFailure(thrown)));
    return () => gone.abort();
  }, [attempt]);

  const retry = () => {
    setFailed(undefined);
    setAttempt(attempt + 1);
  };
  return (
    <Stack spacing={4} sx={{ py: { xs: 3, sm: 6 } }}>
      <Box sx={{ textAlign: 'center' }}>
        <Typography variant="h1">Pricing</Typography>
        <Typography color="textSecondary" sx={{ mt: 1 }}>
          Every plan begins with a 14-day trial. No card is asked for.
        </Typography>
      </Box>
      {failed && (
        <LoadFailure
          what="The plans could not be loaded."
          transient={isTransient(failed)}
          onRetry={retry}
        />
      )}
      {!failed && !plans && <PartSkeleton label="Loading the plans" height={360} />}
      {plans && (
        <>
          <BillingToggle value={billing} onChange={setBilling} />
          <Box
            component="ul"
            role="list"
            aria-label="Plans"
            sx={{
              listStyle: 'none',
              m: 0,
              p: 0,
              display: 'grid',
              gap: 2.5,
              gridTemplateColumns: { xs: '1fr', md: 'repeat(3, minmax(0, 1fr))' },
            }}
          >
            {plans.map((plan) => (
              <li key={plan.id}>
                <PlanCard
                  plan={plan}
                  billing={billing}
                  onChoose={undefined}
                  own={false}
                  loading={false}
                  disabled={false}
                />
              </li>
            ))}
          </Box>
          <Box sx={{ textAlign: 'center' }}>
            <ButtonAnchor href={sitePaths.signUp} variant="contained" size="large">
              Start your 14-day trial
            </ButtonAnchor>
            <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
              You choose the plan in your clinic, at any time during the trial.
            </Typography>
          </Box>
        </>
      )}
    </Stack>
  );
}
