import Drawer from '@mui/material/Drawer';

import type { Session } from '@/api/generated';
import { Sidebar } from '@/app/Sidebar';

/** The sidebar over the page, for screens too narrow to keep it beside. */
export function MenuDrawer({ session, onClose }: { session: Session; onClose: () => void }) {
  return (
    <Drawer open onClose={onClose} slotProps={{ paper: { 'aria-label': 'Menu' } }}>
      <Sidebar session={session} onNavigate={onClose} />
    </Drawer>
  );
}
