import Typography from '@mui/material/Typography';

import type { LineOnEstimate } from '@/api/generated';
import { dollars } from '@/lib/dollars';

interface Props {
  line: LineOnEstimate;
  /** Whether the form says something else by now: then the charge that is on record is not this one. */
  edited: boolean;
}

/** What the law adds to a line: who gives the service, by which codes, and what it is expected to cost with its discount. */
export function LineDetails({ line, edited }: Props) {
  const { provider, provider_npi, service_code, diagnosis_code, discount, charge } = line;
  const words = [
    provider_npi ? `${provider}, NPI ${provider_npi}` : provider,
    service_code && `Service code ${service_code}`,
    diagnosis_code && `Diagnosis code ${diagnosis_code}`,
    discount && `Discount ${dollars(discount)}`,
  ].filter(Boolean);
  return (
    <>
      <Typography
        variant="body2"
        color="textSecondary"
        sx={{ gridArea: 'details', mt: 1, overflowWrap: 'anywhere' }}
      >
        {words.join('. ')}
      </Typography>
      {discount && !edited && (
        <Typography
          variant="body2"
          sx={{ gridArea: 'charge', mt: 1, justifySelf: 'end', fontWeight: 600 }}
        >{`Charge ${dollars(charge)}`}</Typography>
      )}
    </>
  );
}
