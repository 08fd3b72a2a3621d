import Alert from '@mui/material/Alert';
import { useWatch, type Control } from 'react-hook-form';

import type { TeamMember } from '@/api/generated';
import { FormSelect } from '@/components/FormSelect';
import { useUpcomingAppointments } from '@/features/appointments';
import type { MemberForm } from '@/features/team/memberForm';
import { fullName, statuses, statusNames } from '@/features/team/members';
import { upcomingWords } from '@/features/team/upcomingWords';

const options = statuses.map((value) => ({ value, label: statusNames[value] }));

/** Whether a member works here. Before somebody becomes inactive: how many appointments that leaves without a provider. */
export function StatusField({
  control,
  member,
  self,
}: {
  control: Control<MemberForm>;
  member: TeamMember | undefined;
  self: boolean;
}) {
  const chosen = useWatch({ control, name: 'status' });
  const { forProvider } = useUpcomingAppointments();
  const leaves = member?.status === 'active' && chosen === 'inactive';
  const words = leaves ? upcomingWords(fullName(member), forProvider(member.id)?.appointments) : '';
  return (
    <div>
      <FormSelect
        control={control}
        name="status"
        label="Status"
        options={options}
        required
        disabled={self}
        hint={self ? 'Somebody else must change this for you.' : undefined}
      />
      {words && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          {words}
        </Alert>
      )}
    </div>
  );
}
