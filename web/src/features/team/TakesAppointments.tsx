import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useController, useWatch, type Control, type FieldValues } from 'react-hook-form';

import type { TeamMember } from '@/api/generated';
import { takesAppointments, type MemberForm } from '@/features/team/memberForm';

/** Whether a member can be booked. Follows the role until it is pressed. */
export function TakesAppointments({
  control,
  member,
}: {
  control: Control<MemberForm, unknown, FieldValues>;
  member: TeamMember | undefined;
}) {
  const {
    field: { ref, value, onChange, ...field },
  } = useController({ control, name: 'takes_appointments' });
  const role = useWatch({ control, name: 'role' });
  return (
    <FormControlLabel
      label="Takes appointments"
      sx={{ minHeight: 44, alignSelf: 'flex-start' }}
      control={
        <Switch
          {...field}
          checked={takesAppointments({ takes_appointments: value, role }, member)}
          onChange={(_event, checked) => onChange(checked)}
          slotProps={{ input: { ref } }}
        />
      }
    />
  );
}
