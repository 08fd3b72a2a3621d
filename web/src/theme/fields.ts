import { colour, control, font } from '@/theme/tokens';

/** Of a field's text, in em: 23 px. */
export const fieldLine = 1.4375;
/** What is left above and below one line. */
const padding = (control - 16 * fieldLine) / 2;
/** Of what can neither be typed in nor chosen from. */
const faint = 'rgb(0 0 0 / 38%)';
const easing = 'cubic-bezier(0, 0, 0.2, 1)';

/** Only an empty line that nobody stands in has its label inside; a browser that cannot tell has every label on the border. */
const resting = '&:has(> .field-frame > [placeholder=" "]:placeholder-shown:not(:focus, :autofill))';

/** What is typed in or chosen from, with the focus; also where it is at the calendar inside of a date, which `:focus` does not tell. */
const held = ':is(input, textarea, select):focus-within';

/**
 * The looks of `Field` and what stands in it: rules the browser reads once, where MUI's field is of ten parts that each compute their
 * styles at every drawing. The label moves without a script.
 */
export const fields = {
  '.field': {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    width: '100%',
    minWidth: 0,
    font: `400 1rem/${fieldLine} ${font.sans}`,
    '& > label': {
      position: 'absolute',
      zIndex: 1,
      top: 0,
      left: 0,
      maxWidth: 'calc(133% - 32px)',
      overflow: 'hidden',
      whiteSpace: 'nowrap',
      textOverflow: 'ellipsis',
      color: colour.muted,
      userSelect: 'none',
      transform: 'translate(14px, -9px) scale(0.75)',
      transformOrigin: 'top left',
      transition: ['color', 'transform', 'max-width'].map((changed) => `${changed} 120ms ${easing}`).join(', '),
    },
    [resting]: {
      '& > label': { maxWidth: 'calc(100% - 24px)', transform: `translate(14px, ${padding}px)`, pointerEvents: 'none' },
      '& legend': { maxWidth: 0.01, transition: `max-width 50ms ${easing}` },
    },
    [`&:not(.wrong):has(> .field-frame > ${held}) > label`]: { color: colour.eucalyptus },
    '&.wrong': { '& > label, & > .field-note': { color: colour.error }, '& > .field-frame > fieldset': { borderColor: colour.error } },
    '&.off': { '& > label, & > .field-note': { color: faint }, '& > .field-frame > fieldset': { borderColor: 'rgb(0 0 0 / 26%)' } },
  },
  '.field-frame': {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    minHeight: control,
    borderRadius: 10,
    backgroundColor: colour.paper,
    color: colour.ink,
    cursor: 'text',
    '& > input, & > textarea, & > select': {
      boxSizing: 'content-box',
      // Not by growing: a select would ask for the room of its longest choice.
      width: '100%',
      minWidth: 0,
      height: `${fieldLine}em`,
      margin: 0,
      padding: `${padding}px 14px`,
      border: 0,
      borderRadius: 'inherit',
      outline: 0,
      background: 'none',
      color: 'inherit',
      font: 'inherit',
      WebkitTapHighlightColor: 'transparent',
      '&::placeholder': { color: colour.muted, opacity: 1 },
      '&::-webkit-search-decoration': { appearance: 'none' },
      // The browser's own cross is blue.
      '&::-webkit-search-cancel-button': { filter: 'grayscale(1)' },
      '&:disabled': { opacity: 1, cursor: 'default', WebkitTextFillColor: faint },
    },
    // The room around several lines is a border: a press on it goes to them, and what is scrolled does not run into the label.
    '& > textarea': {
      height: 'auto',
      // Borders are drawn in whole pixels.
      padding: `${padding % 1}px 0`,
      border: 'solid transparent',
      borderWidth: `${Math.floor(padding)}px 14px`,
      resize: 'none',
      fieldSizing: 'content',
      // Browsers that do not fit them to their text let one pull.
      '@supports not (field-sizing: content)': { resize: 'vertical' },
      // Where colours are the user's, nothing is transparent.
      '@media (forced-colors: active)': { borderColor: 'Canvas' },
    },
    '& > select': { appearance: 'none', paddingRight: 32, cursor: 'pointer' },
    // It lies on the select, which takes the whole width, so that every place opens it.
    '& > svg': { position: 'absolute', right: 7, width: 24, height: 24, fill: 'rgb(0 0 0 / 54%)', pointerEvents: 'none' },
    '& > .field-before': { display: 'flex', marginInline: '14px 8px', color: colour.muted, '& + input': { paddingLeft: 0 } },
    '& > .field-after': { display: 'flex', alignItems: 'center', marginRight: 14 },
    '& > .shortened': { paddingRight: 0 },
    '& > fieldset': { position: 'absolute', inset: '-5px 0 0', minWidth: 0, margin: 0, padding: '0 8px', overflow: 'hidden', border: `1px solid ${colour.fieldBorder}`, borderRadius: 'inherit', pointerEvents: 'none' },
    '@media (hover: hover)': { '&:hover > fieldset': { borderColor: colour.ink } },
    [`& > ${held} ~ fieldset`]: { borderWidth: 2, borderColor: colour.eucalyptus },
    // As wide as the label upon it: the border opens there.
    '& legend': { display: 'block', width: 'auto', height: 11, maxWidth: '100%', padding: 0, overflow: 'hidden', visibility: 'hidden', whiteSpace: 'nowrap', fontSize: '0.75em', transition: `max-width 100ms ${easing} 50ms` },
    '& legend > span': { display: 'inline-block', paddingInline: 5 },
  },
  '.field-note': { margin: '3px 14px 0', color: colour.muted, textAlign: 'left', font: `400 0.8125rem/1.45 ${font.sans}`, '&.wrong': { color: colour.error } },
} as const;
