import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';

import type { Patient } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { ButtonLink } from '@/components/ButtonLink';
import { PageHeader } from '@/components/PageHeader';
import { age, formatDate, today } from '@/lib/dates';
import { estimatePath, examPath, paths, patientActivityPath } from '@/lib/paths';
import { formatPhone } from '@/lib/phone';

/** The patient's name and contact data, with links to the exam and the estimate. */
export function RecordHeader({ patient }: { patient: Patient }) {
  const { may, mayLimited } = usePermissions();
  return (
    <PageHeader
      title={`${patient.first_name} ${patient.last_name}`}
      subtitle={may('patient.read') && <Facts patient={patient} />}
      back={{ to: paths.patients, label: 'Clients' }}
      actions={
        <>
          {may('gfe.read') && <ButtonLink to={examPath(patient.id)} variant="outlined">GFE Exam</ButtonLink>}
          {mayLimited('estimate.read') && <ButtonLink to={estimatePath(patient.id)} variant="outlined">Cost Estimate</ButtonLink>}
          {may('audit.read') && <ButtonLink to={patientActivityPath(patient.id)}>Who has seen this record</ButtonLink>}
        </>
      }
    />
  );
}

function Facts({ patient: { birth_date, phone, email } }: { patient: Patient }) {
  const zone = useTimeZone();
  const years = age(birth_date, today(zone));
  return (
    <Stack direction="row" component="ul" sx={{ flexWrap: 'wrap', columnGap: 3, listStyle: 'none', p: 0, m: 0, '& > li': { display: 'flex', alignItems: 'center', minHeight: 44 } }}>
      <li>{birth_date ? `Born ${formatDate(birth_date)}${years === null ? '' : ` (${years} y)`}` : 'No birth date'}</li>
      <li>{phone ? <Link href={`tel:${phone.replace(/[^+\d]/g, '')}`} sx={touchable}>{formatPhone(phone)}</Link> : 'No phone'}</li>
      <li>{email ? <Link href={`mailto:${email}`} sx={touchable}>{email}</Link> : 'No email'}</li>
    </Stack>
  );
}

const touchable = { display: 'inline-flex', alignItems: 'center', minHeight: 44 } as const;
