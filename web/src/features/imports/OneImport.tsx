import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import { useEffect, useRef, useState } from 'react';

import { baseApi } from '@/api/baseApi';
import { asFailure } from '@/api/failure';
import {
  importsApi,
  useCancelImportMutation,
  useShowImportQuery,
  type ClientImport,
} from '@/api/generated';
import { useAppDispatch } from '@/api/store';
import { Button } from '@/components/Button';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { QueryFailure } from '@/components/LoadFailure';
import { PageSkeleton } from '@/components/PageSkeleton';
import { Panel } from '@/components/Panel';
import { CheckedImport, type CheckedImportProps } from '@/features/imports/CheckedImport';
import { ImportProgress } from '@/features/imports/ImportProgress';
import { ImportResult } from '@/features/imports/ImportResult';
import { isAtWork, isUnfinished } from '@/features/imports/importWords';
import { MatchColumns } from '@/features/imports/MatchColumns';
import { ReadAgain } from '@/features/imports/ReadAgain';
import type { DateAnswers } from '@/features/imports/useDateQuestions';
import { useNotify, useSettled } from '@/lib/notices';

/** How often, in ms, the progress is polled. */
const pause = 1_000;

/** One import at the step where it is. The server keeps the step: a page that is closed or loses its network goes on from there. */
export function OneImport({ id }: { id: number }) {
  const { currentData: known } = importsApi.endpoints.showImport.useQueryState(id);
  const query = useShowImportQuery(id, { pollingInterval: known && isAtWork(known) ? pause : 0 });
  const found = query.currentData;
  // Above the steps: while the rows are checked, or somebody else changes the import, the questions about dates are not there.
  const [answers, setAnswers] = useState<DateAnswers>({});
  useRefreshWhenDone(found);
  const failure = <QueryFailure what="The import could not be loaded." query={query} />;
  if (!found) return query.isError ? failure : <PageSkeleton />;
  return (
    <Stack spacing={2}>
      {failure}
      <Step found={found} answers={answers} onAnswers={setAnswers} />
      {isUnfinished(found) && found.state !== 'undoing' && <CancelImport found={found} />}
    </Stack>
  );
}

function Step({ found, ...dates }: CheckedImportProps) {
  if (isAtWork(found)) return <ImportProgress found={found} />;
  switch (found.state) {
    case 'uploading':
      return (
        <Alert severity="info">
          This file has not arrived as a whole. Choose it again, or give the import up.
        </Alert>
      );
    case 'unreadable':
      return (
        <Panel title="The file cannot be read" actions={<ReadAgain found={found} />}>
          <Alert severity="error">{found.problem}</Alert>
        </Panel>
      );
    case 'matching':
      return (
        <>
          {found.problem && <Alert severity="warning">{found.problem}</Alert>}
          {/* A file that was read again has other columns. */}
          <MatchColumns key={`${found.version} ${found.columns.length}`} found={found} />
        </>
      );
    case 'checked':
      return <CheckedImport found={found} {...dates} />;
    default:
      return <ImportResult found={found} />;
  }
}

/** Once clients were added or removed, what other screens have loaded is out of date. */
function useRefreshWhenDone(found: ClientImport | undefined) {
  const dispatch = useAppDispatch();
  const before = useRef(found?.state);
  useEffect(() => {
    const changed = before.current === 'importing' || before.current === 'undoing';
    if (found && changed && !isAtWork(found))
      dispatch(baseApi.util.invalidateTags(['patients', 'billing']));
    before.current = found?.state;
  }, [found, dispatch]);
}

function CancelImport({ found }: { found: ClientImport }) {
  const [cancel, { isLoading }] = useCancelImportMutation();
  const [asking, setAsking] = useState(false);
  const action = `end import ${found.id}`;
  const notify = useNotify(action);
  const settled = useSettled(action);
  const importing = found.state === 'importing';
  const label = importing ? 'Stop the import' : 'Give up this import';
  const detail = importing
    ? found.scope === 'all'
      ? 'Clients who were added so far are taken out again.'
      : 'Clients who were added so far stay, and the import can be undone.'
    : 'The rows of the file are deleted here. Nobody was added yet.';
  const confirm = async () => {
    try {
      await cancel({ id: found.id, 'If-Match': String(found.version) }).unwrap();
      settled();
    } catch (thrown) {
      notify({ tone: 'error', text: asFailure(thrown).message });
    }
    setAsking(false);
  };
  return (
    <>
      <Button
        variant="outlined"
        color="error"
        onClick={() => setAsking(true)}
        style={{ alignSelf: 'flex-start' }}
      >
        {label}
      </Button>
      <ConfirmDialog
        open={asking}
        question={importing ? 'Stop the import?' : 'Give up this import?'}
        detail={detail}
        confirmLabel={label}
        cancelLabel="Go on"
        busy={isLoading}
        onConfirm={() => void confirm()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
