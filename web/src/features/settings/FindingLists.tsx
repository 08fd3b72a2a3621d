import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useController, type Control } from 'react-hook-form';

import { asFailure } from '@/api/failure';
import { useLazyShowDefaultFindingsQuery } from '@/api/generated';
import { Button } from '@/components/Button';
import { Panel } from '@/components/Panel';
import { SelectInput } from '@/components/SelectInput';
import { loadNormalPhrases } from '@/features/exams';
import { findingLists, restoredMarks } from '@/features/settings/findingLists';
import { ListEditor } from '@/features/settings/ListEditor';
import type { SettingsForm } from '@/features/settings/settingsForm';
import { useNotify } from '@/lib/notices';

interface Props {
  control: Control<SettingsForm>;
  /** Which list is open. */
  listKey: string;
  onList: (key: string) => void;
  /** The server's message for each list. */
  refused: ReadonlyMap<string, string>;
}

const choices = findingLists.map(({ key, label }) => ({ value: key, label }));

/** The lists that the exam form offers for quick entry, one at a time. */
export function FindingLists({ control, listKey, onList, refused }: Props) {
  const { field } = useController({ control, name: 'findings' });
  const { field: marked } = useController({ control, name: 'normal_findings' });
  const [lookUp, { isFetching }] = useLazyShowDefaultFindingsQuery();
  const notify = useNotify();
  const list = findingLists.find(({ key }) => key === listKey) ?? findingLists[0];
  if (!list) return null;

  const restore = async () => {
    try {
      const [defaults, normal] = await Promise.all([lookUp().unwrap(), loadNormalPhrases()]);
      const entries = list.read(defaults);
      field.onChange(list.write(field.value, entries));
      if (list.part) {
        const marks = restoredMarks(marked.value[list.part], entries, normal[list.part]);
        marked.onChange({ ...marked.value, [list.part]: marks });
      }
      notify({
        tone: 'info',
        text: `Celadon's own entries stand in “${list.label}” again. Save to keep them.`,
      });
    } catch (thrown) {
      console.error('The default findings could not be loaded:', asFailure(thrown).status);
      notify({ tone: 'error', text: 'The default entries could not be loaded. Please try again.' });
    }
  };

  return (
    <Panel title="Finding lists">
      <Stack spacing={2.5}>
        <Typography color="textSecondary">
          What the exam form offers for quick entry, in this order. “___” is a blank to fill in. An
          exam’s text is normal if it holds only phrases that are marked as normal, unchanged. Any
          other text is a finding. Exams on record stay as they are.
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
          <Box sx={{ flex: '1 1 260px', maxWidth: 420 }}>
            <SelectInput
              label="List"
              options={choices}
              value={list.key}
              onChange={onList}
              error={refused.get(list.key)}
            />
          </Box>
          <Button variant="outlined" onClick={() => void restore()} loading={isFetching}>
            Restore the defaults
          </Button>
        </Box>
        <ListEditor
          key={list.key}
          list={list}
          entries={list.read(field.value)}
          onChange={(entries) => field.onChange(list.write(field.value, entries))}
          normal={list.part && marked.value[list.part]}
          onNormal={(phrases) =>
            list.part && marked.onChange({ ...marked.value, [list.part]: phrases })
          }
        />
      </Stack>
    </Panel>
  );
}
