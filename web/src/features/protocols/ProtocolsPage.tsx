import Stack from '@mui/material/Stack';
import { useSearchParams } from 'react-router';

import { protocolsApi } from '@/api/generated';
import { prefetchLoader } from '@/api/prefetchLoader';
import { useModules } from '@/api/useModules';
import { usePermissions } from '@/api/usePermissions';
import { ButtonLink } from '@/components/ButtonLink';
import { EmptyState } from '@/components/EmptyState';
import { NoPermission } from '@/components/NoPermission';
import { PageHeader } from '@/components/PageHeader';
import { AwaitedPanel } from '@/features/protocols/AwaitedPanel';
import { ProtocolDialog, VersionDialog } from '@/features/protocols/dialogs';
import { EveryTreatment } from '@/features/protocols/EveryTreatment';
import { Overview } from '@/features/protocols/Overview';
import { paths } from '@/lib/paths';
import { without } from '@/lib/searchParams';

export const loader = prefetchLoader(({ may }) => [
  may('protocol.manage') && protocolsApi.endpoints.listProtocols.initiate(),
  may('treatment.create') && protocolsApi.endpoints.listOwnProtocols.initiate(),
]);

/** The protocols of the clinic's services: how each stands and who has signed it, and for a provider what waits for their signature. */
export function Component() {
  const { may } = usePermissions();
  const { isOn } = useModules();
  const [search, setSearch] = useSearchParams();
  // Links of Today and of a treatment name a protocol or one of its versions.
  const version = Number(search.get('version'));
  const protocol = Number(search.get('protocol'));
  const close = (name: string) => setSearch((former) => without(former, name), { replace: true });
  if (!isOn('protocols')) return <ModuleOff mayChange={may('clinic.module.write')} />;
  return (
    <Stack spacing={2}>
      <PageHeader title="Protocols" subtitle="The standing orders by which services are given" />
      {may('treatment.create') && <AwaitedPanel />}
      {may('protocol.manage') && <Overview onOpen={(id) => setSearch({ protocol: String(id) })} />}
      {may('protocol.manage') && may('clinic.settings.read') && (
        <EveryTreatment mayChange={may('clinic.settings.write')} />
      )}
      {!may('treatment.create') && !may('protocol.manage') && <NoPermission what="the protocols" />}
      {version > 0 && may('protocol.read') && (
        <VersionDialog id={version} onClose={() => close('version')} />
      )}
      {protocol > 0 && may('protocol.manage') && (
        <ProtocolDialog id={protocol} onClose={() => close('protocol')} />
      )}
    </Stack>
  );
}

/** In a clinic whose owner has not switched the module on. */
function ModuleOff({ mayChange }: { mayChange: boolean }) {
  return (
    <Stack spacing={2}>
      <PageHeader title="Protocols" />
      <EmptyState
        title="Protocols is switched off"
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
