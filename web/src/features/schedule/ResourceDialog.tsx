import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';

import {
  useAddResourceMutation,
  useChangeResourceMutation,
  useLazyShowScheduleQuery,
  type Resource,
  type ResourceKind,
} from '@/api/generated';
import { BothChanged } from '@/components/BothChanged';
import { FormCheckbox } from '@/components/FormCheckbox';
import { FormDialog } from '@/components/FormDialog';
import { FormSelect } from '@/components/FormSelect';
import { FormText } from '@/components/FormText';
import { useSaveForm } from '@/components/useSaveForm';
import { requiredText } from '@/lib/formRules';
import { mergeChangedRow, type Conflict } from '@/lib/mergeChanges';

const resourceForm = z.object({
  name: requiredText('Name'),
  kind: z.string(),
  is_active: z.boolean(),
});
type ResourceForm = z.infer<typeof resourceForm>;

const labels: Record<keyof ResourceForm, string> = {
  name: 'Name',
  kind: 'Kind',
  is_active: 'Can be booked',
};
const kinds: { value: ResourceKind; label: string }[] = [
  { value: 'Room', label: 'Room' },
  { value: 'Device', label: 'Device, such as a laser' },
];
const read = ({
  name,
  kind,
  is_active,
}: Pick<Resource, 'name' | 'kind' | 'is_active'>): ResourceForm => ({ name, kind, is_active });

const inWords = (field: string, value: unknown) =>
  field === 'kind' ? kinds.find((kind) => kind.value === value)?.label : undefined;

/** Adds a room or a device, or changes one. */
export function ResourceDialog({
  resource,
  onClose,
}: {
  resource: Resource | undefined;
  onClose: () => void;
}) {
  const [seen, setSeen] = useState(resource);
  const form = useForm<ResourceForm>({
    resolver: zodResolver(resourceForm),
    defaultValues: resource ? read(resource) : { name: '', kind: 'Room', is_active: true },
  });
  const {
    control,
    formState: { isDirty },
  } = form;
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);
  const [add] = useAddResourceMutation();
  const [change] = useChangeResourceMutation();
  const [load] = useLazyShowScheduleQuery();
  const set = (id: number, version: number, to: ResourceForm) =>
    change({ id, 'If-Match': String(version), resourceChange: toCall(to) }).unwrap();
  const { save, saving, notSaved } = useSaveForm<ResourceForm>({
    form,
    what: 'The schedule',
    fields: ['name', 'kind', 'is_active'],
    send: async (typed) => {
      if (!seen) {
        await add(toCall(typed)).unwrap();
        return { text: `${typed.name} added.` };
      }
      const changed = await set(seen.id, seen.version, typed);
      return {
        text: `Changes to ${changed.name} saved.`,
        undo: () => set(seen.id, changed.version, read(seen)),
      };
    },
    loadTheirs: async () => {
      if (!seen) return 'Not saved yet.';
      const merged = mergeChangedRow(
        seen,
        (await load({}).unwrap()).resources,
        { form, read, labels },
        conflicts,
      );
      setSeen(merged.row);
      setConflicts(merged.conflicts);
      return merged.words;
    },
    onSaved: onClose,
  });
  return (
    <FormDialog
      open
      title={resource ? `Edit ${resource.name}` : 'New room or device'}
      submitLabel={resource ? 'Save changes' : 'Add'}
      submitting={saving}
      dirty={isDirty}
      error={notSaved}
      onSubmit={save}
      onClose={onClose}
    >
      <BothChanged form={form} conflicts={conflicts} inWords={inWords} />
      <FormText
        control={control}
        name="name"
        label={labels.name}
        required
        autoFocus
        autoComplete="off"
        hint="Such as Room 1 or Laser."
      />
      <FormSelect control={control} name="kind" label={labels.kind} required options={kinds} />
      {resource && <FormCheckbox control={control} name="is_active" label={labels.is_active} />}
    </FormDialog>
  );
}

const toCall = ({ kind, ...others }: ResourceForm) => ({ ...others, kind: kind as ResourceKind });
