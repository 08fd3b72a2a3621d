import MuiButton from '@mui/material/Button';

interface Props {
  label: string;
  /** The accessible name, where the label alone does not say of what. */
  name: string;
  onPress: () => void;
  danger?: boolean;
}

/** A text button within a list. In a table or card its margins are negative, so that 44 px fit between lines of text. */
export function WordButton({ label, name, onPress, danger = false }: Props) {
  return (
    <MuiButton color={danger ? 'error' : 'primary'} aria-label={name} onClick={onPress} sx={word}>
      {label}
    </MuiButton>
  );
}

const word = { minWidth: 0, px: 1, whiteSpace: 'nowrap', 'tr &, dl &': { m: -1 } } as const;
