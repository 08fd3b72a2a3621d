import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { Button } from '@/components/Button';
import { ButtonLink } from '@/components/ButtonLink';
import { lazyPart } from '@/components/lazyPart';
import { RowLink } from '@/components/RowLink';
import { WordButton } from '@/components/WordButton';
import { ToneGlyph } from '@/features/appointments';
import type { WaitingGroup } from '@/features/dashboard/attentionRows';

/** Questions about estimates are rare. */
const AnsweredButton = lazyPart(
  async () => (await import('@/features/dashboard/AnsweredButton')).AnsweredButton,
);

/** A completed visit that may need no chart, and whose it was. */
export interface DoneVisit {
  id: number;
  of: string;
}

interface Props {
  group: WaitingGroup;
  onNoChart: (visit: DoneVisit) => void;
}

/** How many rows of a group are drawn at first. */
const drawn = 3;

/** One kind of what waits. Its heading and its rows can take the focus, for when the row that had it is done. */
export function AttentionGroup({ group: { title, rows, list }, onNoChart }: Props) {
  const [all, showAll] = useState(false);
  const shown = all ? rows : rows.slice(0, drawn);
  return (
    <Box component="section" aria-label={title} sx={{ breakInside: 'avoid', pb: 1.5 }}>
      <Typography
        component="h3"
        variant="caption"
        color="textSecondary"
        tabIndex={-1}
        sx={{ fontWeight: 600 }}
      >
        {title}
      </Typography>
      <Box component="ul" sx={rowList}>
        {shown.map(({ key, who, what, tone, to, action, visit: id, question }) => (
          <li key={key} tabIndex={-1}>
            <span className={tone}>
              <ToneGlyph of={tone} />
            </span>
            <div>
              <strong>{who}</strong>
              <p>{what}</p>
              {question !== undefined && (
                <AnsweredButton question={question} of={`${who}, ${what}`} />
              )}
              {id !== undefined && (
                <WordButton
                  label="No chart needed"
                  name={`No chart needed: ${who}, ${what}`}
                  onPress={() => onNoChart({ id, of: `${who}, ${what}` })}
                />
              )}
            </div>
            <ButtonLink to={to} aria-label={`${action}: ${who}, ${what}`}>
              {action}
            </ButtonLink>
          </li>
        ))}
      </Box>
      {list && (
        <Box>
          <RowLink to={list.to}>{list.label}</RowLink>
        </Box>
      )}
      {rows.length > shown.length && (
        <Button
          onClick={() => showAll(true)}
          aria-label={`Show ${rows.length - shown.length} more of ${title}`}
        >{`Show ${rows.length - shown.length} more`}</Button>
      )}
    </Box>
  );
}

const rowList = {
  listStyle: 'none',
  m: 0,
  p: 0,
  '--card-ground': 'var(--mui-palette-background-paper)',
  '& li': {
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr) auto',
    alignItems: 'center',
    columnGap: 1.5,
    minHeight: 56,
    py: 0.5,
  },
  '& li + li': { borderTop: 1, borderColor: 'rule' },
  '& div': { overflowWrap: 'anywhere' },
  '& strong': { fontWeight: 600 },
  '& p': { m: 0, typography: 'body2', color: 'text.secondary' },
  '& .bad': { color: 'error.main' },
  '& .careful': { color: 'warning.main' },
} as const;
