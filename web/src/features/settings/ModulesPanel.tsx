import List from '@mui/material/List';
import Typography from '@mui/material/Typography';

import { maxAgeSeconds } from '@/api/baseApi';
import { useListModulesQuery } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { QueryFailure } from '@/components/LoadFailure';
import { PageSkeleton } from '@/components/PageSkeleton';
import { Panel } from '@/components/Panel';
import { ModuleRow } from '@/features/settings/ModuleRow';

/** The parts of the product that the clinic's owner switches on. Each switch acts at once and can be undone. */
export function ModulesPanel() {
  const { may } = usePermissions();
  const query = useListModulesQuery(undefined, { refetchOnMountOrArgChange: maxAgeSeconds });
  const mayChange = may('clinic.module.write');
  return (
    <Panel title="Modules" anchor="modules">
      <Typography color="textSecondary">
        {mayChange
          ? 'A switch applies at once to everybody who works here. Records made with a module stay when it is switched off.'
          : "Only the clinic's owner can switch modules on and off."}
      </Typography>
      {query.data && (
        <List disablePadding aria-label="Modules">
          {query.data.map((module) => (
            <ModuleRow key={module.module} found={module} mayChange={mayChange} />
          ))}
        </List>
      )}
      {!query.data &&
        (query.isError && !query.isFetching ? (
          <QueryFailure what="The modules could not be loaded." query={query} />
        ) : (
          <PageSkeleton />
        ))}
    </Panel>
  );
}
