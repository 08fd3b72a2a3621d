import Dangerous from '@mui/icons-material/Dangerous';
import MailOutlined from '@mui/icons-material/MailOutlined';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';
import StickyNote2Outlined from '@mui/icons-material/StickyNote2Outlined';
import WarningRounded from '@mui/icons-material/WarningRounded';

import type { TimelineEntry, TimelineKind } from '@/api/generated';
import type { Permission } from '@/api/permissions';
import { kindWords } from '@/features/adverse-events';
import { messageInWords, stateInWords } from '@/features/messages';
import { estimateMarks, estimateTitle } from '@/features/record/estimateEntries';
import type { EntryMark } from '@/features/record/Mark';
import { done, ended, late, settled, waits } from '@/features/record/marks';
import { today } from '@/lib/dates';
import {
  appointmentsPath,
  estimatePath,
  estimateVersionPath,
  examEntryPath,
  treatmentPath,
} from '@/lib/paths';

/** Every kind with its word in the filter, the word before a title, and the permission without which the server leaves it out. */
export const kinds: Record<TimelineKind, { plural: string; one: string; permission: Permission }> =
  {
    appointment: { plural: 'Appointments', one: 'Appointment', permission: 'appointment.list' },
    exam: { plural: 'Exams', one: 'Good Faith Exam', permission: 'gfe.read' },
    treatment: { plural: 'Treatments', one: 'Treatment', permission: 'treatment.list' },
    consent: { plural: 'Consents', one: 'Consent', permission: 'consent.list' },
    estimate: { plural: 'Estimates', one: 'Estimate', permission: 'estimate.read' },
    note: { plural: 'Notes', one: 'Note', permission: 'patient.note.read' },
    removed: { plural: 'Removed notes', one: 'Removed', permission: 'patient.note.write' },
    addendum: { plural: 'Addenda', one: 'Addendum', permission: 'gfe.read' },
    points: { plural: 'Points', one: 'Points', permission: 'loyalty.balance.read' },
    message: { plural: 'Messages', one: 'Mail', permission: 'consent.list' },
    adverse_event: {
      plural: 'Adverse events',
      one: 'Adverse event',
      permission: 'adverse_event.read',
    },
    health_change: {
      plural: 'Health changes',
      one: 'Changed since the exam',
      permission: 'gfe.read',
    },
    issued_estimate: {
      plural: 'Issued estimates',
      one: 'Estimate issued',
      permission: 'estimate.read',
    },
    estimate_clock: { plural: 'Estimates due', one: 'Estimate due', permission: 'estimate.read' },
    charge: { plural: 'Charges', one: 'Charge', permission: 'estimate.read' },
  };

const marks: Record<string, EntryMark> = {
  ...estimateMarks,
  'appointment booked': { icon: <RadioButtonUnchecked />, tone: 'good', word: 'Booked' },
  'appointment begun': settled('Has begun'),
  'appointment here': waits('Is here'),
  'appointment completed': done('Completed'),
  'appointment past': settled('Past'),
  'appointment cancelled': ended('Cancelled'),
  'appointment no_show': late('Did not come'),
  'exam ': done('Written'),
  'exam signed': done('Signed'),
  'exam voided': ended('Voided'),
  'treatment pending': waits('Waits for approval'),
  'treatment approved': done('Approved'),
  'treatment voided': ended('Voided'),
  'consent pending': waits('Waits for signature'),
  'consent signed': done('Signed'),
  'consent withdrawn': ended('Withdrawn'),
  'consent expired': late('Expired'),
  'consent declined': late('Declined'),
  'consent revoked': ended('Revoked'),
  'estimate ': waits('Not signed'),
  'estimate signed': done('Signed'),
  'estimate voided': ended('Voided'),
  'addendum ': { icon: <StickyNote2Outlined />, tone: 'quiet', word: 'Added' },
  'points earned': settled('Earned'),
  'points redeemed': settled('Redeemed'),
  'points adjusted': settled('Adjusted'),
  'points reversed': ended('Taken back'),
  'points expired': ended('Expired'),
  'message ': { icon: <MailOutlined />, tone: 'quiet', word: 'Mailed' },
  'adverse_event open': waits('Open'),
  'adverse_event resolving': waits('Resolving'),
  'adverse_event resolved': done('Resolved'),
  'adverse_event resolved_with_sequelae': done('Resolved with sequelae'),
  'health_change ': { icon: <WarningRounded />, tone: 'warning', word: 'Changed' },
  'note note': { icon: <StickyNote2Outlined />, tone: 'quiet', word: 'Note' },
  'removed note': ended('Note removed'),
  'removed alert': ended('Alert ended'),
  'note alert': { icon: <WarningRounded />, tone: 'warning', word: 'Alert' },
};

