import type { TeamMember } from '@/api/generated';
import { FactList, type Fact } from '@/components/FactList';
import { PrintSheet } from '@/components/PrintSheet';
import { ViewDialog } from '@/components/ViewDialog';
import { memberInWords, memberLabels } from '@/features/team/memberForm';
import { fullName } from '@/features/team/members';
import { formatPhone } from '@/lib/phone';

interface Props {
  member: TeamMember;
  /** Absent for those who may only read. */
  onEdit?: (() => void) | undefined;
  onClose: () => void;
}

/** Everything that one may see of a member, to read and to print. */
export function MemberSheet({ member, onEdit, onClose }: Props) {
  const name = fullName(member);
  const facts = <FactList facts={factsOf(member)} />;
  return (
    <ViewDialog
      title={name}
      label="Team member"
      onEdit={onEdit}
      actions={
        <PrintSheet title={name} name={`Print ${name}`}>
          {facts}
        </PrintSheet>
      }
      onClose={onClose}
    >
      {facts}
    </ViewDialog>
  );
}

const shown = [
  'role',
  'department',
  'status',
  'email',
  'phone',
  'hire_date',
  'credential',
  'npi',
  'license_number',
  'license_state',
  'license_expires_on',
  'specialties',
  'notes',
] as const satisfies readonly (keyof TeamMember)[];

function factsOf(member: TeamMember): Fact[] {
  const { takes_appointments: takes } = member;
  return [
    ...shown.map((field): Fact => {
      const value = member[field];
      const words = field === 'phone' && value ? formatPhone(value) : value;
      return [memberLabels[field], memberInWords(field, value) ?? words];
    }),
    [memberLabels.takes_appointments, takes === null ? null : takes ? 'Yes' : 'No'],
  ];
}
