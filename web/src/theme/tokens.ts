/** The colours of the light scheme. Screens take them from MUI's palette (palette.ts); only signatures use these directly, which look the same in every scheme. */
export const colour = {
  porcelain: '#FAF7F3',
  paper: '#FFFFFF',
  sidebar: '#F3EEE7',
  hairline: '#E6E1DA',
  /** The line between rows. */
  rule: '#EFEBE5',
  fieldBorder: '#87918F',
  ink: '#1F2B2A',
  muted: '#5A6664',
  mutedOnSidebar: '#4D5957',
  eucalyptus: '#2F5D55',
  eucalyptusTint: '#E4EDE9',
  eucalyptusDark: '#234740',
  rosewood: '#8C4A45',
  rosewoodTint: '#F6EAE7',
  rosewoodDark: '#6E3935',
  error: '#9B2C2C',
  errorTint: '#FCEDEA',
  errorDark: '#6C1E1E',
  warning: '#7A4B00',
  warningTint: '#FFF4DF',
  success: '#2B6240',
  successTint: '#E8F3EC',
  info: '#2C5676',
  infoTint: '#E8F0F6',
  /** For decorative lines: too light for text. */
  champagne: '#B08D57',
} as const;

export type Colours = Record<keyof typeof colour, string>;

/** The same for the dark scheme: charcoal backgrounds, and colours light enough to be read on them. */
export const darkColour: Colours = {
  porcelain: '#141A19',
  paper: '#1C2423',
  sidebar: '#181F1E',
  hairline: '#313B39',
  rule: '#27302E',
  fieldBorder: '#7E8B88',
  ink: '#E6EBE9',
  muted: '#A3B0AD',
  mutedOnSidebar: '#A3B0AD',
  eucalyptus: '#8CC3B5',
  eucalyptusTint: '#233B36',
  eucalyptusDark: '#A8D5C9',
  rosewood: '#E2A49E',
  rosewoodTint: '#3E2927',
  rosewoodDark: '#EDBDB8',
  error: '#F2A29B',
  errorTint: '#432322',
  errorDark: '#F7BFBA',
  warning: '#E6B865',
  warningTint: '#3A2E17',
  success: '#8FCDA3',
  successTint: '#1E3828',
  info: '#9AC3E0',
  infoTint: '#1D3242',
  champagne: '#C3A069',
};

/** The opacity of a former answer until the new one is loaded. Less would take the contrast from its words. */
export const dimmed = 0.92;

export const font = {
  serif: 'Marcellus, Georgia, serif',
  sans: "'Figtree Variable', system-ui, sans-serif",
} as const;

/** The least height in px of what can be pressed. */
export const target = 44;
/** The height of a field, and of a large button beside it. */
export const control = 48;

/** The navigation: a sidebar on a desktop, a rail on a tablet, a bar on a phone. */
export const sidebarWidth = 224;
export const railWidth = 96;
export const bottomBarHeight = 60;
/** The height of a page's header. */
export const pageBar = 64;
export const pageBarOnPhone = 56;
