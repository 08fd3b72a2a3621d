import Typography from '@mui/material/Typography';

/** A panel with nothing in it: one row with the present state and what the panel is for. */
export function EmptyPanel({ title, hint }: { title: string; hint: string }) {
  return (
    <Typography color="textSecondary" sx={{ py: 1 }}>
      <span role="status">{title}</span> {hint}
    </Typography>
  );
}
