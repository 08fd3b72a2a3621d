/** The ten vital signs of the exam, in the order in which they are written and shown. */
export const vitalKeys = [
  'bp',
  'hr',
  'temp',
  'spo2',
  'rr',
  'weight',
  'height',
  'bmi',
  'pain',
  'o2',
] as const;
export type VitalKey = (typeof vitalKeys)[number];

/** One way to write a vital sign. */
export interface Notation {
  /** What the range of its numbers is looked up by (ranges.ts). */
  unit: string;
  /** What is written when the clinic's own list has no entry for it. */
  entry: string;
  /** What each number is called after the sign's name, '' where there is one number alone. */
  parts: readonly { called: string; unit: string; after: string }[];
}

export interface Vital {
  /** Beside its number, as the quick-add list has it. */
  label: string;
  /** The words before its numbers, as a pattern without capitals. */
  names: string;
  notations: readonly [Notation, ...Notation[]];
}

/** A notation with one number. */
const one = (unit: string, entry: string, after: string): Notation => ({
  unit,
  entry,
  parts: [{ called: '', unit, after }],
});

/** `after` is a pattern: what stands behind a number. A notation other than the first needs its unit, or it could not be told apart. */
export const vitals: Record<VitalKey, Vital> = {
  bp: {
    label: 'BP',
    names: 'bp|blood pressure',
    notations: [
      {
        unit: 'mmHg',
        entry: 'BP: ___/___ mmHg',
        parts: [
          { called: 'systolic', unit: '/', after: '/' },
          { called: 'diastolic', unit: 'mmHg', after: '(?:mm ?hg)?' },
        ],
      },
    ],
  },
  hr: {
    label: 'HR',
    names: 'hr|heart rate|pulse',
    notations: [one('bpm', 'HR: ___ bpm', '(?:bpm|/ ?min)?')],
  },
  temp: {
    label: 'Temp',
    names: 'temp|temperature',
    notations: [one('°F', 'Temp: ___ °F', '(?:°? ?f)?'), one('°C', 'Temp: ___ °C', '°? ?c')],
  },
  spo2: { label: 'SpO2', names: 'spo2', notations: [one('%', 'SpO2: ___%', '%?')] },
  rr: {
    label: 'RR',
    names: 'rr|resp rate|respiratory rate',
    notations: [one('/min', 'RR: ___/min', '(?:/ ?min)?')],
  },
  weight: {
    label: 'Weight',
    names: 'weight|wt',
    notations: [one('lb', 'Weight: ___ lb', '(?:lbs?)?'), one('kg', 'Weight: ___ kg', 'kg')],
  },
  height: {
    label: 'Height',
    names: 'height|ht',
    notations: [
      {
        unit: 'ft in',
        entry: 'Height: ___ ft ___ in',
        parts: [
          { called: 'feet', unit: 'ft', after: "(?:ft|feet|')" },
          { called: 'inches', unit: 'in', after: '(?:in|inches|")?' },
        ],
      },
      one('cm', 'Height: ___ cm', 'cm'),
    ],
  },
  bmi: {
    label: 'BMI',
    names: 'bmi',
    notations: [one('kg/m²', 'BMI: ___ kg/m²', '(?:kg/m(?:²|2))?')],
  },
  pain: { label: 'Pain', names: 'pain', notations: [one('/10', 'Pain: ___/10', '(?:/ ?10)?')] },
  o2: {
    label: 'O2 sat',
    names: 'o2 sat',
    notations: [one('% air', 'O2 sat: ___% on room air', '%?(?: *on room air)?')],
  },
};
