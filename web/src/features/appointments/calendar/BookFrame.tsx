import Drawer from '@mui/material/Drawer';
import Paper from '@mui/material/Paper';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

import { useRoomBeside } from '@/features/appointments/calendar/useRoomBeside';

interface Props {
  /** Over the whole screen, because there is no room beside; else next to the calendar, both of which can be used. */
  over: boolean;
  /** Beside another panel, which has the room for now. */
  hidden: boolean;
  titleId: string;
  /** What was asked for last: it takes the focus each time. */
  asked: unknown;
  onClose: () => void;
  children: ReactNode;
}

/**
 * Where the form that books stands. The form is drawn into an element of its own, which is handed from one frame to the other: turning a
 * phone must not lose what was typed.
 */
export function BookFrame({ over, hidden, titleId, asked, onClose, children }: Props) {
  const [host] = useState(() =>
    Object.assign(document.createElement('div'), { className: 'booking' }),
  );
  const [place] = useState(() => (frame: HTMLElement | null) => void frame?.append(host));
  return (
    <>
      {over ? (
        <Drawer
          open
          anchor="right"
          onClose={onClose}
          slotProps={{
            paper: {
              ref: place,
              role: 'dialog',
              'aria-labelledby': titleId,
              'aria-modal': true,
              // It ends above the notices, which would cover its button and the free times.
              sx: {
                ...scroller,
                width: { xs: '100%', sm: 400 },
                height: 'calc(100% - var(--notices-top, 0px))',
              },
            },
          }}
        />
      ) : (
        <Beside place={place} hidden={hidden} titleId={titleId} asked={asked} />
      )}
      {createPortal(
        // Escape reaches the parents of the React tree, among which neither frame is.
        <div role="presentation" onKeyDown={({ key }) => key === 'Escape' && onClose()}>
          {children}
        </div>,
        host,
      )}
    </>
  );
}

/** Takes the focus, because it stands after the calendar, and gives it back. */
function Beside({
  place,
  hidden,
  titleId,
  asked,
}: Pick<Props, 'hidden' | 'titleId' | 'asked'> & { place: (frame: HTMLElement | null) => void }) {
  const panel = useRef<HTMLElement>(null);
  useRoomBeside(panel);
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  useEffect(() => panel.current?.focus({ preventScroll: true }), [asked]);
  return (
    <Paper
      component="section"
      ref={panel}
      variant="outlined"
      role="dialog"
      tabIndex={-1}
      aria-labelledby={titleId}
      sx={[
        { ...scroller, outline: 0, flexShrink: 0, displayPrint: 'none' },
        { width: { xs: 336, lg: 400 }, minHeight: 0 },
        hidden && { '@media (min-width: 1100px)': { display: 'none' } },
      ]}
    >
      <div ref={place} />
    </Paper>
  );
}

/** What has the focus stays between the heading and the button at its foot. */
const scroller = { px: 2, overflowY: 'auto', scrollPadding: '60px 0 88px' } as const;
