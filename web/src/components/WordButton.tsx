import MuiButton from '@mui/material/Button';

interface Props {
  label: string;
  /** Where the word alone does not say of what. */
  name: string;
  onPress: () => void;
  danger?: boolean;
}

/** A word to press, of which a list has dozens. Among a record's other lines, those above and below make room for the finger. */
export function WordButton({ label, name, onPress, danger = false }: Props) {
  return <MuiButton color={danger ? 'error' : 'primary'} aria-label={name} onClick={onPress} sx={word}>{label}</MuiButton>;
}

const word = { minWidth: 0, px: 1, 'tr &, dl &': { my: -1.5, mx: -1 } } as const;
