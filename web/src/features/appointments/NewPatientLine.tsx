import { useState } from 'react';

import { usePermissions } from '@/api/usePermissions';
import { WordButton } from '@/components/WordButton';
import { AddPatientDialog } from '@/features/patients';

/** Below the search for a patient: adds one who is here for the first time, and chooses them. */
export function NewPatientLine({
  onAdded,
}: {
  onAdded: (patient: { id: number; name: string }) => void;
}) {
  const { may } = usePermissions();
  const [adding, setAdding] = useState(false);
  if (!may('patient.create')) return null;
  return (
    <div>
      <WordButton label="New patient" name="New patient" onPress={() => setAdding(true)} />
      {adding && <AddPatientDialog onAdded={onAdded} onClose={() => setAdding(false)} />}
    </div>
  );
}
