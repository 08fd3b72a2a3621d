import Check from '@mui/icons-material/Check';
import Box from '@mui/material/Box';

import type { Availability } from '@/api/generated';

/** Says below the field, as a live region, that the address is free and what it would be. */
export function AddressLine({ availability }: { availability: Availability | undefined }) {
  return (
    <Box
      role="status"
      sx={{
        minHeight: 24,
        mt: 0.75,
        px: 1.75,
        display: 'flex',
        alignItems: 'center',
        gap: 0.75,
        color: 'success.main',
        fontSize: '0.9375rem',
        overflowWrap: 'anywhere',
      }}
    >
      {availability?.available && (
        <>
          <Check fontSize="small" aria-hidden />
          {`${new URL(availability.url).host} is free`}
        </>
      )}
    </Box>
  );
}
