import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';

import { Button } from '@/components/Button';
import { scrollIntoViewRef } from '@/components/scrollIntoViewRef';

interface Props {
  /** What is unusual, a sentence each. */
  warnings: readonly string[];
  /** What can be done instead. */
  hint: string;
  /** 'Save anyway'. */
  confirmLabel: string;
  busy: boolean;
  onConfirm: () => void;
  /** Further buttons, before the one that confirms. */
  children?: ReactNode;
}

/**
 * Asks within a form, before it is sent, about entries that are unusual but allowed. It takes the focus when it is mounted: a screen
 * reader then reads the warnings, and Tab leads to the buttons. So mount it only after a press of the save button, and give it a new key
 * for each press.
 */
export function InlineConfirmation({
  warnings,
  hint,
  confirmLabel,
  busy,
  onConfirm,
  children,
}: Props) {
  const words = useId();
  const area = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const question = area.current;
    const form = question?.closest('form');
    scrollIntoViewRef(question);
    question?.focus({ preventScroll: true });
    // Unmounting would lose the focus: move it to the form, which may be blank for the next entry by then.
    return () => {
      if (!form || !question?.contains(document.activeElement)) return;
      form.tabIndex = -1;
      form.focus({ preventScroll: true });
    };
  }, []);
  return (
    <Alert ref={area} severity="warning" role="group" aria-labelledby={words} tabIndex={-1}>
      <div id={words}>
        {warnings.map((warning) => (
          <Box key={warning} component="p" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {warning}
          </Box>
        ))}
        {hint}
      </div>
      {/* Below the text: beside it they would leave it a column of two words. */}
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, mt: 1 }}>
        {children}
        <Button
          variant="outlined"
          color="inherit"
          aria-disabled={busy}
          onClick={() => busy || onConfirm()}
        >
          {confirmLabel}
        </Button>
      </Stack>
    </Alert>
  );
}
