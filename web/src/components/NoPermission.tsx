import LockOutlined from '@mui/icons-material/LockOutlined';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';

interface Props {
  /** What is closed, as it reads after 'Your role does not open': 'the treatment history'. */
  what: string;
}

/** Says that something is there, and that it is not for this role. */
export function NoPermission({ what }: Props) {
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 1.5, py: 1.5, color: 'text.secondary' }}>
      <LockOutlined fontSize="small" aria-hidden />
      <Typography>{`Your role does not open ${what}.`}</Typography>
    </Stack>
  );
}
