import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId } from 'react';

import type { Treatment } from '@/api/generated';
import { Button } from '@/components/Button';
import { formatInstant } from '@/lib/dates';
import { paperForInk } from '@/theme/forcedColors';

interface Props {
  treatment: Treatment;
  zone: string;
  onClose: () => void;
}

/** Who signed a treatment, when, and how it looks. */
export function SignaturesDialog({ treatment, zone, onClose }: Props) {
  const id = useId();
  const {
    treatment_type,
    provider_name,
    provider_signature,
    created_at,
    director_name,
    director_signature,
    approved_at,
  } = treatment;
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="sm" fullWidth>
      <DialogTitle id={id} variant="h2">{`Signatures: ${treatment_type}`}</DialogTitle>
      <DialogContent>
        <Stack spacing={3}>
          <Signature
            title="Provider"
            name={provider_name}
            when={formatInstant(created_at, zone)}
            png={provider_signature}
            height={100}
          />
          {director_signature ? (
            <Signature
              title="Director"
              name={director_name ?? '—'}
              when={formatInstant(approved_at, zone)}
              png={director_signature}
              height={120}
            />
          ) : (
            <Typography color="textSecondary">
              The director has not approved this treatment yet.
            </Typography>
          )}
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 3 }}>
        <Button onClick={onClose} autoFocus>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface SignatureProps {
  title: string;
  name: string;
  when: string;
  png: string;
  height: number;
}

function Signature({ title, name, when, png, height }: SignatureProps) {
  return (
    <Box component="figure" sx={{ m: 0 }}>
      <Box component="figcaption" sx={{ mb: 1 }}>
        <Typography variant="h3" component="p">
          {title}
        </Typography>
        <Typography color="textSecondary">{`${name}, ${when}`}</Typography>
      </Box>
      <Box
        component="img"
        src={png}
        alt={`Signature of ${name}`}
        width={400}
        height={height}
        sx={{
          display: 'block',
          maxWidth: '100%',
          height: 'auto',
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          ...paperForInk,
        }}
      />
    </Box>
  );
}
