import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import Paper from '@mui/material/Paper';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useEffect, useId, useRef, type ReactNode } from 'react';

interface Props {
  onClose: () => void;
  children: (titleId: string) => ReactNode;
}

/** Where the chosen appointment is shown: beside the grid where there is room, so that both can be used; else over it. */
export function VisitSide({ onClose, children }: Props) {
  const id = useId();
  const beside = useMediaQuery('(min-width: 1100px)');
  if (!beside) {
    return (
      <Drawer
        open
        anchor="right"
        onClose={onClose}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-modal': true,
            'aria-labelledby': id,
            sx: { width: { xs: '100%', sm: 372 }, p: 2, pb: 12 },
          },
        }}
      >
        {children(id)}
      </Drawer>
    );
  }
  return (
    <SidePanel id={id} onClose={onClose}>
      {children(id)}
    </SidePanel>
  );
}

/** Takes the focus, because it is drawn after the grid that it was opened from; Escape leads back. */
function SidePanel({
  id,
  onClose,
  children,
}: {
  id: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus({ preventScroll: true }), [id]);
  return (
    <Paper
      component="aside"
      ref={panel}
      variant="outlined"
      tabIndex={-1}
      aria-labelledby={id}
      onKeyDown={(press) => press.key === 'Escape' && onClose()}
      sx={{
        width: 336,
        flexShrink: 0,
        minHeight: 0,
        overflowY: 'auto',
        outline: 0,
        displayPrint: 'none',
      }}
    >
      <Box sx={{ p: 2 }}>{children}</Box>
    </Paper>
  );
}
