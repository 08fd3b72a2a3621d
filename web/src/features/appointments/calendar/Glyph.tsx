import type { Tone } from '@/features/appointments/calendar/facts';
import type { DisplayStatus } from '@/features/appointments/calendar/status';

const ring = 'M8 2.4a5.6 5.6 0 1 0 0 11.2a5.6 5.6 0 1 0 0-11.2z';
const disc = 'M8 1.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13z';

interface Shape {
  fill?: string;
  line?: string;
  /** Drawn over the fill in the colour of what is below it. */
  cut?: string;
}

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
  good: { fill: disc, cut: 'M5.1 8.2l2 2 3.8-4.1' },
  careful: { fill: 'M8 1.6l7 12.8H1z', cut: 'M8 6v4M8 11.6v.8' },
  bad: { fill: 'M5.2 1.3h5.6l3.9 3.9v5.6l-3.9 3.9H5.2l-3.9-3.9V5.2z', cut: 'M5.6 5.6l4.8 4.8M10.4 5.6l-4.8 4.8' },
  plain: { line: 'M8 2l6 6-6 6-6-6z' },
};

/** 14 px, beside its word. Plain SVG, because a day has two hundred of them. */
export function Glyph({ of }: { of: DisplayStatus | Tone }) {
  const { fill, line, cut } = shapes[of];
  return (
    <svg className="glyph" viewBox="0 0 16 16" width="14" height="14" aria-hidden="true" focusable="false">
      {fill && <path d={fill} fill="currentColor" />}
      {line && <path d={line} fill="none" stroke="currentColor" strokeWidth="1.8" />}
      {cut && <path d={cut} fill="none" stroke="var(--card-ground)" strokeWidth="1.8" />}
    </svg>
  );
}
