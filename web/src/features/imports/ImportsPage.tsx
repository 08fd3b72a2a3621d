import Stack from '@mui/material/Stack';
import { useNavigate, useSearchParams } from 'react-router';

import { importsApi } from '@/api/generated';
import { prefetchLoader } from '@/api/prefetchLoader';
import { useModules } from '@/api/useModules';
import { usePermissions } from '@/api/usePermissions';
import { EmptyState } from '@/components/EmptyState';
import { NoPermission } from '@/components/NoPermission';
import { PageHeader } from '@/components/PageHeader';
import { ChooseFile } from '@/features/imports/ChooseFile';
import { ImportList } from '@/features/imports/ImportList';
import { OneImport } from '@/features/imports/OneImport';
import { importPath, paths } from '@/lib/paths';

const { listImports, showImport } = importsApi.endpoints;

/** The import that the address names. */
const readId = (search: URLSearchParams) => Number(search.get('import') ?? 0);

export const loader = prefetchLoader(({ may, search }) => {
  const id = readId(search);
  return [may('patient.import') && (id > 0 ? showImport.initiate(id) : listImports.initiate())];
});

/** Import Clients: a new file and the imports so far, or one of them at its step. */
export function Component() {
  const [search] = useSearchParams();
  const id = readId(search);
  const back =
    id > 0
      ? { to: paths.importClients, label: 'Imports' }
      : { to: paths.patients, label: 'Clients' };
  return (
    <Stack spacing={2}>
      <PageHeader title="Import Clients" back={back} />
      <Content />
    </Stack>
  );
}

function Content() {
  const { may } = usePermissions();
  const { isOn } = useModules();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const id = readId(search);
  if (!may('patient.import')) return <NoPermission what="the import of clients" />;
  if (!isOn('import_clients'))
    return (
      <EmptyState
        title="Import Clients is switched off"
        hint="The clinic's owner can switch it on in the settings, under Modules."
      />
    );
  if (id > 0) return <OneImport key={id} id={id} />;
  return (
    <>
      <ChooseFile onSent={(sent) => void navigate(importPath(sent))} />
      <ImportList />
    </>
  );
}
