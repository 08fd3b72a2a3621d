import type { ReactNode } from 'react';

import { useListFieldChangesQuery, type ListFieldChangesApiArg } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { FieldChanges } from '@/components/fieldChanges';
import { formatInstant } from '@/lib/dates';

interface Props {
  record: ListFieldChangesApiArg['record'];
  /** None for settings, and for a record that is only being added. */
  id?: number | undefined;
  children: ReactNode;
}

const settings = new Set<Props['record']>([
  'clinic_settings',
  'message_settings',
  'booking_settings',
]);

/** Wraps a record's form so that each field shows who changed it last. For members who may change the record. */
export function ShowFieldChanges({ record, id, children }: Props) {
  const zone = useTimeZone();
  const { may } = usePermissions();
  const skip = !may('field_change.read') || (id === undefined && !settings.has(record));
  const { currentData = [] } = useListFieldChangesQuery(
    { record, ...(id !== undefined && { id }) },
    { skip, refetchOnMountOrArgChange: true },
  );
  const changeOf = (field: string) => {
    const change = currentData.find((one) => one.field === field);
    return change && `Changed by ${change.by}, ${formatInstant(change.at, zone)}.`;
  };
  return <FieldChanges value={changeOf}>{children}</FieldChanges>;
}
