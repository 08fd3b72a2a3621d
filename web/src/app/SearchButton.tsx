import Search from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';

import { keyHint } from '@/features/search';

/** Opens the search from the sidebar; with its keys, where there is a keyboard. */
export function SearchButton({ onClick }: { onClick: () => void }) {
  return (
    <ButtonBase aria-haspopup="dialog" aria-keyshortcuts="Control+K Meta+K" onClick={onClick} sx={line}>
      <Search aria-hidden sx={{ fontSize: 22 }} />
      <Box component="span" sx={{ flex: 1 }}>Search</Box>
      <Box component="kbd" aria-hidden sx={keys}>{keyHint()}</Box>
    </ButtonBase>
  );
}

const line = {
  width: '100%', minHeight: 44, px: 1.5, mb: 1.5, gap: 1.5, justifyContent: 'flex-start', textAlign: 'left', typography: 'body1', flexShrink: 0,
  color: 'text.onSidebar', bgcolor: 'background.paper', border: 1, borderColor: 'divider', borderRadius: 1, '&:hover': { bgcolor: 'action.hover' },
} as const;

const keys = { display: 'none', font: 'inherit', typography: 'caption', '@media (hover: hover) and (pointer: fine)': { display: 'inline' } } as const;
