import Add from '@mui/icons-material/Add';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import { useState } from 'react';

import { servicesApi, useListServicesQuery, type Service } from '@/api/generated';
import { prefetchLoader } from '@/api/prefetchLoader';
import { useModules } from '@/api/useModules';
import { usePermissions } from '@/api/usePermissions';
import { Button } from '@/components/Button';
import { ButtonLink } from '@/components/ButtonLink';
import { EmptyState } from '@/components/EmptyState';
import { ExportButton } from '@/components/ExportButton';
import { lazyDialog } from '@/components/lazyDialog';
import { QueryFailure } from '@/components/LoadFailure';
import { NoPermission } from '@/components/NoPermission';
import { PageHeader } from '@/components/PageHeader';
import { PageSkeleton } from '@/components/PageSkeleton';
import { ServiceTable } from '@/features/services/ServiceTable';
import { useServiceActions } from '@/features/services/useServiceActions';
import { paths } from '@/lib/paths';

const ServiceDialog = lazyDialog(
  async () => (await import('@/features/services/ServiceDialog')).ServiceDialog,
);
const ServiceChanges = lazyDialog(
  async () => (await import('@/features/services/ServiceChanges')).ServiceChanges,
);
const ServiceMenu = lazyDialog(
  async () => (await import('@/features/services/ServiceMenu')).ServiceMenu,
);
const DeleteService = lazyDialog(
  async () => (await import('@/features/services/DeleteService')).DeleteService,
);

type OpenDialog =
  | { kind: 'add' }
  | { kind: 'edit' | 'changes' | 'delete'; service: Service }
  | { kind: 'menu'; service: Service; anchor: HTMLElement };

export const loader = prefetchLoader(({ may }) => [
  may('service.read') && servicesApi.endpoints.listServices.initiate(true),
]);

/** The clinic's own catalogue of services. */
export function Component() {
  const { may } = usePermissions();
  const { isOn } = useModules();
  const [opened, setOpened] = useState<OpenDialog | null>(null);
  const [withRetired, setWithRetired] = useState(false);
  const mayWrite = may('service.write');
  const close = () => setOpened(null);

  if (!isOn('services')) return <ModuleOff mayChange={may('clinic.module.write')} />;
  return (
    <Stack spacing={2}>
      <PageHeader
        title="Services"
        subtitle="Appointments, points, treatments and estimates choose from this list"
        actions={
          <>
            <FormControlLabel
              label="Show retired"
              control={
                <Switch checked={withRetired} onChange={(_event, shown) => setWithRetired(shown)} />
              }
            />
            {may('list.export') && (
              <ExportButton
                list={{ url: '/api/services/export' }}
                name="services"
                failure="The services could not be exported."
              />
            )}
            {mayWrite && (
              <Button
                variant="contained"
                startIcon={<Add />}
                onClick={() => setOpened({ kind: 'add' })}
              >
                Add service
              </Button>
            )}
          </>
        }
      />
      {may('service.read') ? (
        <Catalogue
          opened={opened}
          setOpened={setOpened}
          withRetired={withRetired}
          mayWrite={mayWrite}
        />
      ) : (
        <NoPermission what="the services" />
      )}
      {opened?.kind === 'add' && <ServiceDialog onClose={close} />}
      {opened?.kind === 'edit' && <ServiceDialog service={opened.service} onClose={close} />}
      {opened?.kind === 'changes' && <ServiceChanges service={opened.service} onClose={close} />}
      {opened?.kind === 'delete' && <DeleteService service={opened.service} onClose={close} />}
    </Stack>
  );
}

interface CatalogueProps {
  opened: OpenDialog | null;
  setOpened: (opened: OpenDialog | null) => void;
  withRetired: boolean;
  mayWrite: boolean;
}

function Catalogue({ opened, setOpened, withRetired, mayWrite }: CatalogueProps) {
  // The retired ones too: showing them asks for nothing, and what is retired leaves the list without a wait.
  const query = useListServicesQuery(true);
  const { data, isError } = query;
  const actions = useServiceActions();
  const failure = <QueryFailure what="The services could not be loaded." query={query} />;
  if (!data) return isError ? failure : <PageSkeleton />;
  const active = data.filter(({ retired_at }) => !retired_at);
  const shown = withRetired ? data : active;
  return (
    <>
      {failure}
      {shown.length > 0 ? (
        <ServiceTable
          services={shown}
          actions={
            mayWrite
              ? {
                  edit: (service) => setOpened({ kind: 'edit', service }),
                  more: (service, anchor) => setOpened({ kind: 'menu', service, anchor }),
                }
              : undefined
          }
        />
      ) : (
        <EmptyState
          title={data.length > 0 ? 'Every service is retired' : 'No services yet'}
          hint="Nothing can be booked from the catalogue until it has a service that is not retired."
        />
      )}
      {opened?.kind === 'menu' && (
        <ServiceMenu
          service={opened.service}
          active={active}
          anchor={opened.anchor}
          onChanges={() => setOpened({ kind: 'changes', service: opened.service })}
          onMove={(by) => void actions.move(opened.service, active, by)}
          onRetire={() => void actions.retire(opened.service)}
          onRestore={() => void actions.restore(opened.service)}
          onDelete={() => setOpened({ kind: 'delete', service: opened.service })}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

/** In a clinic whose owner has not switched the module on. */
function ModuleOff({ mayChange }: { mayChange: boolean }) {
  return (
    <Stack spacing={2}>
      <PageHeader title="Services" />
      <EmptyState
        title="Services is switched off"
        hint="The clinic's owner can switch it on in the settings, under Modules."
        action={
          mayChange && (
            <ButtonLink to={paths.settings} variant="contained">
              Open the settings
            </ButtonLink>
          )
        }
      />
    </Stack>
  );
}
