import Box from '@mui/material/Box';
import { useState, type ReactNode } from 'react';

import type { PatientRecord } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { Button } from '@/components/Button';
import { ButtonLink } from '@/components/ButtonLink';
import { lazyDialog } from '@/components/lazyDialog';
import { PageHeader } from '@/components/PageHeader';
import { PrintButton } from '@/features/documents';
import { useExtras } from '@/features/patients/extras';
import { Facts } from '@/features/patients/Facts';
import { HeadActions } from '@/features/patients/RecordActions';
import { useFieldEditing } from '@/features/patients/useFieldEditing';
import { estimatePath, examPath, paths, patientActivityPath } from '@/lib/paths';

const EditPatientDialog = lazyDialog(
  async () => (await import('@/features/patients/EditPatientDialog')).EditPatientDialog,
);

/** The patient's name and contact data, with links to the exam and the estimate, and what changes the record. */
export function RecordHeader({ patient, menu }: { patient: PatientRecord; menu: ReactNode }) {
  const { may, mayLimited } = usePermissions();
  const [open, setOpen] = useState(false);
  const { code: extras } = useExtras();
  const editing = useFieldEditing();
  return (
    <>
      <PageHeader
        title={`${patient.first_name} ${patient.last_name}`}
        back={{ to: paths.patients, label: 'Clients' }}
        beside={
          may('patient.update') &&
          extras &&
          !editing.isOpen('name') && <extras.EditName patientId={patient.id} editing={editing} />
        }
        actions={
          <>
            <HeadActions patientId={patient.id} />
            {may('gfe.read') && (
              <ButtonLink to={examPath(patient.id)} variant="outlined">
                GFE Exam
              </ButtonLink>
            )}
            {mayLimited('estimate.read') && (
              <ButtonLink to={estimatePath(patient.id)} variant="outlined">
                Cost Estimate
              </ButtonLink>
            )}
            {may('patient.update') && (
              <Button variant="outlined" onClick={() => setOpen(true)}>
                Edit
              </Button>
            )}
            {may('audit.read') && (
              <ButtonLink to={patientActivityPath(patient.id)}>Who has seen this record</ButtonLink>
            )}
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
              {may('patient.read') && (
                <PrintButton
                  kind="patient"
                  id={patient.id}
                  what={`the record of ${patient.first_name} ${patient.last_name}`}
                />
              )}
              {menu}
            </Box>
          </>
        }
      />
      {may('patient.read') &&
        (extras && may('patient.update') ? (
          <extras.EditableFacts patient={patient} editing={editing} />
        ) : (
          <Facts patient={patient} />
        ))}
      {open && <EditPatientDialog patient={patient} onClose={() => setOpen(false)} />}
    </>
  );
}