/** The mark of an entry. A state that this app has no words for is shown by its own word. */
export function markOf({ kind, state }: TimelineEntry): EntryMark {
  if (kind === 'message' && state !== null) {
    const { words, failed } = stateInWords(state);
    return {
      icon: failed ? <Dangerous /> : <MailOutlined />,
      tone: failed ? 'late' : 'quiet',
      word: words,
    };
  }
  return (
    marks[`${kind} ${state ?? ''}`] ?? {
      icon: <RadioButtonUnchecked />,
      tone: 'quiet',
      word: state ?? kinds[kind].one,
    }
  );
}

/** What the entry is: 'Treatment: Botox', 'Points: +12, Botox'. */
export function titleOf(entry: TimelineEntry): string {
  const { kind, title, points, of, state } = entry;
  const { one } = kinds[kind];
  switch (kind) {
    case 'note':
    case 'removed':
      return title ?? '';
    case 'points':
      return [`${one}: ${signedNumber.format(points ?? 0)}`, title].filter(Boolean).join(', ');
    case 'addendum':
      return `${one} to the ${of?.kind ?? 'record'}${title ? `: ${title}` : ''}`;
    case 'message':
      if (state !== null && title !== null) return messageInWords(title);
      return title === null ? one : `${one} with the link of ${title}`;
    case 'adverse_event':
      return title === null
        ? one
        : `${one}: ${(kindWords as Record<string, string>)[title] ?? title}`;
    case 'estimate':
      return title === null ? one : `${one}, ${title.toLowerCase()}`;
    case 'issued_estimate':
    case 'estimate_clock':
    case 'charge':
      return estimateTitle(entry);
    default:
      return title === null ? one : `${one}: ${title}`;
  }
}

/** Who the entry is by. For what the patient signs, the line says what the member did. */
export function byLine({ kind, by, state }: TimelineEntry): string | undefined {
  if (!by) return undefined;
  switch (kind) {
    case 'appointment':
      return `with ${by}`;
    case 'consent':
      return `issued by ${by}`;
    case 'adverse_event':
      return `reported by ${by}`;
    case 'health_change':
      return `written down by ${by}`;
    case 'estimate':
      return `prepared by ${by}`;
    case 'issued_estimate':
      return state === 'received' ? `says ${by}` : `by ${by}`;
    case 'estimate_clock':
      return state === 'coverage' || state === 'asked' ? `noted by ${by}` : `by ${by}`;
    default:
      return `by ${by}`;
  }
}

const signedNumber = new Intl.NumberFormat('en-US', { signDisplay: 'exceptZero' });

type EntryLink = { to: string } | { href: string };

/** Where an entry leads: a page, or a panel of the record's own page; a message about a visit nowhere. `zone` is the clinic's, for the day of an appointment. */
export function linkOf(
  { kind, id, version, at, of }: TimelineEntry,
  patientId: number,
  zone: string,
): EntryLink | undefined {
  switch (kind) {
    case 'exam':
      return { to: examEntryPath(patientId, id) };
    case 'estimate':
      return {
        to: version ? estimateVersionPath(patientId, id, version) : estimatePath(patientId),
      };
    case 'treatment':
      return { to: treatmentPath(patientId, id) };
    case 'addendum':
      return of?.kind === 'exam'
        ? { to: examEntryPath(patientId, of.id) }
        : { to: treatmentPath(patientId, of?.id ?? 0) };
    case 'consent':
      return { href: '#consents' };
    case 'message':
      return of?.kind === 'consent' ? { href: '#consents' } : undefined;
    case 'note':
    case 'removed':
      return { href: '#notes' };
    case 'points':
      return { href: '#points' };
    case 'adverse_event':
      return { href: '#adverse-events' };
    case 'health_change':
      return undefined;
    case 'issued_estimate':
      return { to: estimatePath(patientId) };
    case 'estimate_clock':
      return { href: '#coverage' };
    case 'charge':
      return { href: '#charges' };
    case 'appointment':
      return { to: appointmentsPath(today(zone, new Date(at))) };
  }
}
