import Chip, { type ChipProps } from '@mui/material/Chip';

/** A word or two in a small rounded frame: MUI's chip, where it may stand in the middle of a sentence. */
export function Tag(props: Pick<ChipProps, 'label' | 'icon' | 'color' | 'sx'>) {
  return <Chip component="span" {...props} />;
}
