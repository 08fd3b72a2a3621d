import { patientsApi } from '@/api/generated';
import Add from '@mui/icons-material/Add';
import Search from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import { useState } from 'react';
import { useSearchParams } from 'react-router';

import { prefetchLoader } from '@/api/prefetchLoader';
import { usePermissions } from '@/api/usePermissions';
import { Adornment } from '@/components/Adornment';
import { Button } from '@/components/Button';
import { ButtonLink } from '@/components/ButtonLink';
import { ExportButton } from '@/components/ExportButton';
import { NoPermission } from '@/components/NoPermission';
import { PageHeader } from '@/components/PageHeader';
import { TextInput } from '@/components/TextInput';
import { AddPatientDialog } from '@/features/patients/dialogs';
import { listedPatients, PatientList } from '@/features/patients/PatientList';
import { useUrlSearch } from '@/features/patients/useUrlSearch';
import { paths } from '@/lib/paths';
import { useNewFromAddress } from '@/lib/useNewFromAddress';

export const loader = prefetchLoader(({ mayLimited, search }) => [
  mayLimited('patient.list') &&
    patientsApi.endpoints.listPatients.initiate(
      listedPatients(search.get('search') ?? '', search.has('archived')),
    ),
]);

/** The search over all patients, and the button that adds one. */
export function Component() {
  const { may, mayLimited } = usePermissions();
  const [adding, setAdding] = useState(false);
  useNewFromAddress(() => setAdding(true));
  const actions = (
    <>
      {may('patient.merge') && <ButtonLink to={paths.duplicates}>Possible duplicates</ButtonLink>}
      {may('patient.create') && (
        <Button variant="contained" startIcon={<Add />} onClick={() => setAdding(true)}>
          Add patient
        </Button>
      )}
    </>
  );

  return (
    <Stack spacing={2}>
      <PageHeader
        title="Clients"
        actions={actions}
        subtitle={
          !may('patient.list') && mayLimited('patient.list') && 'Your role sees names only.'
        }
      />
      {mayLimited('patient.list') ? (
        <SearchAndList />
      ) : (
        <NoPermission what="the list of patients" />
      )}
      {adding && may('patient.create') && <AddPatientDialog onClose={() => setAdding(false)} />}
    </Stack>
  );
}

/** A component of its own, so that typing does not render the whole page. */
function SearchAndList() {
  const { typed, type, search } = useUrlSearch();
  const { may } = usePermissions();
  const [params, setParams] = useSearchParams();
  const archived = params.has('archived');
  const show = (on: boolean) =>
    setParams(
      (others) => {
        if (on) others.set('archived', '');
        else others.delete('archived');
        return others;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <>
      <Box
        role="search"
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1 }}
      >
        <Box sx={{ flex: '1 1 280px', maxWidth: 480 }}>
          <TextInput
            label="Search patients"
            placeholder="Name, birth date, email or phone"
            type="search"
            autoComplete="off"
            value={typed}
            onChange={(event) => type(event.target.value)}
            startAdornment={
              <Adornment>
                <Search aria-hidden />
              </Adornment>
            }
          />
        </Box>
        <FormControlLabel
          label="Show archived"
          sx={{ minHeight: 44 }}
          control={<Switch checked={archived} onChange={(_event, on) => show(on)} />}
        />
        {may('list.export') && (
          <ExportButton
            list={{
              url: '/api/patients/export',
              params: { ...(search && { search }), ...(archived && { archived }) },
            }}
            name="clients"
            failure="The list of clients could not be exported."
          />
        )}
      </Box>
      <PatientList search={search} archived={archived} />
    </>
  );
}
