import { Fragment } from 'react';

import { printedNumber } from '@/lib/phone';

/** Before each number: every part but the first begins with one. */
const beforeNumber = new RegExp(`(?=${printedNumber.source})`);

/** A text in which no line ends within a telephone number. */
export function Unbroken({ text }: { text: string }) {
  return text.split(beforeNumber).map((part) => {
    const [number] = printedNumber.exec(part) ?? [];
    if (!number) return part;
    return (
      <Fragment key={part}>
        <span style={{ whiteSpace: 'nowrap' }}>{number}</span>
        {part.slice(number.length)}
      </Fragment>
    );
  });
}
