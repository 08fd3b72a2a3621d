import MenuItem from '@mui/material/MenuItem';

import { usePermissions } from '@/api/usePermissions';

/** Leads to everything about one patient as one file. Nothing for those who may not hand it out. */
export function ExportMenuItem({ onChoose }: { onChoose: () => void }) {
  const { may } = usePermissions();
  return may('patient.export') ? <MenuItem onClick={onChoose}>Export everything…</MenuItem> : null;
}
