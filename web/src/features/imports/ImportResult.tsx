import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';

import { asFailure } from '@/api/failure';
import {
  useForgetImportRowsMutation,
  useListKeptPatientsQuery,
  type ClientImport,
  type KeptPatient,
} from '@/api/generated';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { ExportButton } from '@/components/ExportButton';
import { QueryFailure } from '@/components/LoadFailure';
import { Panel } from '@/components/Panel';
import { RecordTable, type Column } from '@/components/RecordTable';
import { RowLink } from '@/components/RowLink';
import { counted, keptReasons, stateInWords } from '@/features/imports/importWords';
import { UndoImport } from '@/features/imports/UndoImport';
import { formatInstantDate } from '@/lib/dates';
import { useNotify } from '@/lib/notices';
import { patientPath } from '@/lib/paths';

/** The last step: what was done, the rows that were left out as a file, and who stayed after an undo. */
export function ImportResult({ found }: { found: ClientImport }) {
  const zone = useTimeZone();
  const { problem, skipped, staged_until, may_undo, undo_until, kept } = found;
  return (
    <Stack spacing={2}>
      <Panel title="Result" actions={may_undo && <UndoImport found={found} />}>
        <Stack spacing={1.5} sx={{ alignItems: 'flex-start' }}>
          <Typography role="status">{`${stateInWords(found)}.${skipped > 0 ? ` ${counted(skipped, 'row was', 'rows were')} left out.` : ''}`}</Typography>
          {problem && <Alert severity="warning">{problem}</Alert>}
          {may_undo && (
            <Typography color="textSecondary">{`The import can be undone until ${formatInstantDate(undo_until, zone)}.`}</Typography>
          )}
        </Stack>
      </Panel>
      {staged_until && <SkippedRows found={found} />}
      {kept > 0 && <KeptPatients found={found} />}
    </Stack>
  );
}

function SkippedRows({ found }: { found: ClientImport }) {
  const zone = useTimeZone();
  const [forget, { isLoading }] = useForgetImportRowsMutation();
  const notify = useNotify();
  const remove = async () => {
    try {
      await forget({ id: found.id, 'If-Match': String(found.version) }).unwrap();
      notify({ tone: 'success', text: 'The rows of the file are deleted.' });
    } catch (thrown) {
      notify({ tone: 'error', text: asFailure(thrown).message });
    }
  };
  return (
    <Panel
      title="Rows that were left out"
      actions={
        <ExportButton
          list={{ url: `/api/imports/${found.id}/rows/export` }}
          name={`import-${found.id}-left-out`}
          failure="The rows could not be downloaded."
        />
      }
    >
      <Stack spacing={1.5} sx={{ alignItems: 'flex-start' }}>
        <Typography>{`The export lists these rows with what is wrong, so that you can correct and import them again. The rows are deleted on ${formatInstantDate(found.staged_until, zone)}.`}</Typography>
        <Button variant="outlined" loading={isLoading} onClick={() => void remove()}>
          Delete them now
        </Button>
      </Stack>
    </Panel>
  );
}

function KeptPatients({ found }: { found: ClientImport }) {
  const query = useListKeptPatientsQuery(found.id);
  return (
    <Panel title="Clients who stayed">
      <QueryFailure what="The clients who stayed could not be loaded." query={query} />
      {query.data && (
        <RecordTable
          caption="Clients who stayed, with the reason"
          columns={keptColumns}
          rows={query.data}
          rowKey={({ patient_id }) => patient_id}
        />
      )}
    </Panel>
  );
}

const keptColumns: readonly Column<KeptPatient>[] = [
  {
    key: 'who',
    header: 'Client',
    render: ({ patient_id, first_name, last_name }) => (
      <RowLink to={patientPath(patient_id)}>{`${first_name} ${last_name}`}</RowLink>
    ),
  },
  { key: 'why', header: 'Why', render: ({ reason }) => keptReasons[reason] },
];
