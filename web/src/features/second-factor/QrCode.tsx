import Box from '@mui/material/Box';

/** Four modules of white around it, or no camera finds it. */
const quiet = 4;

/** A QR code as the server has worked it out; black on white whatever the theme, because cameras look at it. */
export function QrCode({ size, path, label }: { size: number; path: string; label: string }) {
  const side = size + 2 * quiet;
  return (
    <Box sx={{ width: '100%', maxWidth: 220, alignSelf: 'center' }}>
      <svg role="img" aria-label={label} viewBox={`${-quiet} ${-quiet} ${side} ${side}`} shapeRendering="crispEdges" width="100%">
        <rect x={-quiet} y={-quiet} width={side} height={side} fill="white" />
        <path d={path} fill="black" />
      </svg>
    </Box>
  );
}
