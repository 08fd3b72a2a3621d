export interface Shape {
  fill?: string;
  line?: string;
  /** Drawn over the fill in the colour of what is below it. */
  cut?: string;
}

export const disc = 'M8 1.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13z';

/** A shape for each kind of fact, so that colour alone never carries the meaning. */
export const toneShapes = {
  good: { fill: disc, cut: 'M5.1 8.2l2 2 3.8-4.1' },
  careful: { fill: 'M8 1.6l7 12.8H1z', cut: 'M8 6v4M8 11.6v.8' },
  bad: {
    fill: 'M5.2 1.3h5.6l3.9 3.9v5.6l-3.9 3.9H5.2l-3.9-3.9V5.2z',
    cut: 'M5.6 5.6l4.8 4.8M10.4 5.6l-4.8 4.8',
  },
  plain: { line: 'M8 2l6 6-6 6-6-6z' },
  none: { line: 'M3 8h10' },
} as const satisfies Record<string, Shape>;

/** A shape of 14 px, beside its word. Plain SVG, because a day has two hundred of them. */
export function ShapeGlyph({ shape: { fill, line, cut } }: { shape: Shape }) {
  return (
    <svg
      className="glyph"
      viewBox="0 0 16 16"
      width="14"
      height="14"
      aria-hidden="true"
      focusable="false"
    >
      {fill && <path d={fill} fill="currentColor" />}
      {line && <path d={line} fill="none" stroke="currentColor" strokeWidth="1.8" />}
      {cut && <path d={cut} fill="none" stroke="var(--card-ground)" strokeWidth="1.8" />}
    </svg>
  );
}

/** The shape of a kind of fact. */
export const ToneGlyph = ({ of }: { of: keyof typeof toneShapes }) => (
  <ShapeGlyph shape={toneShapes[of]} />
);
