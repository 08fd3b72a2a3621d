import { useMemo } from 'react';

import { useListImportsQuery, type ClientImport } from '@/api/generated';
import { useTimeZone } from '@/api/useTimeZone';
import { EmptyState } from '@/components/EmptyState';
import { QueryFailure } from '@/components/LoadFailure';
import { PageSkeleton } from '@/components/PageSkeleton';
import { Panel } from '@/components/Panel';
import { RecordTable, type Column } from '@/components/RecordTable';
import { RowLink } from '@/components/RowLink';
import { isUnfinished, stateInWords } from '@/features/imports/importWords';
import { UndoImport } from '@/features/imports/UndoImport';
import { formatInstant } from '@/lib/dates';
import { importPath } from '@/lib/paths';

/** The imports so far, the newest first, each with its state and its undo. */
export function ImportList() {
  const query = useListImportsQuery();
  const zone = useTimeZone();
  const undoable = query.data?.some(({ may_undo }) => may_undo) ?? false;
  const columns = useMemo(
    () => [...columnsFor(zone), ...(undoable ? [undo] : [])],
    [zone, undoable],
  );
  const failure = <QueryFailure what="The imports could not be loaded." query={query} />;
  if (!query.data) return query.isError ? failure : <PageSkeleton />;
  return (
    <Panel title="Imports so far">
      {failure}
      {query.data.length === 0 ? (
        <EmptyState
          title="No imports yet"
          hint="An import appears here as soon as its file is chosen."
        />
      ) : (
        <RecordTable
          caption="Imports so far, the newest first"
          columns={columns}
          rows={query.data}
          rowKey={({ id }) => id}
        />
      )}
    </Panel>
  );
}

const columnsFor = (zone: string): readonly Column<ClientImport>[] => [
  {
    key: 'file',
    header: 'File',
    render: (row) => (
      <RowLink to={importPath(row.id)}>
        {isUnfinished(row) ? `Go on with ${row.file_name}` : row.file_name}
      </RowLink>
    ),
  },
  { key: 'state', header: 'State', render: stateInWords },
  {
    key: 'who',
    header: 'Who and when',
    render: ({ created_by, created_at }) => `${created_by}, ${formatInstant(created_at, zone)}`,
  },
];

const undo: Column<ClientImport> = {
  key: 'undo',
  header: 'Actions',
  render: (row) => (row.may_undo ? <UndoImport found={row} /> : '—'),
};
