import Add from '@mui/icons-material/Add';
import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import { useState } from 'react';

import { asFailure } from '@/api/failure';
import {
  teamApi,
  useInviteTeamMemberMutation,
  useListTeamQuery,
  type FormerMember,
  type TeamMember,
} from '@/api/generated';
import { prefetchLoader } from '@/api/prefetchLoader';
import { usePermissions } from '@/api/usePermissions';
import { useSession } from '@/api/useSession';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { EmptyState } from '@/components/EmptyState';
import { ExportButton } from '@/components/ExportButton';
import { lazyDialog } from '@/components/lazyDialog';
import { QueryFailure } from '@/components/LoadFailure';
import { NoPermission } from '@/components/NoPermission';
import { PageHeader } from '@/components/PageHeader';
import { PageSkeleton } from '@/components/PageSkeleton';
import { reauthenticationCancelled, useReauthentication } from '@/components/useReauthentication';
import { ReassignDialog, useUpcomingAppointments } from '@/features/appointments';
import { licenseWarning } from '@/features/team/licenses';
import { fullName, rolesToGive } from '@/features/team/members';
import { TeamCounts } from '@/features/team/TeamCounts';
import { TeamTable } from '@/features/team/TeamTable';
import { useProviderInAddress } from '@/features/team/useProviderInAddress';
import { today } from '@/lib/dates';
import { useNotify } from '@/lib/notices';

const CancelInvitation = lazyDialog(
  async () => (await import('@/features/team/CancelInvitation')).CancelInvitation,
);
const ConfirmDirector = lazyDialog(
  async () => (await import('@/features/team/ConfirmDirector')).ConfirmDirector,
);
const DeleteMember = lazyDialog(
  async () => (await import('@/features/team/DeleteMember')).DeleteMember,
);
const FormerMembers = lazyDialog(
  async () => (await import('@/features/team/FormerMembers')).FormerMembers,
);
const InviteLinkDialog = lazyDialog(
  async () => (await import('@/features/team/InviteLinkDialog')).InviteLinkDialog,
);
const MemberChanges = lazyDialog(
  async () => (await import('@/features/team/MemberChanges')).MemberChanges,
);
const MemberDialog = lazyDialog(
  async () => (await import('@/features/team/MemberDialog')).MemberDialog,
);
const MemberSheet = lazyDialog(
  async () => (await import('@/features/team/MemberSheet')).MemberSheet,
);
const ReactivateMember = lazyDialog(
  async () => (await import('@/features/team/ReactivateMember')).ReactivateMember,
);
const TurnOffSecondFactor = lazyDialog(
  async () => (await import('@/features/team/TurnOffSecondFactor')).TurnOffSecondFactor,
);

type OpenDialog =
  | { kind: 'add' | 'former' }
  | {
      kind: 'view' | 'edit' | 'changes' | 'delete' | 'help' | 'confirm' | 'cancel';
      member: TeamMember;
    }
  | { kind: 'reactivate'; member: TeamMember | FormerMember }
  | { kind: 'reassign'; provider: { id: number; name: string } }
  | { kind: 'invitation'; member: TeamMember; url: string };

export const loader = prefetchLoader(({ mayLimited }) => [
  mayLimited('team.read') && teamApi.endpoints.listTeam.initiate(),
]);

