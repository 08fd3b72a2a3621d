import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import type { EstimateDocument } from '@/api/generated';
import { formatDate } from '@/lib/dates';
import { addressWords } from '@/lib/estimateWords';

interface Props {
  /** The clinic's name while nothing is saved. */
  clinic: string;
  /** What the patient would be given now; undefined while it is loaded or nothing is saved. */
  document: EstimateDocument | undefined;
  isSaved: boolean;
}

/** The letterhead of the sheet: who gives the estimate, and until when it holds. */
export function SheetHead({ clinic, document, isSaved }: Props) {
  const { name, npi, tin, address, city, state, zip, phone } = document?.clinic ?? nobody;
  const street = addressWords({ address, city, state, zip });
  const place = [city, state].filter(Boolean).join(', ');
  const dates = document
    ? `Written ${formatDate(document.est_date)}, good until ${formatDate(document.valid_until)}.`
    : ' ';
  return (
    <>
      <Box sx={letterhead}>
        <div>
          <Typography
            variant="h2"
            component="p"
            sx={{ color: 'primary.main', fontSize: '1.375rem', lineHeight: 28 / 22 }}
          >
            {name || clinic}
          </Typography>
          <Small lines={[street, phone]} />
        </div>
        <Box
          sx={{
            fontVariantNumeric: 'tabular-nums',
            '@container (min-width: 480px)': { textAlign: 'right' },
          }}
        >
          <Small
            lines={[npi && `NPI ${npi}`, tin && `TIN ${tin}`, place && `Place of care: ${place}`]}
          />
        </Box>
      </Box>
      <Typography variant="h1" component="p" sx={{ fontSize: '1.625rem', pt: 2, pb: 0.25 }}>
        Good Faith Estimate
      </Typography>
      <Typography color="textSecondary">{isSaved ? dates : 'Not saved yet.'}</Typography>
    </>
  );
}

const Small = ({ lines }: { lines: readonly (string | null)[] }) =>
  lines.filter(Boolean).map((line) => (
    <Typography key={line} variant="body2" color="textSecondary">
      {line}
    </Typography>
  ));

const nobody = {
  name: '',
  npi: null,
  tin: null,
  address: null,
  city: null,
  state: null,
  zip: null,
  phone: null,
};

const letterhead = {
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: '4px 24px',
  pb: 1.75,
  borderBottom: 2,
  borderColor: 'primary.main',
} as const;
