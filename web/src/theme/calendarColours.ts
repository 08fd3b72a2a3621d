/** Colours of the calendar alone, apart from tokens.ts: every page would carry them. */
export const calendarColour = {
  /** The grounds of appointments on the way from booked to in the room. */
  confirmed: '#EEF4F1',
  arrived: '#D6E5DE',
  /** The hatch of hours when nobody is booked. */
  closed: '#F5F1EB',
  closedLine: '#ECE6DD',
} as const;

export type CalendarColours = Record<keyof typeof calendarColour, string>;

export const darkCalendarColour: CalendarColours = {
  confirmed: '#20312D',
  arrived: '#294039',
  closed: '#192120',
  closedLine: '#242E2C',
};

/** As variables for the calendar's stylesheets: `var(--confirmed)`. */
export function calendarVariables(colours: CalendarColours): Record<string, string> {
  return Object.fromEntries(Object.entries(colours).map(([name, value]) => [`--${name}`, value]));
}
