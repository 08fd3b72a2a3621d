import { useCallback, useLayoutEffect, useRef } from 'react';

type Range = readonly [start: number, end: number];

/** Reads and sets the selection of a form's textarea: at once, or after the render that brings its new text. */
export function useCaret(formRef: (area: HTMLTextAreaElement | null) => void) {
  const area = useRef<HTMLTextAreaElement>(null);
  const awaited = useRef<Range | null>(null);

  const select = ([start, end]: Range) => {
    area.current?.focus();
    area.current?.setSelectionRange(start, end);
  };

  // After every render, because the range exists only once the new text is rendered.
  useLayoutEffect(() => {
    const range = awaited.current;
    awaited.current = null;
    if (range) select(range);
  });

  const hold = useCallback(
    (element: HTMLTextAreaElement | null) => {
      area.current = element;
      formRef(element);
    },
    [formRef],
  );

  return {
    /** For the textarea's own ref. */
    hold,
    selection: (): Range => [area.current?.selectionStart ?? 0, area.current?.selectionEnd ?? 0],
    select,
    selectAfterRender: (range: Range | null) => {
      awaited.current = range;
    },
  };
}
