import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';

interface Props {
  title: string;
  /** Right of the title. */
  beside?: ReactNode;
  children: ReactNode;
}

/** A part of what stands beside the sheet, apart from the one before by a line. */
export function AsideSection({ title, beside, children }: Props) {
  const id = useId();
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{ px: 2, py: 1.75, '& + &': { borderTop: 1, borderColor: 'divider' } }}
    >
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: '4px 12px',
          mb: 1,
        }}
      >
        <Typography variant="h2" id={id}>
          {title}
        </Typography>
        {beside}
      </Box>
      {children}
    </Box>
  );
}
