import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { useState, type ReactNode } from 'react';

import type { Patient, PatientRecord } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { ButtonLink } from '@/components/ButtonLink';
import { lazyDialog } from '@/components/lazyDialog';
import { PageHeader } from '@/components/PageHeader';
import { PrintButton } from '@/features/documents';
import { HeadActions } from '@/features/patients/RecordActions';
import { age, formatDate, today } from '@/lib/dates';
import { estimatePath, examPath, paths, patientActivityPath } from '@/lib/paths';
import { formatPhone } from '@/lib/phone';

const EditPatientDialog = lazyDialog(async () => (await import('@/features/patients/EditPatientDialog')).EditPatientDialog);

/** The patient's name and contact data, with links to the exam and the estimate, and what changes the record. */
export function RecordHeader({ patient, menu }: { patient: PatientRecord; menu: ReactNode }) {
  const { may, mayLimited } = usePermissions();
  const [editing, edit] = useState(false);
  return (
    <>
      <PageHeader
        title={`${patient.first_name} ${patient.last_name}`}
        back={{ to: paths.patients, label: 'Clients' }}
        actions={
          <>
            <HeadActions patientId={patient.id} />
            {may('gfe.read') && <ButtonLink to={examPath(patient.id)} variant="outlined">GFE Exam</ButtonLink>}
            {mayLimited('estimate.read') && <ButtonLink to={estimatePath(patient.id)} variant="outlined">Cost Estimate</ButtonLink>}
            {may('patient.update') && <Button variant="outlined" onClick={() => edit(true)}>Edit</Button>}
            {may('audit.read') && <ButtonLink to={patientActivityPath(patient.id)}>Who has seen this record</ButtonLink>}
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
              {may('patient.read') && <PrintButton kind="patient" id={patient.id} what={`the record of ${patient.first_name} ${patient.last_name}`} />}
              {menu}
            </Box>
          </>
        }
      />
      {may('patient.read') && <Facts patient={patient} />}
      {editing && <EditPatientDialog patient={patient} onClose={() => edit(false)} />}
    </>
  );
}

function Facts({ patient: { birth_date, phone, email, pronouns, preferred_name } }: { patient: Patient }) {
  const zone = useTimeZone();
  const years = age(birth_date, today(zone));
  return (
    <Stack direction="row" component="ul" sx={facts}>
      {preferred_name && <li>{`Called “${preferred_name}”`}</li>}
      {pronouns && <li>{pronouns}</li>}
      <li>{birth_date ? `Born ${formatDate(birth_date)}${years === null ? '' : ` (${years} y)`}` : 'No birth date'}</li>
      <li>{phone ? <Link href={`tel:${phone.replace(/[^+\d]/g, '')}`} sx={touchable}>{formatPhone(phone)}</Link> : 'No phone'}</li>
      <li>{email ? <Link href={`mailto:${email}`} sx={touchable}>{email}</Link> : 'No email'}</li>
    </Stack>
  );
}

/** In one low line where there is room: the header stays while the record scrolls. */
const facts = {
  flexWrap: 'wrap', columnGap: 3, rowGap: 0.5, listStyle: 'none', px: 0, pt: 0, pb: 1, m: 0, color: 'text.secondary',
  '& > li': { display: 'flex', alignItems: 'center', minHeight: { xs: 36, sm: 28 }, overflowWrap: 'anywhere' },
} as const;
/** 44 px to the finger; its margins are negative, so that it fits into the line. */
const touchable = { display: 'inline-flex', alignItems: 'center', minHeight: 44, my: -1 } as const;
