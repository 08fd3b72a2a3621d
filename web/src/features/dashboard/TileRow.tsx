import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Paper from '@mui/material/Paper';
import { Link } from 'react-router';

import { tiles, type TileContent } from '@/features/dashboard/tiles';

/** The links of the dashboard, in one row where it is wide enough. */
export function TileRow() {
  return (
    <Box sx={{ containerType: 'inline-size' }}>
      <Box component="ul" role="list" aria-label="Where to go" sx={row}>
        {tiles.map((tile) => (
          <li key={tile.title}>
            <Tile tile={tile} />
          </li>
        ))}
      </Box>
    </Box>
  );
}

function Tile({ tile: { title, icon, to } }: { tile: TileContent }) {
  if (to === null) {
    return (
      <Paper variant="outlined" aria-disabled sx={{ ...sheet, ...disabled }}>
        {icon}
        <span>
          {title}
          <Box component="span" sx={{ display: 'block', typography: 'caption' }}>
            Coming Soon
          </Box>
        </span>
      </Paper>
    );
  }
  return (
    <Paper
      variant="outlined"
      sx={{
        height: '100%',
        transition: 'border-color 150ms',
        '&:hover': { borderColor: 'primary.main' },
      }}
    >
      <ButtonBase component={Link} to={to} sx={{ ...sheet, borderRadius: 'inherit' }}>
        {icon}
        {title}
      </ButtonBase>
    </Paper>
  );
}

const sheet = {
  width: '100%',
  height: '100%',
  minHeight: 48,
  pl: 1.5,
  pr: 0.5,
  py: 0.5,
  gap: 1,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-start',
  textAlign: 'left',
  typography: 'body1',
  fontWeight: 600,
  '& > svg': { fontSize: 20, color: 'primary.main' },
} as const;

const disabled = {
  bgcolor: 'transparent',
  borderStyle: 'dashed',
  '&, & > svg': { color: 'text.secondary' },
} as const;

/** Seven tiles leave a gap in two columns as in four: the last one fills it. */
const row = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'grid',
  gap: 1,
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  '& > :last-child': { gridColumn: 'span 2' },
  '@container (min-width: 560px)': { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
  '@container (min-width: 880px)': {
    gridTemplateColumns: 'repeat(7, minmax(0, 1fr))',
    '& > :last-child': { gridColumn: 'auto' },
    // Beside a sidebar there is room for the words alone.
    '& svg': { display: 'none' },
  },
  '@container (min-width: 1020px)': { '& svg': { display: 'inline-block' } },
} as const;
