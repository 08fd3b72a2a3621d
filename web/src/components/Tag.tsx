import Chip, { type ChipProps } from '@mui/material/Chip';

/** MUI's chip as a span, so that it may stand within a paragraph. */
export function Tag(props: Pick<ChipProps, 'label' | 'icon' | 'color' | 'sx'>) {
  return <Chip component="span" {...props} />;
}
