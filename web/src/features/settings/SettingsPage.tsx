import Stack from '@mui/material/Stack';
import { useState } from 'react';

import { generatedApi, useShowClinicSettingsQuery, type ClinicSettings } from '@/api/generated';
import { useMay } from '@/api/useMay';
import { fresh } from '@/api/baseApi';
import { prefetchLoader } from '@/api/prefetchLoader';
import { QueryFailure } from '@/components/LoadFailure';
import { NoPermission } from '@/components/NoPermission';
import { PageHeader } from '@/components/PageHeader';
import { PageSkeleton } from '@/components/PageSkeleton';
import { SettingsEntry } from '@/features/settings/SettingsEntry';

export const loader = prefetchLoader(({ may }) => [may('clinic.settings.write') && generatedApi.endpoints.showClinicSettings.initiate(undefined, { forceRefetch: fresh })]);

/** This folder is how the clinic itself is set: its name and zone, signing in, records, and the lists its exams suggest. */
export function Component() {
  const { may } = useMay();
  return (
    <Stack spacing={3}>
      <PageHeader title="Clinic settings" subtitle="They hold for everybody who works here" />
      {may('clinic.settings.write') ? <Settings /> : <NoPermission what="the clinic's settings" />}
    </Stack>
  );
}

function Settings() {
  const query = useShowClinicSettingsQuery(undefined, { refetchOnMountOrArgChange: fresh });
  const { data, isFetching, isError } = query;
  // The form begins with what is true now, and what comes later does not write over what is typed.
  const [found, setFound] = useState<ClinicSettings>();
  if (!found && data && !isFetching && !isError) setFound(data);
  if (!found) return isError && !isFetching ? <QueryFailure what="The clinic's settings could not be loaded." of={query} /> : <PageSkeleton />;
  return <SettingsEntry found={found} />;
}
