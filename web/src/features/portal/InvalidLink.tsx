import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';

interface Props {
  /** Present when the link itself may be good and only the connection failed. */
  onRetry?: (() => void) | undefined;
}

/** The same words for a link that is unknown, expired, withdrawn or incomplete: they tell a stranger nothing. */
export function InvalidLink({ onRetry }: Props) {
  return (
    <>
      <Typography variant="h1" gutterBottom>Invalid Link</Typography>
      <Typography sx={{ mb: 3 }}>This consent link is invalid or has expired. Please contact the clinic for a new link.</Typography>
      {/* Not a Button: of all pages this one must come over the worst connection, and a Button is the heaviest thing on it. */}
      {onRetry && <Link component="button" type="button" onClick={onRetry} sx={{ minHeight: 44, font: 'inherit', fontWeight: 600 }}>Try again</Link>}
    </>
  );
}
