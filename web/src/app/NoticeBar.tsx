import Alert from '@mui/material/Alert';
import { useEffect, useEffectEvent, useState } from 'react';

import { Button } from '@/components/Button';
import type { ShownNotice } from '@/lib/notices';

/** For how long, in ms, a notice is shown, and one that can be undone. */
const autoHideMs = 6_000;
const undoable = 10_000;

interface Props {
  notice: ShownNotice;
  onUndo: () => void;
  onClose: () => void;
}

/** One notice; an error stays until it is closed, any other for some seconds or while it has the focus. */
export function NoticeBar({ notice, onUndo, onClose }: Props) {
  const { tone, text } = notice;
  const shownFor = notice.undoable ? undoable : autoHideMs;
  const [focused, setFocused] = useState(false);
  const stays = tone === 'error' || focused;
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (stays) return undefined;
    const timer = setTimeout(() => close(), shownFor);
    return () => clearTimeout(timer);
  }, [stays, shownFor]);
  return (
    <Alert
      severity={tone}
      role={tone === 'error' ? 'alert' : 'none'}
      onClose={onClose}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      sx={{ ...bar, '& .MuiAlert-action': { pointerEvents: 'auto' } }}
    >
      {text}
      {notice.undoable && (
        <Button color="inherit" aria-label={`Undo: ${text}`} onClick={onUndo} sx={undo}>
          Undo
        </Button>
      )}
    </Alert>
  );
}

/** Stays as long as there is no network. */
export function OfflineBar({ children }: { children: string }) {
  return (
    <Alert severity="warning" role="none" sx={bar}>
      {children}
    </Alert>
  );
}

const bar = {
  // The button that closes it stays in the first line, however many there are.
  alignItems: 'flex-start',
  flexWrap: 'nowrap',
  maxWidth: 640,
  overflowWrap: 'anywhere',
  border: 1,
  borderColor: 'divider',
  boxShadow: 3,
} as const;

/** Its margins are negative, so that 44 px fit beside a line of text. */
const undo = { ml: 1, my: -1, textDecoration: 'underline', pointerEvents: 'auto' } as const;
