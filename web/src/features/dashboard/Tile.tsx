import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';

import { Tag } from '@/components/Tag';
import type { TileContent } from '@/features/dashboard/tiles';

const sheet = {
  width: '100%',
  height: '100%',
  p: 2.5,
  display: 'flex',
  alignItems: 'flex-start',
  justifyContent: 'flex-start',
  gap: 2,
  textAlign: 'left',
};

/** A link of the dashboard. */
export function Tile({ tile }: { tile: TileContent }) {
  if (tile.to === null) {
    return (
      <Paper
        variant="outlined"
        aria-disabled
        sx={{ ...sheet, bgcolor: 'transparent', borderStyle: 'dashed' }}
      >
        <TileFace tile={tile} />
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
      <ButtonBase component={Link} to={tile.to} sx={{ ...sheet, borderRadius: 'inherit' }}>
        <TileFace tile={tile} />
      </ButtonBase>
    </Paper>
  );
}

function TileFace({ tile: { title, text, icon, to } }: { tile: TileContent }) {
  const open = to !== null;
  return (
    <>
      <Box
        aria-hidden
        sx={{
          width: 44,
          height: 44,
          flexShrink: 0,
          display: 'grid',
          placeItems: 'center',
          borderRadius: '50%',
          bgcolor: open ? 'primary.light' : 'divider',
          color: open ? 'primary.main' : 'text.secondary',
        }}
      >
        {icon}
      </Box>
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            flexWrap: 'wrap',
            columnGap: 1.5,
            rowGap: 0.5,
          }}
        >
          <Typography variant="h3" component="p">
            {title}
          </Typography>
          {!open && (
            <Tag label="Coming Soon" sx={{ height: 24, border: 1, borderColor: 'divider' }} />
          )}
        </Box>
        <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
          {text}
        </Typography>
      </Box>
    </>
  );
}
