import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';

import { useAnchor } from '@/components/useAnchor';

interface Props {
  title: string;
  /** The name that links lead to, from within the page or from another. */
  anchor?: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** A section of a page on its own paper, named by its heading. */
export function Panel({ title, anchor, actions, children }: Props) {
  const id = useId();
  const target = useAnchor(anchor);
  return (
    <Paper
      ref={target}
      component="section"
      id={anchor}
      tabIndex={anchor === undefined ? undefined : -1}
      variant="outlined"
      aria-labelledby={id}
      sx={{ p: 2, scrollMarginTop: 16, outline: 0 }}
    >
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 1.5,
          mb: 2,
        }}
      >
        <Typography variant="h2" id={id}>
          {title}
        </Typography>
        {actions}
      </Box>
      {children}
    </Paper>
  );
}
