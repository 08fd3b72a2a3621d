import { ConfirmDialog } from '@/components/ConfirmDialog';

/** Asks before the person leaves a page with unsaved work. */
export function LeaveDialog({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  return (
    <ConfirmDialog
      open
      question="Leave without saving?"
      detail="What you typed on this page would be lost."
      confirmLabel="Leave"
      cancelLabel="Stay on this page"
      onConfirm={onLeave}
      onClose={onStay}
    />
  );
}
