import type { TeamMember } from '@/api/generated';

/** From how many days before its end a license is marked, as the server's first reminder. */
const soon = 60;

export interface LicenseMark {
  tone: 'warning' | 'danger';
  label: string;
}

/** The mark of a license that has expired or soon will; `today` is the clinic's date. Nothing for any other. */
export function licenseMark(
  { license_expires_on: end }: Pick<TeamMember, 'license_expires_on'>,
  today: string,
): LicenseMark | null {
  // Calendar dates: both are read as midnight in UTC, between which no clock changes.
  const left = end === null ? null : Math.round((Date.parse(end) - Date.parse(today)) / 86_400_000);
  if (left === null || left > soon) return null;
  if (left < 0) return { tone: 'danger', label: 'License expired' };
  if (left === 0) return { tone: 'warning', label: 'License expires today' };
  return {
    tone: 'warning',
    label: left === 1 ? 'License expires tomorrow' : `License expires in ${left} days`,
  };
}

/** A sentence about the active members whose licenses have expired or soon will; nothing when there are none. */
export function licenseWarning(
  members: readonly Pick<TeamMember, 'license_expires_on' | 'status'>[],
  today: string,
): string | null {
  const marks = members
    .filter(({ status }) => status === 'active')
    .map((member) => licenseMark(member, today));
  const expired = marks.filter((mark) => mark?.tone === 'danger').length;
  const expiring = marks.filter((mark) => mark?.tone === 'warning').length;
  const parts = [
    expired > 0 && `${expired === 1 ? '1 license has' : `${expired} licenses have`} expired`,
    expiring > 0 &&
      `${expiring === 1 ? '1 license expires' : `${expiring} licenses expire`} within ${soon} days`,
  ].filter(Boolean);
  return parts.length > 0 ? `${parts.join(', and ')}. Nothing is blocked by it.` : null;
}
