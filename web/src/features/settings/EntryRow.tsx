import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';

import { TextInput } from '@/components/TextInput';

interface Props {
  entry: string;
  at: number;
  count: number;
  problem: string | undefined;
  /** Whether it says that nothing is wrong; undefined where an entry says nothing of the kind. */
  isNormal: boolean | undefined;
  onMark: (isNormal: boolean) => void;
  onRename: (text: string) => void;
  onMove: (step: -1 | 1) => void;
  onRemove: () => void;
}

/** One entry of a list: its text, and the ways to move or remove it. */
export function EntryRow({
  entry,
  at,
  count,
  problem,
  isNormal,
  onMark,
  onRename,
  onMove,
  onRemove,
}: Props) {
  const name = entry.trim() || `entry ${at + 1}`;
  return (
    <Box
      component="li"
      data-entry={at}
      sx={{
        display: 'flex',
        flexWrap: { xs: 'wrap', sm: 'nowrap' },
        alignItems: 'flex-start',
        justifyContent: 'flex-end',
        columnGap: 0.5,
      }}
    >
      <Box sx={{ flex: { xs: '1 1 100%', sm: 1 } }}>
        <TextInput
          label={`Entry ${at + 1}`}
          value={entry}
          onChange={(event) => onRename(event.target.value)}
          onKeyDown={keepFromSaving}
          error={problem}
          autoComplete="off"
        />
      </Box>
      {isNormal !== undefined && (
        <FormControlLabel
          label="Normal"
          control={
            <Checkbox
              checked={isNormal}
              onChange={(_, checked) => onMark(checked)}
              slotProps={{ input: { 'aria-label': `${name} is normal` } }}
            />
          }
        />
      )}
      <IconButton
        data-move="up"
        aria-label={`Move ${name} up`}
        disabled={at === 0}
        onClick={() => onMove(-1)}
        sx={button}
      >
        <ArrowUpward />
      </IconButton>
      <IconButton
        data-move="down"
        aria-label={`Move ${name} down`}
        disabled={at === count - 1}
        onClick={() => onMove(1)}
        sx={button}
      >
        <ArrowDownward />
      </IconButton>
      <IconButton data-move="remove" aria-label={`Remove ${name}`} onClick={onRemove} sx={button}>
        <DeleteOutlined />
      </IconButton>
    </Box>
  );
}

/** Enter must not submit the whole settings form. */
function keepFromSaving(event: { key: string; preventDefault: () => void }) {
  if (event.key === 'Enter') event.preventDefault();
}

const button = { width: 48, height: 48, mt: { xs: 0, sm: 0.5 } } as const;
