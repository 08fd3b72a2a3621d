import Chip from '@mui/material/Chip';

import type { Plan } from '@/api/generated';

/** A feature that a plan promises, with a word beside it while it does not exist yet. */
export function Feature({ feature, plan }: { feature: string; plan: Plan }) {
  if (!plan.coming_features.includes(feature)) return <>{feature}</>;
  return (
    <span>
      {feature} <Chip component="span" size="small" variant="outlined" label="Coming" />
    </span>
  );
}
