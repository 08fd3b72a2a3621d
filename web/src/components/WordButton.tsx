interface Props {
  label: string;
  /** Where the word alone does not say of what. */
  name: string;
  onPress: () => void;
  danger?: boolean;
}

/** A word to press, of which a list has dozens: plain, as its links are (theme.ts has its looks). */
export function WordButton({ label, name, onPress, danger = false }: Props) {
  return <button type="button" className={danger ? 'word-button danger' : 'word-button'} aria-label={name} onClick={onPress}>{label}</button>;
}
