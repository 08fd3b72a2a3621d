import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useState } from 'react';

import { opensBySlash, setOpensBySlash } from '@/features/search/slashKey';

/** Turns the key that opens the search on and off, in this browser. Ctrl+K stays. */
export function SlashSwitch() {
  const [on, setOn] = useState(opensBySlash);
  return (
    <FormControlLabel
      label="Search by the / key"
      labelPlacement="start"
      sx={{ mx: 0, px: 2, minHeight: 48, justifyContent: 'space-between' }}
      control={
        <Switch
          checked={on}
          edge="end"
          onChange={(_event, chosen) => {
            setOpensBySlash(chosen);
            setOn(chosen);
          }}
        />
      }
    />
  );
}
