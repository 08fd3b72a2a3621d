import Alert from '@mui/material/Alert';
import Snackbar from '@mui/material/Snackbar';

import type { Notice } from '@/app/notices';

const calm = 6_000;

/** One sentence at the foot of the page; an error stays until it is closed. */
export function NoticeBar({ notice, onClose }: { notice: Notice; onClose: () => void }) {
  return (
    <Snackbar
      open
      autoHideDuration={notice.tone === 'error' ? null : calm}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
      onClose={(_event, reason) => reason !== 'clickaway' && onClose()}
      // A tap goes through to what lies beneath: on a phone that is often the very next button.
      // A bar at the foot of the page (the exam's) says how high it is, and stays in sight.
      sx={{ pointerEvents: 'none', displayPrint: 'none', mb: 'var(--foot-bar, 0px)' }}
    >
      <Alert
        severity={notice.tone}
        role={notice.tone === 'error' ? 'alert' : 'none'}
        onClose={onClose}
        sx={{ alignItems: 'center', border: 1, borderColor: 'divider', boxShadow: 3, '& .MuiAlert-action': { pointerEvents: 'auto' } }}
      >
        {notice.text}
      </Alert>
    </Snackbar>
  );
}