/** The people who work at the clinic: their roles, how to reach them, and their invitations. */
export function Component() {
  const { may, mayLimited } = usePermissions();
  const ownId = useSession()?.member.id;
  const zone = useTimeZone();
  const mayRead = mayLimited('team.read');
  const mayWrite = mayLimited('team.write');
  const query = useListTeamQuery(undefined, { skip: !mayRead });
  const { data: members, isLoading, isError } = query;
  const [opened, setOpened] = useState<OpenDialog | null>(null);
  const close = () => setOpened(null);
  const showInvitation = (member: TeamMember, url: string) =>
    setOpened({ kind: 'invitation', member, url });
  const invite = useInvite(showInvitation);
  const upcoming = useUpcomingAppointments();
  /** Whoever cannot be booked any more and has appointments ahead. */
  const reassign = (member: Pick<TeamMember, 'id' | 'first_name' | 'last_name'>) =>
    upcoming.forProvider(member.id) &&
    setOpened({ kind: 'reassign', provider: { id: member.id, name: fullName(member) } });
  useProviderInAddress(upcoming.forProvider, (provider) =>
    setOpened({ kind: 'reassign', provider }),
  );

  const list = () => {
    if (!mayRead) return <NoPermission what="the team" />;
    if (isLoading) return <PageSkeleton />;
    const failure = <QueryFailure what="The team could not be loaded." query={query} />;
    if (!members) return isError ? failure : <PageSkeleton />;
    if (members.length === 0)
      return (
        <>
          {failure}
          <EmptyState title="No team members yet" />
        </>
      );
    const warning = mayWrite && licenseWarning(members, today(zone));
    return (
      <>
        {failure}
        <TeamCounts members={members} />
        {warning && <Alert severity="warning">{warning}</Alert>}
        <TeamTable
          members={members}
          contacts={may('team.read')}
          actions={{
            view: may('team.read') ? (member) => setOpened({ kind: 'view', member }) : undefined,
            edit: mayWrite ? (member) => setOpened({ kind: 'edit', member }) : undefined,
            changes:
              mayWrite && may('field_change.read')
                ? (member) => setOpened({ kind: 'changes', member })
                : undefined,
            invite: mayWrite ? invite : undefined,
            cancel: mayWrite ? (member) => setOpened({ kind: 'cancel', member }) : undefined,
            reactivate: mayWrite
              ? (member) => setOpened({ kind: 'reactivate', member })
              : undefined,
            remove: may('team.delete')
              ? (member) => setOpened({ kind: 'delete', member })
              : undefined,
            confirm: may('team.confirm')
              ? (member) => setOpened({ kind: 'confirm', member })
              : undefined,
            help: mayWrite ? (member) => setOpened({ kind: 'help', member }) : undefined,
            ownId,
            reassign: may('appointment.update') ? reassign : undefined,
            upcoming: (member) => upcoming.forProvider(member.id),
          }}
        />
        {mayWrite && (
          <Button onClick={() => setOpened({ kind: 'former' })} sx={{ alignSelf: 'start' }}>
            Former members
          </Button>
        )}
      </>
    );
  };

  const forDialog = { today: today(zone), onInvited: showInvitation, onLeft: reassign };
  const mayGive = (member?: TeamMember) => rolesToGive(may('team.write'), member?.role);
  return (
    <Stack spacing={2}>
      <PageHeader
        title="Team"
        actions={
          <>
            {may('list.export') && (
              <ExportButton
                list={{ url: '/api/team/export' }}
                name="team"
                failure="The team could not be exported."
              />
            )}
            {mayWrite && (
              <Button
                variant="contained"
                startIcon={<Add />}
                onClick={() => setOpened({ kind: 'add' })}
              >
                Add team member
              </Button>
            )}
          </>
        }
      />
      {list()}
      {opened?.kind === 'add' && (
        <MemberDialog {...forDialog} roles={mayGive()} self={false} onClose={close} />
      )}
      {opened?.kind === 'edit' && (
        <MemberDialog
          {...forDialog}
          member={opened.member}
          roles={mayGive(opened.member)}
          self={opened.member.id === ownId}
          onClose={close}
        />
      )}
      {opened?.kind === 'view' && (
        <MemberSheet
          member={opened.member}
          onEdit={mayWrite ? () => setOpened({ kind: 'edit', member: opened.member }) : undefined}
          onClose={close}
        />
      )}
      {opened?.kind === 'changes' && <MemberChanges member={opened.member} onClose={close} />}
      {opened?.kind === 'delete' && (
        <DeleteMember
          member={opened.member}
          onDeleted={() => reassign(opened.member)}
          onInvited={showInvitation}
          onClose={close}
        />
      )}
      {opened?.kind === 'reassign' && <ReassignDialog provider={opened.provider} onClose={close} />}
      {opened?.kind === 'cancel' && (
        <CancelInvitation member={opened.member} onInvited={showInvitation} onClose={close} />
      )}
      {opened?.kind === 'former' && (
        <FormerMembers
          roles={mayGive()}
          onReactivate={(member) => setOpened({ kind: 'reactivate', member })}
          onClose={close}
        />
      )}
      {opened?.kind === 'reactivate' && (
        <ReactivateMember member={opened.member} onInvited={showInvitation} onClose={close} />
      )}
      {opened?.kind === 'confirm' && <ConfirmDirector member={opened.member} onClose={close} />}
      {opened?.kind === 'help' && <TurnOffSecondFactor member={opened.member} onClose={close} />}
      {opened?.kind === 'invitation' && (
        <InviteLinkDialog name={fullName(opened.member)} url={opened.url} onClose={close} />
      )}
    </Stack>
  );
}

function useInvite(onInvited: (member: TeamMember, url: string) => void) {
  const notify = useNotify();
  const withReauthentication = useReauthentication();
  const [invite, { isLoading }] = useInviteTeamMemberMutation();
  return async (member: TeamMember) => {
    if (isLoading) return;
    try {
      const { invite_url } = await withReauthentication(() => invite(member.id).unwrap());
      if (invite_url) onInvited(member, invite_url);
      else notify({ tone: 'success', text: `A new invitation is on its way to ${member.email}.` });
    } catch (thrown) {
      const failure = asFailure(thrown);
      if (failure.code !== reauthenticationCancelled.code)
        notify({ tone: 'error', text: `No new invitation was sent. ${failure.message}` });
    }
  };
}
