import { disc, ShapeGlyph, toneShapes, type Shape } from '@/components/ToneGlyph';
import type { Tone } from '@/features/appointments/calendar/facts';
import type { DisplayStatus } from '@/features/appointments/calendar/status';

const ring = 'M8 2.4a5.6 5.6 0 1 0 0 11.2a5.6 5.6 0 1 0 0-11.2z';

/** A shape for each state and each kind of fact, so that colour alone never carries the meaning. */
const shapes: Record<DisplayStatus | Tone, Shape> = {
  Requested: { line: `${ring}M6.3 6.6a1.75 1.75 0 1 1 2.6 1.5c-.6.4-.9.7-.9 1.4M8 10.6v.9` },
  Booked: { line: ring },
  Confirmed: { line: `${ring}M5.3 8.2l1.9 1.9 3.6-3.9` },
  Arrived: { line: ring, fill: 'M8 2.4a5.6 5.6 0 0 0 0 11.2z' },
  'In room': { fill: disc },
  Completed: { line: 'M2.6 8.6l3.5 3.5 7.3-7.6' },
  'No-show': { line: 'M3.6 3.6l8.8 8.8M12.4 3.6l-8.8 8.8' },
  Cancelled: { line: 'M3 8h10' },
  ...toneShapes,
};

/** 14 px, beside its word. */
export const Glyph = ({ of }: { of: DisplayStatus | Tone }) => <ShapeGlyph shape={shapes[of]} />;
