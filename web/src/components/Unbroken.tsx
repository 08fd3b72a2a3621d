import { Fragment } from 'react';

const number = /^1-\d{3}-\d{3}-\d{4}\b/;
/** As long as '1-800-985-3059'. */
const digits = 14;

/** A text in which no line ends within a telephone number. */
export function Unbroken({ text }: { text: string }) {
  return text.split(/(?=\b1-\d{3}-\d{3}-\d{4}\b)/).map((part) => {
    if (!number.test(part)) return part;
    return (
      <Fragment key={part}>
        <span style={{ whiteSpace: 'nowrap' }}>{part.slice(0, digits)}</span>
        {part.slice(digits)}
      </Fragment>
    );
  });
}
