import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { asFailure } from '@/api/failure';
import {
  useCreateTeamMemberMutation,
  useLazyListTeamQuery,
  useUpdateTeamMemberMutation,
  type Role,
  type TeamMember,
} from '@/api/generated';
import { stateNames, states } from '@/api/states';
import { useTimeZone } from '@/api/useTimeZone';
import { BothChanged } from '@/components/BothChanged';
import { FormArea } from '@/components/FormArea';
import { FormDialog } from '@/components/FormDialog';
import { FormSelect } from '@/components/FormSelect';
import { FormText } from '@/components/FormText';
import { ShowFieldChanges } from '@/components/ShowFieldChanges';
import { reauthenticationCancelled, useReauthentication } from '@/components/useReauthentication';
import {
  toPrevious,
  fromMember,
  memberFields,
  memberForm,
  memberInWords,
  memberLabels,
  newMember,
  toNewTeamMember,
  type MemberForm,
} from '@/features/team/memberForm';
import { credentials, departments, fullName } from '@/features/team/members';
import { StatusField } from '@/features/team/StatusField';
import { TakesAppointments } from '@/features/team/TakesAppointments';
import { formatInstant } from '@/lib/dates';
import { mergeChangedRow, type Conflict } from '@/lib/mergeChanges';
import { useNotify, useSettled } from '@/lib/notices';
import { applyServerErrors } from '@/lib/serverErrors';

interface Props {
  /** The member to edit; absent for a new one. */
  member?: TeamMember | undefined;
  /** The clinic's date. */
  today: string;
  roles: readonly Role[];
  /** Whether the member is the one who is signed in: nobody changes their own role or status. */
  self: boolean;
  onClose: () => void;
  /** Called instead of `onClose` where the deployment sends no mail: the invitation's link must be shown. */
  onInvited: (member: TeamMember, inviteUrl: string) => void;
  /** Called as well where somebody has just become inactive. */
  onLeft: (member: TeamMember) => void;
}

const stateOptions = states.map((value) => ({ value, label: stateNames[value] }));

