import Skeleton from '@mui/material/Skeleton';

interface Props {
  /** What is awaited, for those who do not see the outline. */
  label: string;
  /** About as high as what comes, in pixels, so that little moves. */
  height: number;
}

/** The outline of a part of a page while it loads. */
export function PartSkeleton({ label, height }: Props) {
  return <Skeleton variant="rounded" height={height} role="status" aria-label={label} />;
}
