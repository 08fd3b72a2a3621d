import Box from '@mui/material/Box';

/** A service's colour beside its name; nothing for a service without one. Decoration only. */
export function Swatch({ color }: { color: string | null }) {
  return (
    color && (
      <Box
        component="span"
        aria-hidden
        sx={{
          display: 'inline-block',
          flex: 'none',
          width: 12,
          height: 12,
          borderRadius: '50%',
          border: 1,
          borderColor: 'divider',
          bgcolor: color,
          forcedColorAdjust: 'none',
        }}
      />
    )
  );
}
