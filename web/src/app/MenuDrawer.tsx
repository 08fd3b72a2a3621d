import Drawer from '@mui/material/Drawer';

import type { Session } from '@/api/generated';
import { Sidebar } from '@/app/Sidebar';
import { sidebarWidth } from '@/theme/tokens';

interface Props {
  session: Session;
  /** The side that it slides in from. */
  anchor: 'left' | 'bottom';
  onSearch: () => void;
  onClose: () => void;
}

/** The full navigation in a drawer over the page, opened by "More". */
export function MenuDrawer({ session, anchor, onSearch, onClose }: Props) {
  return (
    <Drawer
      open
      anchor={anchor}
      onClose={onClose}
      slotProps={{
        paper: {
          'aria-label': 'Menu',
          sx: anchor === 'left' ? { width: sidebarWidth } : { maxHeight: '85dvh' },
        },
      }}
    >
      <Sidebar session={session} onSearch={onSearch} onNavigate={onClose} />
    </Drawer>
  );
}
