import { useMemo } from 'react';

import {
  useListFieldChangesQuery,
  type FieldChange,
  type ListFieldChangesApiArg,
} from '@/api/generated';
import { useTimeZone } from '@/api/useTimeZone';
import { EmptyState } from '@/components/EmptyState';
import { QueryFailure } from '@/components/LoadFailure';
import { PartSkeleton } from '@/components/PartSkeleton';
import { RecordTable, type Column } from '@/components/RecordTable';
import { ViewDialog } from '@/components/ViewDialog';
import { formatInstant } from '@/lib/dates';
import { sentence } from '@/lib/sentence';

interface Props {
  record: ListFieldChangesApiArg['record'];
  id: number;
  /** The record's name. */
  name: string;
  /** The fields' labels in the record's form. */
  labels: Readonly<Record<string, string>>;
  onClose: () => void;
}

/** Shows for a record in a list who changed which field last, and when. Its form shows the same beside each field. */
export function FieldChangesDialog({ record, id, name, labels, onClose }: Props) {
  const zone = useTimeZone();
  const query = useListFieldChangesQuery({ record, id }, { refetchOnMountOrArgChange: true });
  const { currentData: changes, isError } = query;
  const columns = useMemo(
    (): readonly Column<FieldChange>[] => [
      {
        key: 'field',
        header: 'Field',
        // A field that no form has is named by its own word.
        render: ({ field }) => labels[field] ?? sentence(field.replaceAll('_', ' ')),
      },
      { key: 'by', header: 'Changed by', render: ({ by }) => by },
      { key: 'at', header: 'When', render: ({ at }) => formatInstant(at, zone) },
    ],
    [labels, zone],
  );

  const list = () => {
    const failure = <QueryFailure what="The changes could not be loaded." query={query} />;
    if (!changes)
      return isError ? failure : <PartSkeleton label="Loading the changes" height={120} />;
    return (
      <>
        {failure}
        {changes.length > 0 ? (
          <RecordTable
            caption="Who changed which field"
            columns={columns}
            rows={changes}
            rowKey={({ field }) => field}
          />
        ) : (
          <EmptyState title="No changes yet" hint="Everything is as it was entered." />
        )}
      </>
    );
  };

  return (
    <ViewDialog title={`Changes to ${name}`} label={`The changes to ${name}`} onClose={onClose}>
      {list()}
    </ViewDialog>
  );
}
