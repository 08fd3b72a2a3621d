import Check from '@mui/icons-material/Check';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';
import WarningRounded from '@mui/icons-material/WarningRounded';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';

import { Tag } from '@/components/Tag';
import type { Finding } from '@/features/exams/findings/summary';
import { shortened } from '@/features/exams/findings/phrases';
import type { NormalState } from '@/features/exams/findings/usualNormal';

interface Props {
  /** 'Skin PE'. */
  label: string;
  /** 'Normal', or 'Deferred' where the usual exam leaves the system out. */
  word: string;
  state: NormalState;
  findings: readonly Finding[];
  onToggle: () => void;
}

/** One part of a system in its row: "Normal" to tap, and what was found. */
export function NormalCell({ label, word, state, findings, onToggle }: Props) {
  const [first, ...more] = findings;
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: { xs: 'wrap', sm: 'nowrap' },
        alignItems: 'center',
        columnGap: 0.75,
        minWidth: 0,
        pb: { xs: 0.5, sm: 0 },
      }}
    >
      {state !== 'mixed' && (
        <ButtonBase
          aria-pressed={state === 'on'}
          aria-label={`${word}: ${label}`}
          onClick={onToggle}
          sx={button}
        >
          <Box component="span" sx={pill}>
            {state === 'on' ? <Check /> : <RadioButtonUnchecked />}
            {word}
          </Box>
        </ButtonBase>
      )}
      {first && <FindingTag finding={first} />}
      {more.length > 0 && <Tag label={`+${more.length}`} color="warning" />}
    </Box>
  );
}

function FindingTag({ finding: { phrase, kind } }: { finding: Finding }) {
  const note = kind === 'note';
  return (
    <Box
      component="span"
      title={phrase}
      sx={{ display: 'inline-flex', minWidth: 0, maxWidth: '100%' }}
    >
      <Tag
        label={shortened(phrase)}
        {...(!note && { icon: <WarningRounded />, color: 'warning' as const })}
        sx={{ minWidth: 0, maxWidth: '100%' }}
      />
    </Box>
  );
}

const button = {
  flexShrink: 0,
  minHeight: 44,
  minWidth: 44,
  borderRadius: 999,
  '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main' },
} as const;
/** 32 px to the eye, 44 to the finger. */
const pill = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 0.5,
  minHeight: 32,
  px: 1.25,
  pl: 1,
  borderRadius: 999,
  border: 1,
  borderColor: 'fieldBorder',
  bgcolor: 'background.paper',
  color: 'text.secondary',
  typography: 'body2',
  fontWeight: 600,
  whiteSpace: 'nowrap',
  '& > svg': { fontSize: 16 },
  '[aria-pressed="true"] > &': {
    bgcolor: 'primary.light',
    borderColor: 'primary.light',
    color: 'primary.main',
    '@media (forced-colors: active)': { borderColor: 'Highlight' },
  },
} as const;
