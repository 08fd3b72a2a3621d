import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import {
  useAddBlockMutation,
  useChangeBlockMutation,
  useLazyShowScheduleQuery,
  type Block,
  type ProviderChoice,
  type Resource,
} from '@/api/generated';
import { useTimeZone } from '@/api/useTimeZone';
import { BothChanged } from '@/components/BothChanged';
import { FormDialog } from '@/components/FormDialog';
import { FormSelect } from '@/components/FormSelect';
import { FormText } from '@/components/FormText';
import { useSaveForm } from '@/components/useSaveForm';
import { blockForm, blockLabels, type BlockForm } from '@/features/schedule/blockForm';
import {
  blankBlock,
  everybody,
  fromBlock,
  ofMember,
  ofResource,
  toBlock,
} from '@/features/schedule/blocks';
import { daysAhead } from '@/features/schedule/useSchedule';
import { addDays, today } from '@/lib/dates';
import { mergeChangedRow, type Conflict } from '@/lib/mergeChanges';

interface Props {
  block: Block | undefined;
  members: readonly ProviderChoice[];
  resources: readonly Resource[];
  onClose: () => void;
}

/** Keeps a time free, or changes one that is. */
export function BlockDialog({ block, members, resources, onClose }: Props) {
  const timeZone = useTimeZone();
  const [seen, setSeen] = useState(block);
  const read = (row: Block) => fromBlock(row, timeZone);
  const form = useForm<BlockForm>({
    resolver: zodResolver(blockForm),
    defaultValues: block ? read(block) : blankBlock,
  });
  const {
    control,
    formState: { isDirty },
  } = form;
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);
  const [add] = useAddBlockMutation();
  const [change] = useChangeBlockMutation();
  const [load] = useLazyShowScheduleQuery();
  const set = (id: number, version: number, to: BlockForm) =>
    change({ id, 'If-Match': String(version), blockChange: toBlock(to) }).unwrap();
  const { save, saving, notSaved } = useSaveForm<BlockForm>({
    form,
    what: 'The schedule',
    fields: ['starts_at', 'ends_at', 'reason'],
    send: async (typed) => {
      if (!seen) {
        await add(toBlock(typed)).unwrap();
        return {
          text: `${typed.reason}: the time is blocked. Appointments in that time stay booked.`,
        };
      }
      const changed = await set(seen.id, seen.version, typed);
      return {
        text: `Changes to ${changed.reason} saved.`,
        undo: () => set(seen.id, changed.version, read(seen)),
      };
    },
    loadTheirs: async () => {
      if (!seen) return 'Not saved yet.';
      const from = today(timeZone);
      const merged = mergeChangedRow(
        seen,
        (await load({ from, to: addDays(from, daysAhead) }).unwrap()).blocks,
        { form, read, labels: blockLabels },
        conflicts,
      );
      setSeen(merged.row);
      setConflicts(merged.conflicts);
      return merged.words;
    },
    onSaved: onClose,
  });
  const choices = [
    { value: everybody, label: 'The whole clinic' },
    ...members.map(({ id, name }) => ({ value: ofMember(id), label: name })),
    ...resources.map(({ id, name }) => ({ value: ofResource(id), label: name })),
  ];
  const inWords = (field: string, value: unknown) => {
    if (field === 'of') return choices.find((choice) => choice.value === value)?.label;
    return field === 'starts_at' || field === 'ends_at'
      ? String(value).replace('T', ', ')
      : undefined;
  };
  return (
    <FormDialog
      open
      title={block ? `Edit ${block.reason}` : 'Blocked time'}
      submitLabel={block ? 'Save changes' : 'Block the time'}
      submitting={saving}
      dirty={isDirty}
      error={notSaved}
      onSubmit={save}
      onClose={onClose}
    >
      <BothChanged form={form} conflicts={conflicts} inWords={inWords} />
      <FormSelect control={control} name="of" label={blockLabels.of} required options={choices} />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
          alignItems: 'start',
        }}
      >
        <FormText
          control={control}
          name="starts_at"
          label={blockLabels.starts_at}
          type="datetime-local"
          required
        />
        <FormText
          control={control}
          name="ends_at"
          label={blockLabels.ends_at}
          type="datetime-local"
          required
        />
      </Box>
      <FormText
        control={control}
        name="reason"
        label={blockLabels.reason}
        required
        autoComplete="off"
        hint="The calendar shows it, such as Lunch or Repair."
      />
    </FormDialog>
  );
}
