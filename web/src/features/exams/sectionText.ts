import { systems } from '@/features/exams/systems';

const spaces = /\s+/g;

/** How a section begins, for a card: on one line, at most `limit` characters, an ellipsis where it was cut. */
export function truncate(text: string | null, limit: number): string {
  const characters = Array.from((text ?? '').replace(spaces, ' ').trim());
  return characters.length <= limit
    ? characters.join('') || '—'
    : `${characters.slice(0, limit).join('').trimEnd()}…`;
}

/** The text with a line for every system that has none yet, in the order of the exam form. */
export function withAllSystems(text: string): string {
  const written = new Set(
    text.split('\n').map((line) => line.split(':', 1)[0]?.trim().toLowerCase()),
  );
  const missing = systems
    .filter(({ label }) => !written.has(label.toLowerCase()))
    .map(({ label }) => `${label}: `);
  return [...(text.trim() ? [text.trimEnd()] : []), ...missing].join('\n');
}
