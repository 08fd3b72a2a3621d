import { colour, control, font, target } from '@/theme/tokens';

/** How much of a thing is left to see while it is pressed. */
export const pressed = 0.75;
const easing = 'cubic-bezier(0.4, 0, 0.2, 1)';
const touched = (of: string) => `color-mix(in srgb, ${of} 4%, transparent)`;

/** A finger's height, and a tint under the mouse. `--of` is the colour of its word, `--deep` of its ground under the mouse. */
export const buttons = {
  '.button': {
    '--of': colour.eucalyptus,
    '--deep': colour.eucalyptusDark,
    position: 'relative',
    boxSizing: 'border-box',
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    minWidth: 64,
    minHeight: target,
    margin: 0,
    padding: '6px 20px',
    border: 0,
    borderRadius: 999,
    background: 'none',
    color: 'var(--of)',
    font: `600 0.9375rem/1.75 ${font.sans}`,
    textDecoration: 'none',
    verticalAlign: 'middle',
    cursor: 'pointer',
    userSelect: 'none',
    WebkitTapHighlightColor: 'transparent',
    transition: ['background-color', 'border-color', 'color'].map((changed) => `${changed} 150ms ${easing}`).join(', '),
    '&.error': { '--of': colour.error, '--deep': colour.errorDark },
    '&.inherit': { color: 'inherit' },
    '&.large': { minHeight: control, paddingBlock: 8, fontSize: '1rem' },
    '&.outlined': { paddingBlock: 5, border: '1px solid color-mix(in srgb, var(--of) 50%, transparent)' },
    '&.outlined.large': { paddingBlock: 7 },
    '&.outlined.inherit': { borderColor: 'currentColor' },
    '&.contained': { backgroundColor: 'var(--of)', color: colour.paper },
    '@media (hover: hover)': {
      '&:hover': { backgroundColor: touched('var(--of)') },
      '&.inherit:hover': { backgroundColor: touched(colour.ink) },
      '&.outlined:not(.inherit):hover': { borderColor: 'var(--of)' },
      '&.contained:hover': { backgroundColor: 'var(--deep)' },
    },
    '&:active': { opacity: pressed },
    '&:focus-visible': { outline: `2px solid ${colour.eucalyptus}`, outlineOffset: 2 },
    '&:disabled, &[aria-disabled="true"]': { color: 'rgb(0 0 0 / 26%)', pointerEvents: 'none' },
    '&.outlined:disabled': { borderColor: 'rgb(0 0 0 / 12%)' },
    '&.contained:disabled': { backgroundColor: 'rgb(0 0 0 / 12%)' },
    // Its word keeps its room.
    '&.busy': { color: 'transparent' },
    '& > .button-before, & > .button-after': { display: 'inherit', '& > svg': { fontSize: 20 } },
    '& > .button-before': { alignItems: 'center', marginInline: '-4px 8px' },
    '& > .button-after': { marginInline: '8px -4px' },
    '&.large > :is(.button-before, .button-after) > svg': { fontSize: 22 },
    // Where colours are the user's, a ground of our own is not drawn: a line says where a button is, twice as strong where it is the main one.
    '@media (forced-colors: active)': {
      border: '1px solid ButtonText',
      '&.contained': { border: '2px solid Highlight' },
      '&:disabled': { borderColor: 'GrayText' },
    },
    '& > .button-busy': {
      position: 'absolute',
      width: 16,
      height: 16,
      boxSizing: 'border-box',
      border: '2px solid rgb(0 0 0 / 26%)',
      borderRightColor: 'transparent',
      borderRadius: '50%',
      animation: 'button-busy 1.4s linear infinite',
    },
  },
  '@keyframes button-busy': { to: { transform: 'rotate(1turn)' } },
} as const;
