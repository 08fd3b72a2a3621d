import Close from '@mui/icons-material/Close';
import Search from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import InputBase from '@mui/material/InputBase';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';

import type { Place } from '@/features/search/matchPlaces';
import { SearchResults } from '@/features/search/SearchResults';
import { useListKeys } from '@/features/search/useListKeys';
import { useSearch } from '@/features/search/useSearch';
import { patientPath } from '@/lib/paths';
import { target } from '@/theme/tokens';

interface Props {
  /** Where this member may go and what they may do. */
  places: readonly Place[];
  onClose: () => void;
}

/** A line to type in above what it finds: a combobox whose list is always open. */
export function SearchDialog({ places, onClose }: Props) {
  const list = useId();
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const navigate = useNavigate();
  const search = useSearch(places);
  const { typed, type, wanted, results, stale, failed } = search;
  /** Enter was pressed before the answer to what is typed: the first result is opened once it is there. */
  const [hurried, setHurried] = useState(false);

  const open = (key: string) => {
    const result = results.find((one) => one.key === key);
    if (!result) return;
    onClose();
    void navigate('patient' in result ? patientPath(result.patient.id) : result.place.to);
  };
  const { active, moveTo, onKeyDown } = useListKeys(
    results.map(({ key }) => key),
    (key) => (stale ? setHurried(wanted !== '') : open(key)),
  );
  const openFirst = useEffectEvent(() => {
    if (results[0] && !failed) open(results[0].key);
  });
  useEffect(() => {
    if (hurried && !stale) openFirst();
  }, [hurried, stale]);

  return (
    <Dialog
      open
      onClose={onClose}
      maxWidth="sm"
      fullWidth
      fullScreen={phone}
      sx={atTop}
      slotProps={{
        paper: {
          'aria-label': 'Search',
          'aria-labelledby': undefined,
          sx: phone ? {} : dialogPosition,
        },
      }}
    >
      <Box sx={line}>
        <Search aria-hidden sx={{ color: 'text.secondary' }} />
        <InputBase
          autoFocus
          fullWidth
          sx={{ '& input::placeholder': { color: 'text.secondary', opacity: 1 } }}
          placeholder="Patient, screen or action"
          value={typed}
          onChange={(event) => {
            type(event.target.value);
            setHurried(false);
            moveTo(undefined);
          }}
          onKeyDown={onKeyDown}
          slotProps={{
            input: {
              role: 'combobox',
              'aria-label': 'Search patients, screens and actions',
              'aria-autocomplete': 'list',
              'aria-expanded': results.length > 0,
              'aria-controls': results.length > 0 ? list : undefined,
              'aria-activedescendant': active === undefined ? undefined : `${list}-${active}`,
              autoComplete: 'off',
              autoCapitalize: 'off',
              spellCheck: false,
              enterKeyHint: 'go',
              style: { minHeight: target, boxSizing: 'border-box' },
            },
          }}
        />
        <IconButton aria-label="Close the search" onClick={onClose}>
          <Close />
        </IconButton>
      </Box>
      <SearchResults id={list} search={search} active={active} onMove={moveTo} onPick={open} />
    </Dialog>
  );
}

/** Near the top, so that it does not move with the number of results. */
const atTop = { '& .MuiDialog-container': { alignItems: 'flex-start' } } as const;
const dialogPosition = { mt: '8vh', maxHeight: '80vh' } as const;

const line = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  pl: 2,
  pr: 1,
  minHeight: 64,
  borderBottom: 1,
  borderColor: 'divider',
} as const;
