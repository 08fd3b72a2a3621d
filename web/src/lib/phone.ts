/** A number in a text, as a notice prints it: '1-800-985-3059'. */
export const printedNumber = /\b1-\d{3}-\d{3}-\d{4}\b/;

/** The address of a link that calls the number. */
export const telAddress = (phone: string) => `tel:${phone.replaceAll(/[^+\d]/g, '')}`;

/** A North American number as people write it, '(555) 010-1000'; any other as it was given. */
export function formatPhone(phone: string | null | undefined): string {
  const given = phone?.trim();
  if (!given) return '—';
  // A number with an extension or a letter stays as it was written.
  if (!/^[+\d\s().-]+$/.test(given)) return given;
  const [, area, exchange, line] =
    /^(?:\+?1)?(\d{3})(\d{3})(\d{4})$/.exec(given.replace(/[\s().-]/g, '')) ?? [];
  return area ? `(${area}) ${exchange}-${line}` : given;
}
