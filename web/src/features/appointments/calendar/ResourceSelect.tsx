import type { Control, FieldPathByValue, FieldValues } from 'react-hook-form';

import { useShowScheduleQuery, type Appointment } from '@/api/generated';
import { FormSelect } from '@/components/FormSelect';

interface Props<Form extends FieldValues> {
  control: Control<Form, unknown, FieldValues>;
  /** The visit that is moved: its own room stays a choice, also one that is out of use. */
  current?: Pick<Appointment, 'resource_id' | 'resource_name'>;
}

/** The clinic's rooms and devices; nothing in a clinic that has none. */
export function ResourceSelect<Form extends FieldValues & { resource_id: string }>({
  control,
  current,
}: Props<Form>) {
  const { data } = useShowScheduleQuery({});
  const options =
    data?.resources
      .filter(({ is_active, id }) => is_active || id === current?.resource_id)
      .map(({ id, name }) => ({ value: String(id), label: name })) ?? [];
  if (options.length === 0) return null;
  return (
    <FormSelect
      control={control}
      name={'resource_id' as FieldPathByValue<Form, string>}
      label="Room or device"
      placeholder="None"
      options={options}
    />
  );
}

/** The name of a chosen room or device; empty where there is none. */
export function useRoomName(
  current: Pick<Appointment, 'resource_id' | 'resource_name'>,
): (resource: string) => string {
  const { data } = useShowScheduleQuery({});
  return (resource) => {
    if (resource === '') return '';
    if (resource === String(current.resource_id)) return current.resource_name ?? '';
    return data?.resources.find(({ id }) => String(id) === resource)?.name ?? '';
  };
}
