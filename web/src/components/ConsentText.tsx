import Paper from '@mui/material/Paper';

import { safeHtml } from '@/lib/safeHtml';

interface Props {
  /** Names the text for those who move from part to part. */
  label: string;
  html: string;
}

/** The words of a consent as the clinic wrote them, on a sheet of paper: the portal and the author's preview look the same. */
export function ConsentText({ label, html }: Props) {
  return <Paper component="section" variant="outlined" aria-label={label} sx={sheet} dangerouslySetInnerHTML={safeHtml(html)} />;
}

const sheet = {
  p: { xs: 2, sm: 3 },
  overflowWrap: 'anywhere',
  '& > *': { my: 0 },
  '& > * + *': { mt: 1.5 },
  '& > * + :is(h1, h2, h3, h4)': { mt: 3 },
  '& h1, & h2': { typography: 'h2' },
  '& h3, & h4': { typography: 'h3' },
  '& li': { mb: 0.5 },
  '& hr': { border: 0, borderTop: '1px solid', borderColor: 'divider' },
  '& table': { borderCollapse: 'collapse' },
  '& th, & td': { border: 1, borderColor: 'divider', px: 1.5, py: 0.75, textAlign: 'left' },
} as const;
