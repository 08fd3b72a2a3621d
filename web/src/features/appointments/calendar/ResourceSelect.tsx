import { useShowScheduleQuery } from '@/api/generated';
import { FormSelect } from '@/components/FormSelect';
import type { MoreFields } from '@/features/appointments/ScheduleForm';

/** The clinic's rooms and devices; nothing in a clinic that has none. */
export function ResourceSelect({ control }: Pick<MoreFields, 'control'>) {
  const { data } = useShowScheduleQuery({});
  const options = data?.resources.filter(({ is_active }) => is_active).map(({ id, name }) => ({ value: String(id), label: name })) ?? [];
  if (options.length === 0) return null;
  return <FormSelect control={control} name="resource_id" label="Room or device" placeholder="None" options={options} />;
}
