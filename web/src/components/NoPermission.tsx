import LockOutlined from '@mui/icons-material/LockOutlined';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';

interface Props {
  /** Follows 'Your role does not open': 'the treatment history'. */
  what: string;
}

/** Shown in place of something the role may not see. */
export function NoPermission({ what }: Props) {
  return (
    <Stack
      direction="row"
      sx={{ alignItems: 'center', gap: 1.5, py: 1.5, color: 'text.secondary' }}
    >
      <LockOutlined fontSize="small" aria-hidden />
      <Typography>{`Your role does not open ${what}.`}</Typography>
    </Stack>
  );
}
