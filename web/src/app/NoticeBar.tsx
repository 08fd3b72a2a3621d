import Alert from '@mui/material/Alert';
import { useEffect, useEffectEvent, useState } from 'react';

import type { Notice } from '@/lib/notices';

const calm = 6_000;

/** One notice; an error stays until it is closed, any other for six seconds or while it has the focus. */
export function NoticeBar({ notice: { tone, text }, onClose }: { notice: Notice; onClose: () => void }) {
  const [focused, setFocused] = useState(false);
  const stays = tone === 'error' || focused;
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (stays) return undefined;
    const timer = setTimeout(() => close(), calm);
    return () => clearTimeout(timer);
  }, [stays]);
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
    </Alert>
  );
}

/** Stays as long as there is no network. */
export function OfflineBar({ children }: { children: string }) {
  return <Alert severity="warning" role="none" sx={bar}>{children}</Alert>;
}

const bar = { alignItems: 'center', maxWidth: 640, overflowWrap: 'anywhere', border: 1, borderColor: 'divider', boxShadow: 3 } as const;
