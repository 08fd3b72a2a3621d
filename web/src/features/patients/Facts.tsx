import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';

import type { PatientRecord } from '@/api/generated';
import { useTimeZone } from '@/api/useTimeZone';
import { age, formatDate, today } from '@/lib/dates';
import { formatPhone, telAddress } from '@/lib/phone';

/** The contact data below a patient's name, to read. */
export function Facts({ patient }: { patient: PatientRecord }) {
  const shown = (['preferred_name', 'pronouns', 'birth_date', 'phone', 'email'] as const).filter(
    (field) => patient[field] || (field !== 'preferred_name' && field !== 'pronouns'),
  );
  return (
    <Stack direction="row" component="ul" sx={facts}>
      {shown.map((field) => (
        <li key={field}>
          <FactValue field={field} patient={patient} />
        </li>
      ))}
    </Stack>
  );
}

/** The value of a field. */
export function FactValue({
  field,
  patient,
  words,
}: {
  field: string;
  patient: PatientRecord;
  words?: string | undefined;
}): ReactNode {
  const zone = useTimeZone();
  const { birth_date, phone, email, preferred_name } = patient;
  switch (field) {
    case 'birth_date': {
      const years = age(birth_date, today(zone));
      return (
        <span>
          {birth_date
            ? `Born ${formatDate(birth_date)}${years === null ? '' : ` (${years} y)`}`
            : 'No birth date'}
        </span>
      );
    }
    case 'phone':
      return phone ? (
        <Link href={telAddress(phone)} sx={touchable}>
          {formatPhone(phone)}
        </Link>
      ) : (
        <span>No phone</span>
      );
    case 'email':
      return email ? (
        <Link href={`mailto:${email}`} sx={touchable}>
          {email}
        </Link>
      ) : (
        <span>No email</span>
      );
    case 'preferred_name':
      return <span>{preferred_name ? `Called “${preferred_name}”` : '—'}</span>;
    case 'pronouns':
      return <span>{patient.pronouns ?? '—'}</span>;
    default:
      return <span>{words ?? '—'}</span>;
  }
}

/** In one low line where there is room: the header stays while the record scrolls. */
export const facts = {
  flexWrap: 'wrap',
  columnGap: 3,
  rowGap: 0.5,
  listStyle: 'none',
  px: 0,
  pt: 0,
  pb: 1,
  m: 0,
  color: 'text.secondary',
  '& > li': {
    display: 'flex',
    alignItems: 'center',
    minHeight: { xs: 36, sm: 28 },
    overflowWrap: 'anywhere',
  },
} as const;
/** 44 px to the finger; its margins are negative, so that it fits into the line. */
const touchable = {
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 44,
  py: 1,
  my: -1,
} as const;
