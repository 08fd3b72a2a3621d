import { useCallback, useState } from 'react';

import type { DeskDialog } from '@/features/appointments/calendar/DeskDialogs';
import { useStatus } from '@/features/appointments/calendar/useStatus';
import type { OnAct } from '@/features/appointments/RowActions';

/** What the list's rows begin: a check-in is saved at once, a move and a cancellation ask first (`asked`). `problem` is why a check-in was refused. */
export function useRowActs() {
  const { set } = useStatus();
  const [asked, setAsked] = useState<DeskDialog>();
  const [problem, setProblem] = useState<string>();
  const act = useCallback<OnAct>(
    async (visit, action, from) => {
      setProblem(undefined);
      if (action !== 'arrive') {
        setAsked({ what: action, visit });
        return;
      }
      const buttons = from.parentElement;
      const failure = await set(visit, 'Arrived');
      setProblem(failure?.message);
      // The button that was pressed is gone with the check-in: the next one of its row takes the focus.
      if (!failure && from.className === action)
        buttons?.querySelector<HTMLElement>('.move')?.focus();
    },
    [set],
  );
  const close = useCallback(() => setAsked(undefined), []);
  return { act, asked, problem, close };
}
