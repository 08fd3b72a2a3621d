/** What becomes of a member's appointments when the member cannot be booked any more; empty where there are none. */
export function upcomingWords(name: string, appointments: number | undefined): string {
  if (!appointments) return '';
  return `${appointments === 1 ? '1 appointment ahead stays' : `${appointments} appointments ahead stay`} with ${name} until ${appointments === 1 ? 'it is' : 'they are'} given to somebody else. You are asked about that next.`;
}
