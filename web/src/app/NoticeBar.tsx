import Alert from '@mui/material/Alert';
import { useEffect, useEffectEvent, useState } from 'react';

import { Button } from '@/components/Button';
import { undo as takeBack, type ShownNotice } from '@/lib/notices';

const calm = 6_000;
const undoable = 10_000;

/**
 * One notice; an error stays until it is closed, any other for six seconds (ten if what it says can be undone) or while it has the focus.
 */
export function NoticeBar({ notice: { tone, text, undo }, onClose }: { notice: ShownNotice; onClose: () => void }) {
  const [focused, setFocused] = useState(false);
  const stays = tone === 'error' || focused;
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (stays) return undefined;
    const timer = setTimeout(() => close(), undo === undefined ? calm : undoable);
    return () => clearTimeout(timer);
  }, [stays, undo]);
  const undoAndClose = (key: number) => {
    takeBack(key);
    onClose();
  };
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
      {undo !== undefined && <Button color="inherit" onClick={() => undoAndClose(undo)} sx={{ pointerEvents: 'auto', ml: 1, my: -1 }}>Undo</Button>}
    </Alert>
  );
}

/** Stays as long as there is no network. */
export function OfflineBar({ children }: { children: string }) {
  return <Alert severity="warning" role="none" sx={bar}>{children}</Alert>;
}

const bar = { alignItems: 'center', maxWidth: 640, overflowWrap: 'anywhere', border: 1, borderColor: 'divider', boxShadow: 3 } as const;
