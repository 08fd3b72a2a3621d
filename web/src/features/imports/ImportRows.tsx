import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';

import {
  useListImportRowsPageQuery,
  type ClientImport,
  type ImportRow,
  type ListImportRowsApiArg,
} from '@/api/generated';
import { Button } from '@/components/Button';
import { EmptyState } from '@/components/EmptyState';
import { ExportButton } from '@/components/ExportButton';
import { QueryFailure } from '@/components/LoadFailure';
import { Panel } from '@/components/Panel';
import { PartSkeleton } from '@/components/PartSkeleton';
import { RecordTable, type Column } from '@/components/RecordTable';
import { RowLink } from '@/components/RowLink';
import { nameOf } from '@/features/imports/importWords';
import { formatDate } from '@/lib/dates';
import { patientPath } from '@/lib/paths';

interface Props {
  found: ClientImport;
  kind: NonNullable<ListImportRowsApiArg['kind']>;
  title: string;
}

/** The most rows that are shown here; the file has them all. */
const maxRows = 200;

/** Rows of the file with what is wrong with them, or whom they may be about; all of them as a file to correct. */
export function ImportRows({ found, kind, title }: Props) {
  const [limit, setLimit] = useState(20);
  const query = useListImportRowsPageQuery({ id: found.id, kind, limit });
  const rows = query.data;
  const columns = useMemo(() => columnsFor(found, kind), [found, kind]);
  const failure = <QueryFailure what="These rows could not be loaded." query={query} />;
  return (
    <Panel
      title={title}
      actions={
        <ExportButton
          list={{ url: `/api/imports/${found.id}/rows/export`, params: { kind } }}
          name={`import-${found.id}-${kind.replaceAll('_', '-')}`}
          failure="The rows could not be downloaded."
        />
      }
    >
      <Stack spacing={1.5}>
        {failure}
        {!rows && !query.isError && <PartSkeleton label="Loading the rows" height={120} />}
        {rows?.length === 0 && <EmptyState title="No such rows" />}
        {rows && rows.length > 0 && (
          <RecordTable
            caption={`${title}, row by row`}
            columns={columns}
            rows={rows}
            rowKey={({ number }) => number}
          />
        )}
        {rows &&
          rows.length === limit &&
          (limit < maxRows ? (
            <Button
              variant="outlined"
              loading={query.isFetching}
              onClick={() => setLimit(maxRows)}
              style={{ alignSelf: 'flex-start' }}
            >
              Show more
            </Button>
          ) : (
            <Typography color="textSecondary">The export lists the other rows too.</Typography>
          ))}
      </Stack>
    </Panel>
  );
}

const headers: Partial<Record<Props['kind'], string>> = {
  problems: 'What is wrong',
  notices: 'How it was read',
};

const columnsFor = (
  { columns }: ClientImport,
  kind: Props['kind'],
): readonly Column<ImportRow>[] => [
  { key: 'row', header: 'Row', nowrap: true, render: ({ number }) => `Row ${number}` },
  { key: 'who', header: 'Name', render: (row) => nameOf(columns, row) },
  {
    key: 'what',
    header: headers[kind] ?? 'Who this may be',
    render: (row) => <RowNotes row={row} kind={kind} />,
  },
];

function RowNotes({ row, kind }: { row: ImportRow; kind: Props['kind'] }) {
  const { suspect, same_as } = row;
  const listed = kind === 'notices' ? row.notices : row.problems;
  if (listed.length > 0) {
    return (
      <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {listed.map(({ column, sentence }) => (
          <li key={`${column} ${sentence}`}>{column ? `${column}: ${sentence}` : sentence}</li>
        ))}
      </Stack>
    );
  }
  if (suspect) {
    return (
      <>
        <RowLink
          to={patientPath(suspect.patient_id)}
        >{`${suspect.first_name} ${suspect.last_name}`}</RowLink>
        {`${suspect.birth_date ? `, born ${formatDate(suspect.birth_date)}` : ''}. ${suspect.reason}.`}
      </>
    );
  }
  return same_as === null ? '' : `May be the same person as in row ${same_as}.`;
}
