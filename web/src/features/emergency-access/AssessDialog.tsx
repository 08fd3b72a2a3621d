import { zodResolver } from '@hookform/resolvers/zod';
import Typography from '@mui/material/Typography';
import { useForm } from 'react-hook-form';

import { useAssessEmergencyAccessMutation, type EmergencyAccess } from '@/api/generated';
import { useTimeZone } from '@/api/useTimeZone';
import { FormArea } from '@/components/FormArea';
import { FormDialog } from '@/components/FormDialog';
import { FormSelect } from '@/components/FormSelect';
import { useSaveForm } from '@/components/useSaveForm';
import { assessmentForm, type AssessmentForm } from '@/features/emergency-access/assessmentForm';
import { formatInstant } from '@/lib/dates';

const options = [
  { value: 'justified', label: 'Justified' },
  { value: 'not_justified', label: 'Not justified' },
];

/** A Medical Director records whether an emergency access was justified. The assessment cannot be changed. */
export function AssessDialog({
  access,
  onClose,
}: {
  access: EmergencyAccess;
  onClose: () => void;
}) {
  const zone = useTimeZone();
  const form = useForm<AssessmentForm>({
    resolver: zodResolver(assessmentForm),
    defaultValues: { assessment: '', note: '' },
  });
  const [assess] = useAssessEmergencyAccessMutation();
  const { save, saving, notSaved } = useSaveForm<AssessmentForm>({
    form,
    what: 'The assessment',
    fields: ['assessment', 'note'],
    send: async ({ assessment, note }) => {
      if (assessment !== '')
        await assess({ id: access.id, newAssessment: { assessment, note: note || null } }).unwrap();
      return { text: 'The assessment is saved.' };
    },
    onSaved: onClose,
  });
  return (
    <FormDialog
      open
      title="Was this access justified?"
      submitLabel="Save the assessment"
      submitting={saving}
      dirty={form.formState.isDirty}
      error={notSaved}
      onSubmit={save}
      onClose={onClose}
    >
      <Typography
        sx={{ overflowWrap: 'anywhere' }}
      >{`${access.member_name}, ${access.member_role}, opened the record of ${access.patient_name} on ${formatInstant(access.opened_at, zone)}: ${access.reason}`}</Typography>
      <FormSelect
        control={form.control}
        name="assessment"
        label="Assessment"
        placeholder="Choose"
        required
        options={options}
      />
      <FormArea
        control={form.control}
        name="note"
        label="Note"
        hint="Required if the access was not justified. The assessment cannot be changed afterwards."
        minRows={2}
      />
    </FormDialog>
  );
}
