import { useShowClinicSettingsQuery } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { age, today } from '@/lib/dates';

/** Between these ages it depends on the clinic who is a minor (server/features/practice/src/settings/wire.rs: adult_age). */
const [youngestAdult, oldestMinor] = [18, 20];

/**
 * Whether a patient of this birth date is a minor by the clinic's settings, so that somebody else signs. The settings are fetched only for an
 * age at which they decide. Until they are there the youngest adult age holds.
 */
export function useIsMinor(birthDate: string | null): boolean {
  const years = age(birthDate, today(useTimeZone()));
  const { may } = usePermissions();
  const depends = years !== null && years >= youngestAdult && years <= oldestMinor;
  const { data } = useShowClinicSettingsQuery(undefined, {
    skip: !depends || !may('clinic.settings.read'),
  });
  return years !== null && years < (data?.adult_age ?? youngestAdult);
}
