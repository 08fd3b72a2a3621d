import Box from '@mui/material/Box';
import { paperForInk } from '@/theme/forcedColors';

/** A signature as it was given. */
export function SignaturePicture({ png, label }: { png: string; label: string }) {
  return (
    <Box
      component="img"
      src={png}
      alt={label}
      width={400}
      height={120}
      sx={{
        display: 'block',
        maxWidth: '100%',
        height: 'auto',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        ...paperForInk,
      }}
    />
  );
}
