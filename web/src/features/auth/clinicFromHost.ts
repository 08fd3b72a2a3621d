/** 'linden-aesthetics.example.com' -> 'Linden Aesthetics': before anybody is signed in, the address alone tells the clinic. */
export function clinicFromHost(hostname: string): string | null {
  const [first = '', ...rest] = hostname.split('.');
  if (rest.length === 0 || first === 'www' || /^[\d.]+$/.test(hostname) || hostname.includes(':')) return null;
  // A bare domain such as 'example.com' names a company, not a clinic; 'linden.localhost' does name one.
  if (rest.length === 1 && rest[0] !== 'localhost') return null;
  return first.split('-').filter(Boolean).map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(' ');
}
