import Stack from '@mui/material/Stack';
import { useState, type ReactNode } from 'react';

import { maxAgeSeconds } from '@/api/baseApi';
import {
  calendarApi,
  clinicApi,
  fhirApi,
  useShowClinicSettingsQuery,
  type ClinicSettings,
} from '@/api/generated';
import { prefetchLoader } from '@/api/prefetchLoader';
import { usePermissions } from '@/api/usePermissions';
import { QueryFailure } from '@/components/LoadFailure';
import { NoPermission } from '@/components/NoPermission';
import { PageHeader } from '@/components/PageHeader';
import { PageSkeleton } from '@/components/PageSkeleton';
import { CalendarFeeds } from '@/features/calendar-feeds';
import { ClearanceSettings } from '@/features/clearance';
import { EstimateSettings } from '@/features/estimates';
import { ApiAccess } from '@/features/fhir';
import { OnlineBooking } from '@/features/online-booking';
import { ModulesPanel } from '@/features/settings/ModulesPanel';
import { SettingsEntry } from '@/features/settings/SettingsEntry';

export const loader = prefetchLoader(({ may }) => [
  may('clinic.settings.write') &&
    clinicApi.endpoints.showClinicSettings.initiate(undefined, { forceRefetch: maxAgeSeconds }),
  may('clinic.settings.write') &&
    clinicApi.endpoints.listModules.initiate(undefined, { forceRefetch: maxAgeSeconds }),
  may('clinic.settings.write') && calendarApi.endpoints.showCalendarFeedSettings.initiate(),
  may('clinic.settings.write') && calendarApi.endpoints.listCalendarFeeds.initiate(),
  may('api_token.read') && fhirApi.endpoints.listApiTokens.initiate(),
]);

/** The clinic's settings, for those who may change them. */
export function Component() {
  const { may } = usePermissions();
  return (
    <Stack spacing={2}>
      <PageHeader title="Clinic settings" subtitle="For everybody who works here" />
      {may('clinic.settings.write') ? (
        <Settings>
          <OnlineBooking />
          <ClearanceSettings />
          <EstimateSettings />
          <CalendarFeeds />
          <ApiAccess />
        </Settings>
      ) : (
        <NoPermission what="the clinic's settings" />
      )}
    </Stack>
  );
}

/** `children` are the panels below the form. They are drawn after it: it would push the one that a link leads to out of view. */
function Settings({ children }: { children: ReactNode }) {
  const query = useShowClinicSettingsQuery(undefined, { refetchOnMountOrArgChange: maxAgeSeconds });
  const { data, isFetching, isError } = query;
  // The form starts from a fresh answer, and later answers do not overwrite what is typed.
  const [found, setFound] = useState<ClinicSettings>();
  if (!found && data && !isFetching && !isError) setFound(data);
  const failed = !found && isError && !isFetching;
  const [answered, setAnswered] = useState(false);
  if (!answered && (found || failed)) setAnswered(true);
  return (
    <>
      {found && <ModulesPanel />}
      {found && <SettingsEntry found={found} />}
      {failed && <QueryFailure what="The clinic's settings could not be loaded." query={query} />}
      {!found && !failed && <PageSkeleton />}
      {answered && children}
    </>
  );
}
