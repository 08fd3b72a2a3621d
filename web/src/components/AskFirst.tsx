import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';

import { Button } from '@/components/Button';
import { bringIntoSight } from '@/components/bringIntoSight';

interface Props {
  /** What is unusual, a sentence each. */
  problems: readonly string[];
  /** What can be done instead. */
  hint: string;
  /** 'Save anyway'. */
  label: string;
  busy: boolean;
  onGoOn: () => void;
  /** Another way out, beside going on. */
  children?: ReactNode;
}

/**
 * Stands in a form that was not sent yet because something in it is unusual. It can be sent all the same. It takes the focus when it is
 * drawn: a screen reader then reads the question, and Tab leads on to its answers. So it is drawn only in answer to a press, and anew, by
 * its key, for another press.
 */
export function AskFirst({ problems, hint, label, busy, onGoOn, children }: Props) {
  const words = useId();
  const area = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const question = area.current;
    const form = question?.closest('form');
    bringIntoSight(question);
    question?.focus({ preventScroll: true });
    // What is answered goes, and takes the focus with it: it goes on at the form's beginning, which by then is blank for the next.
    return () => {
      if (!form || !question?.contains(document.activeElement)) return;
      form.tabIndex = -1;
      form.focus({ preventScroll: true });
    };
  }, []);
  return (
    <Alert ref={area} severity="warning" role="group" aria-labelledby={words} tabIndex={-1}>
      <div id={words}>
        {problems.map((problem) => <Box key={problem} component="p" sx={{ m: 0, overflowWrap: 'anywhere' }}>{problem}</Box>)}
        {hint}
      </div>
      {/* Beneath the words: beside them they would leave them a column of two words. */}
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, mt: 1 }}>
        {children}
        <Button variant="outlined" color="inherit" aria-disabled={busy} onClick={() => busy || onGoOn()}>{label}</Button>
      </Stack>
    </Alert>
  );
}
