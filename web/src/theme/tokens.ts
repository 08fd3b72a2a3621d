/** Porcelain, eucalyptus and rosewood: the colours of the house. Nothing outside theme/ names a colour. */
export const colour = {
  porcelain: '#FAF7F3',
  paper: '#FFFFFF',
  sidebar: '#F3EEE7',
  hairline: '#E6E1DA',
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
  /** Ornament only: too light for text. */
  champagne: '#B08D57',
} as const;

export const font = {
  serif: 'Marcellus, Georgia, serif',
  sans: "'Figtree Variable', system-ui, sans-serif",
} as const;

/** A finger's width: nothing that is pressed is smaller. */
export const target = 44;
/** A field, and the button that stands beside one. */
export const control = 48;

export const sidebarWidth = 248;
export const railWidth = 72;
