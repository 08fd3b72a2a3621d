import Box from '@mui/material/Box';
import type { ReactElement } from 'react';

const colours = {
  good: 'success.main',
  warning: 'warning.main',
  late: 'error.main',
  quiet: 'text.secondary',
} as const;

export type Tone = keyof typeof colours;

/** The mark of an entry of the timeline. */
export interface EntryMark {
  icon: ReactElement;
  tone: Tone;
  word: string;
}

/** A state in a shape, a word and a colour, as plain text within a row. */
export function Mark({ icon, tone, word }: { icon: ReactElement; tone: Tone; word: string }) {
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.75,
        mr: 1.5,
        typography: 'body2',
        fontWeight: 600,
        color: colours[tone],
        '& > svg': { fontSize: 16 },
      }}
    >
      {icon}
      {word}
    </Box>
  );
}