/** Adds a member to the team, or changes one. */
export function MemberDialog({
  member: opened,
  today,
  roles,
  self,
  onClose,
  onInvited,
  onLeft,
}: Props) {
  const notify = useNotify('team member');
  const settled = useSettled('team member');
  const zone = useTimeZone();
  const withReauthentication = useReauthentication();
  const [create, creating] = useCreateTeamMemberMutation();
  const [update, updating] = useUpdateTeamMemberMutation();
  const [notSaved, setNotSaved] = useState<string>();
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);
  const [member, setMember] = useState(opened);
  const [lookUp] = useLazyListTeamQuery();
  const form = useForm<MemberForm>({
    resolver: zodResolver(memberForm),
    defaultValues: member ? fromMember(member) : newMember(today),
  });
  const { control, handleSubmit, setError, formState } = form;

  const add = async (typed: MemberForm) => {
    const made = await withReauthentication(() => create(toNewTeamMember(typed)).unwrap());
    if (made.invite_url) {
      settled();
      return onInvited(made.member, made.invite_url);
    }
    const invitation =
      made.member.status === 'active'
        ? `The invitation is on its way to ${made.member.email}.`
        : 'An inactive member gets no invitation.';
    notify({ tone: 'success', text: `${fullName(made.member)} was added. ${invitation}` });
    onClose();
  };
  const change = async (seen: TeamMember, typed: MemberForm) => {
    const changed = await withReauthentication(() =>
      update({
        id: seen.id,
        'If-Match': String(seen.version),
        newTeamMember: toNewTeamMember(typed, seen),
      }).unwrap(),
    );
    const before = toPrevious(seen, changed);
    const undo = () =>
      withReauthentication(() =>
        update({
          id: changed.id,
          'If-Match': String(changed.version),
          newTeamMember: before,
        }).unwrap(),
      );
    notify({ tone: 'success', text: `Changes to ${fullName(changed)} saved`, undo });
    onClose();
    if (seen.status === 'active' && changed.status === 'inactive') onLeft(changed);
  };

  /** After a 412: merges what somebody else saved. */
  const loadNewest = async (seen: TeamMember) => {
    const merged = mergeChangedRow(
      seen,
      await lookUp().unwrap(),
      { form, read: fromMember, labels: memberLabels },
      conflicts,
    );
    setNotSaved(merged.words);
    setConflicts(merged.conflicts);
    setMember(merged.row);
  };

  const save = handleSubmit(async (typed) => {
    setNotSaved(undefined);
    try {
      try {
        await (member ? change(member, typed) : add(typed));
      } catch (thrown) {
        if (!member || asFailure(thrown).status !== 412) throw thrown;
        await loadNewest(member);
      }
    } catch (thrown) {
      const failure = asFailure(thrown);
      const reason = applyServerErrors(failure, setError, memberFields);
      setNotSaved(['Not saved yet.', reason].filter(Boolean).join(' '));
      if (failure.code !== reauthenticationCancelled.code)
        notify({ tone: 'error', text: 'Error saving team member. Please try again.' });
    }
  });

  const own = self ? { disabled: true, hint: 'Somebody else must change this for you.' } : {};
  const role = member?.is_owner
    ? {
        disabled: true,
        hint: 'Only Celadon support can change an owner’s role, when the owner asks.',
      }
    : own;
  return (
    <FormDialog
      open
      title={member ? 'Edit team member' : 'New team member'}
      submitLabel={member ? 'Save changes' : 'Add team member'}
      submitting={creating.isLoading || updating.isLoading}
      error={notSaved}
      dirty={formState.isDirty}
      onSubmit={save}
      onClose={onClose}
    >
      <ShowFieldChanges record="member" id={member?.id}>
        <BothChanged form={form} conflicts={conflicts} inWords={memberInWords} />
        <Box sx={pair}>
          <FormText
            control={control}
            name="first_name"
            label="First name"
            required
            autoFocus
            autoComplete="off"
          />
          <FormText
            control={control}
            name="last_name"
            label="Last name"
            required
            autoComplete="off"
          />
        </Box>
        <Box sx={pair}>
          <FormText
            control={control}
            name="email"
            label="Email"
            type="email"
            required
            autoComplete="off"
          />
          <FormText control={control} name="phone" label="Phone" type="tel" autoComplete="off" />
        </Box>
        <Box sx={pair}>
          <FormSelect
            control={control}
            name="role"
            label="Role"
            options={roles}
            required
            {...role}
          />
          <FormSelect
            control={control}
            name="department"
            label="Department"
            options={departments}
            required
          />
        </Box>
        <TakesAppointments control={control} member={member} />
        <Box sx={pair}>
          <StatusField control={control} member={member} self={self} />
          <FormText control={control} name="hire_date" label="Hire date" type="date" required />
        </Box>
        <Box sx={pair}>
          <FormSelect
            control={control}
            name="credential"
            label="Credential"
            options={credentials}
            placeholder="None"
          />
          <FormText
            control={control}
            name="license_number"
            label="License number"
            autoComplete="off"
          />
        </Box>
        <Box sx={pair}>
          <FormSelect
            control={control}
            name="license_state"
            label="License state"
            options={stateOptions}
            placeholder="None"
          />
          <FormText
            control={control}
            name="license_expires_on"
            label="License expiry"
            type="date"
            hint="Reminders are mailed 60, 30 and 7 days before."
          />
        </Box>
        <Box sx={pair}>
          <FormText
            control={control}
            name="npi"
            label="NPI"
            inputMode="numeric"
            autoComplete="off"
            hint="The NPI is shown on estimates."
          />
          <FormText control={control} name="specialties" label="Specialties" />
        </Box>
        <FormArea control={control} name="notes" label="Notes" minRows={2} />
        {member?.updated_by && member.updated_at && (
          <Typography
            variant="body2"
            color="textSecondary"
          >{`Changed by ${member.updated_by}, ${formatInstant(member.updated_at, zone)}`}</Typography>
        )}
      </ShowFieldChanges>
    </FormDialog>
  );
}

const pair = {
  display: 'grid',
  gap: 2.5,
  gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
  alignItems: 'start',
} as const;
