import type {
  ClientImport,
  DateOrder,
  ImportEncoding,
  ImportField,
  ImportKept,
  ImportRow,
} from '@/api/generated';

/** What a column can hold, in the order in which a person looks for it. */
export const fieldLabels: Record<ImportField, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  full_name: 'Full name (is parted)',
  preferred_name: 'Preferred name',
  pronouns: 'Pronouns',
  email: 'Email',
  phone: 'Phone',
  birth_date: 'Birth date',
  street: 'Street',
  street2: 'Street, second line',
  city: 'City',
  state: 'State',
  postal_code: 'ZIP code',
  emergency_name: 'Emergency contact',
  emergency_relation: 'Emergency contact: relation',
  emergency_phone: 'Emergency contact: phone',
  guardian_name: 'Guardian',
  guardian_relation: 'Guardian: relation',
  referral_source: 'Referral source',
  may_email: 'May be emailed (yes or no)',
  may_text: 'May be texted (yes or no)',
  may_call: 'May be called (yes or no)',
  may_market: 'Wants offers (yes or no)',
  note: 'Note',
};

export const dateOrders: { value: DateOrder; label: string }[] = [
  { value: 'mdy', label: 'Month first: 03/14/1985' },
  { value: 'dmy', label: 'Day first: 14/03/1985' },
  { value: 'ymd', label: 'Year first: 1985-03-14' },
];

export const encodings: { value: ImportEncoding; label: string }[] = [
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'utf-16', label: 'UTF-16' },
  { value: 'windows-1252', label: 'Windows-1252' },
];

export const keptReasons: Record<ImportKept, string> = {
  changed: 'Was changed since',
  merged: 'Was merged into another record',
  records: 'Something was recorded since',
};

const many = new Intl.NumberFormat('en-US');

/** '1 row', '1,200 rows'. */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${many.format(count)} ${count === 1 ? one : several}`;

/** The name as the row has it. */
export function nameOf(columns: ClientImport['columns'], { cells }: ImportRow): string {
  const places = (['first_name', 'last_name', 'full_name'] as const).map((field) =>
    columns.findIndex((column) => column.field === field),
  );
  return (
    places
      .map((place) => cells[place] ?? '')
      .filter(Boolean)
      .join(' ') || '—'
  );
}

/** Whether the server is at work on it by itself. */
export const isAtWork = ({ state }: ClientImport): boolean =>
  ['reading', 'checking', 'importing', 'undoing'].includes(state);

/** Whether a person has to go on with it. */
export const isUnfinished = ({ state }: ClientImport): boolean =>
  !['imported', 'cancelled', 'undone'].includes(state);

/** The state of an import, for the list. */
export function stateInWords({
  state,
  added,
  filled,
  is_cancelled,
  removed,
  kept,
}: ClientImport): string {
  switch (state) {
    case 'uploading':
      return 'The file is not here yet';
    case 'reading':
      return 'The file is being read';
    case 'unreadable':
      return 'The file cannot be read';
    case 'matching':
      return 'The columns are to be matched';
    case 'checking':
      return 'The rows are being checked';
    case 'checked':
      return 'Ready to import';
    case 'importing':
      return 'Clients are being imported';
    case 'imported':
      return `${is_cancelled ? 'Stopped: ' : ''}${counted(added, 'client')} added${filled > 0 ? `, ${counted(filled, 'record')} filled` : ''}`;
    case 'cancelled':
      return 'Given up';
    case 'undoing':
      return 'Is being undone';
    case 'undone':
      return `Undone: ${counted(removed, 'client')} removed${kept > 0 ? `, ${counted(kept, 'client')} kept` : ''}`;
  }
}
