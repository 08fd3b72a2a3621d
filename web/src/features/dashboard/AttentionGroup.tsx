import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { Button } from '@/components/Button';
import { ButtonLink } from '@/components/ButtonLink';
import { lazyPart } from '@/components/lazyPart';
import { RowLink } from '@/components/RowLink';
import { rows } from '@/components/rows';
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
export function AttentionGroup({ group: { title, rows: waiting, list }, onNoChart }: Props) {
  const [all, setAll] = useState(false);
  const shown = all ? waiting : waiting.slice(0, drawn);
  return (
    <Box component="section" aria-label={title} sx={{ breakInside: 'avoid' }}>
      <Typography
        component="h3"
        variant="caption"
        color="textSecondary"
        tabIndex={-1}
        sx={{ fontWeight: 600, px: 2, pt: 1, pb: 0.75, outline: 0 }}
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
            <ButtonLink
              to={to}
              size="small"
              variant={tone === 'bad' ? 'outlined' : 'text'}
              aria-label={`${action}: ${who}, ${what}`}
            >
              {action}
            </ButtonLink>
          </li>
        ))}
      </Box>
      {list && (
        <Box sx={{ px: 2, borderTop: 1, borderColor: 'rule' }}>
          <RowLink to={list.to}>{list.label}</RowLink>
        </Box>
      )}
      {waiting.length > shown.length && (
        <Button
          onClick={() => setAll(true)}
          aria-label={`Show ${waiting.length - shown.length} more of ${title}`}
        >{`Show ${waiting.length - shown.length} more`}</Button>
      )}
    </Box>
  );
}

const rowList = {
  ...rows,
  '& > li': {
    ...rows['& > li'],
    display: 'grid',
    gridTemplateColumns: '14px minmax(0, 1fr) auto',
    columnGap: 1.5,
  },
  '& div': { overflowWrap: 'anywhere' },
} as const;
