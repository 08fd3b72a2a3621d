import { useCallback, useLayoutEffect, useRef } from 'react';

type Range = readonly [start: number, end: number];

/** Reads and sets the selection of a textarea that belongs to a form: at once, or when a text that is still on its way stands in it. */
export function useCaret(formRef: (area: HTMLTextAreaElement | null) => void) {
  const area = useRef<HTMLTextAreaElement>(null);
  const awaited = useRef<Range | null>(null);

  const select = ([start, end]: Range) => {
    area.current?.focus();
    area.current?.setSelectionRange(start, end);
  };

  // After every render, because only the render that brings the text has the place to select.
  useLayoutEffect(() => {
    const range = awaited.current;
    awaited.current = null;
    if (range) select(range);
  });

  const hold = useCallback((element: HTMLTextAreaElement | null) => {
    area.current = element;
    formRef(element);
  }, [formRef]);

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
