import Box from '@mui/material/Box';

/** The white margin that cameras need, in modules. */
const quiet = 4;

/** Draws the QR code's path from the server, black on white in every theme, for cameras. */
export function QrCode({ size, path, label }: { size: number; path: string; label: string }) {
  const side = size + 2 * quiet;
  return (
    <Box sx={{ width: '100%', maxWidth: 220, alignSelf: 'center' }}>
      <svg
        role="img"
        aria-label={label}
        viewBox={`${-quiet} ${-quiet} ${side} ${side}`}
        shapeRendering="crispEdges"
        width="100%"
      >
        <rect x={-quiet} y={-quiet} width={side} height={side} fill="white" />
        <path d={path} fill="black" />
      </svg>
    </Box>
  );
}
