/** A birth date and a phone number that nobody else has, so that a patient is nobody's possible duplicate. */
export function particulars(): { born: string; phone: string } {
  const number = Date.now() % 10_000_000;
  return {
    born: new Date(Date.UTC(1950, 0, number % 18_000)).toISOString().slice(0, 10),
    phone: `212${String(number).padStart(7, '0')}`,
  };
}
