import Box from '@mui/material/Box';

/** A service's colour beside its name. It says nothing that the name does not say. */
export function Swatch({ color }: { color: string | null }) {
  return <Box component="span" aria-hidden sx={{ display: 'inline-block', flex: 'none', width: 12, height: 12, borderRadius: '50%', border: 1, borderColor: color ? 'divider' : 'transparent', bgcolor: color ?? 'transparent', forcedColorAdjust: 'none' }} />;
}
