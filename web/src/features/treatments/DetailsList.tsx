import Box from '@mui/material/Box';

import type { Treatment } from '@/api/generated';
import { treatmentDetails } from '@/features/treatments/treatmentDetails';

/** Units, lot, volumes, notes and the protocol, each with its label. */
export function DetailsList({ treatment }: { treatment: Treatment }) {
  const details = treatmentDetails(treatment);
  if (details.length === 0) return '—';
  return (
    <Box component="dl" sx={{ m: 0, minWidth: 160 }}>
      {details.map(({ label, text }) => (
        <div key={label}>
          <Box
            component="dt"
            sx={{ display: 'inline', color: 'text.secondary' }}
          >{`${label}: `}</Box>
          <Box component="dd" sx={{ display: 'inline', m: 0, whiteSpace: 'pre-line' }}>
            {text}
          </Box>
        </div>
      ))}
    </Box>
  );
}
