import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useRef, useState, type KeyboardEvent } from 'react';

import { Button } from '@/components/Button';
import { TextInput } from '@/components/TextInput';
import { unseen } from '@/components/unseen';
import { EntryRow } from '@/features/settings/EntryRow';
import {
  entryProblem,
  maxEntries,
  moved,
  samePhrase,
  type FindingList,
} from '@/features/settings/findingLists';
import { useFocusAfter } from '@/features/settings/useFocusAfter';

interface Props {
  list: FindingList;
  entries: readonly string[];
  onChange: (entries: string[]) => void;
  /** The phrases of the list that say that nothing is wrong; undefined for vital signs. */
  normal: readonly string[] | undefined;
  onNormal: (normal: string[]) => void;
}

/** Adds, renames, reorders and removes the entries of one list, and keeps the focus on the entry. */
export function ListEditor({ list, entries, onChange, normal, onNormal }: Props) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const [announcement, setAnnouncement] = useState('');
  const rows = useRef<HTMLDivElement>(null);
  const focusAfter = useFocusAfter(rows);
  const full = entries.length >= maxEntries;

  const mark = (entry: string, isNormal: boolean) => {
    const others = (normal ?? []).filter((phrase) => !samePhrase(phrase, entry));
    onNormal(isNormal ? [...others, entry.trim()] : others);
  };
  const move = (from: number, step: -1 | 1) => {
    const to = from + step;
    onChange(moved(entries, from, to));
    setAnnouncement(`${entries[from] ?? ''}: now ${to + 1} of ${entries.length}`);
    // At either end only the other direction is possible.
    const end = step < 0 ? to === 0 : to === entries.length - 1;
    focusAfter(to, step < 0 === end ? 'down' : 'up');
  };
  const remove = (at: number) => {
    onChange(entries.filter((_, index) => index !== at));
    setAnnouncement(`${entries[at] ?? ''} removed`);
    focusAfter(Math.min(at, entries.length - 2), 'remove');
  };
  const add = () => {
    const wrong = full ? `At most ${maxEntries} entries.` : entryProblem(typed, entries, list);
    setProblem(wrong);
    if (wrong) return;
    onChange([...entries, typed.trim()]);
    setAnnouncement(`${typed.trim()} added`);
    setTyped('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // It adds the entry; the settings are saved by their own button.
    event.preventDefault();
    add();
  };

  return (
    <Stack spacing={2} ref={rows}>
      {entries.length === 0 && (
        <Typography color="textSecondary">
          This list is empty: the exam offers nothing here.
        </Typography>
      )}
      {entries.length > 0 && (
        <Box
          component="ol"
          aria-label={`Entries of ${list.label}`}
          sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}
        >
          {entries.map((entry, at) => (
            <EntryRow
              // eslint-disable-next-line react/no-array-index-key -- an entry has no other name than its place: its text is being typed
              key={at}
              entry={entry}
              at={at}
              count={entries.length}
              problem={entryProblem(entry, entries.slice(0, at), list)}
              isNormal={normal?.some((phrase) => samePhrase(phrase, entry))}
              onMark={(isNormal) => mark(entry, isNormal)}
              onRename={(text) =>
                onChange(entries.map((other, index) => (index === at ? text : other)))
              }
              onMove={(step) => move(at, step)}
              onRemove={() => remove(at)}
            />
          ))}
        </Box>
      )}
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1.5 }} data-new-entry>
        <TextInput
          label={`New entry for ${list.label}`}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setProblem(undefined);
          }}
          onKeyDown={onKeyDown}
          error={problem}
          autoComplete="off"
        />
        <Button
          variant="outlined"
          startIcon={<Add />}
          onClick={add}
          style={{ minHeight: 56, flexShrink: 0 }}
        >
          Add
        </Button>
      </Box>
      <Box role="status" sx={unseen}>
        {announcement}
      </Box>
    </Stack>
  );
}
