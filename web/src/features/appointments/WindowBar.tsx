import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNavigate } from 'react-router';

import { ButtonLink } from '@/components/ButtonLink';
import { TextInput } from '@/components/TextInput';
import { earlier, isMeantDate, later, startingOn, toSearch, type Window } from '@/features/appointments/window';
import { formatDate } from '@/lib/dates';

/** Which days are on the screen, and the way to others. The address holds them, so that a link or a reload shows the same. */
export function WindowBar({ window }: { window: Window }) {
  const { from, to } = window;
  const navigate = useNavigate();
  // A date that is still being typed stays in the field until it is whole.
  const [draft, setDraft] = useState({ for: from, text: from });

  const start = (text: string) => {
    setDraft({ for: from, text });
    if (isMeantDate(text)) void navigate({ search: toSearch(startingOn(window, text)) }, { replace: true, preventScrollReset: true });
  };
  const way = { preventScrollReset: true, variant: 'outlined' } as const;
  return (
    <Box component="nav" aria-label="Days" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
      <ButtonLink {...way} to={{ search: toSearch(earlier(window)) }} startIcon={<ChevronLeft />}>Earlier</ButtonLink>
      <ButtonLink {...way} to={{ search: '' }}>Today</ButtonLink>
      <ButtonLink {...way} to={{ search: toSearch(later(window)) }} endIcon={<ChevronRight />}>Later</ButtonLink>
      <Box sx={{ width: 176 }}>
        <TextInput label="From" type="date" value={draft.for === from ? draft.text : from} onChange={(event) => start(event.target.value)} />
      </Box>
      <Typography role="status" color="textSecondary">{`${formatDate(from)} – ${formatDate(to)}`}</Typography>
    </Box>
  );
}
