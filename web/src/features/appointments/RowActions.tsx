import MoreHoriz from '@mui/icons-material/MoreHoriz';
import { useState } from 'react';

import type { Visit } from '@/features/appointments/calendar/visit';
import { rowActionWords, type RowAction } from '@/features/appointments/rowActions';
import { RowMenu } from '@/features/appointments/lazyRowMenu';

export type OnAct = (visit: Visit, action: RowAction, from: HTMLElement) => unknown;

interface Props {
  visit: Visit;
  actions: readonly RowAction[];
  /** Whose appointment, and when, for those who do not see the row. */
  what: string;
  onAct: OnAct;
}

/** What can be done with an appointment: a button each; where the list is narrow, one that opens them as a menu. The list's styles show one of the two. */
export function RowActions({ visit, actions, what, onAct }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (actions.length === 0) return null;
  return (
    <>
      <div className="each">
        {actions.map((action) => (
          <button
            key={action}
            type="button"
            className={action}
            aria-label={`${rowActionWords[action]}: ${what}`}
            onClick={({ currentTarget }) => onAct(visit, action, currentTarget)}
          >
            {rowActionWords[action]}
          </button>
        ))}
      </div>
      <button
        type="button"
        className="more"
        aria-label={`Change: ${what}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <MoreHoriz />
      </button>
      {anchor && (
        <RowMenu
          anchor={anchor}
          actions={actions}
          onChoose={(action) => {
            setAnchor(null);
            onAct(visit, action, anchor);
          }}
          onClose={() => setAnchor(null)}
        />
      )}
    </>
  );
}
