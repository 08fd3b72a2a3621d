import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import ForwardToInboxOutlined from '@mui/icons-material/ForwardToInboxOutlined';
import HistoryRounded from '@mui/icons-material/HistoryRounded';
import PhonelinkEraseOutlined from '@mui/icons-material/PhonelinkEraseOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

import type { ProviderAhead, TeamMember } from '@/api/generated';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { RecordTable, type Column } from '@/components/RecordTable';
import { StatusChip } from '@/components/StatusChip';
import { licenseMark } from '@/features/team/licenses';
import { fullName, statusNames } from '@/features/team/members';
import { today } from '@/lib/dates';
import { formatPhone } from '@/lib/phone';

export interface TeamActions {
  /** Shows everything about the member, to read and to print. */
  /** Absent where a member's particulars are not shown. */
  view: ((member: TeamMember) => void) | undefined;
  edit: ((member: TeamMember) => void) | undefined;
  /** Shows who changed which field. */
  changes: ((member: TeamMember) => void) | undefined;
  invite: ((member: TeamMember) => void) | undefined;
  remove: ((member: TeamMember) => void) | undefined;
  /** Cancels an invitation that was not accepted. */
  cancel: ((member: TeamMember) => void) | undefined;
  /** Makes an inactive member active again. */
  reactivate: ((member: TeamMember) => void) | undefined;
  /** Turns off the second factor of somebody who has lost the phone. */
  help: ((member: TeamMember) => void) | undefined;
  /** Confirms a Medical Director. */
  confirm: ((member: TeamMember) => void) | undefined;
  /** Nobody invites, removes or confirms themselves. */
  ownId: number | undefined;
  /** Gives the appointments of somebody who cannot be booked any more to others. */
  reassign: ((member: TeamMember) => void) | undefined;
  /** The appointments that lie ahead of a member. */
  upcoming: (member: TeamMember) => ProviderAhead | undefined;
}

interface Props {
  members: readonly TeamMember[];
  /** Whether contact data may be seen; for the others the server leaves it out. */
  contacts: boolean;
  actions: TeamActions;
}

const status: Column<TeamMember> = {
  key: 'status',
  under: 'name',
  header: 'Status',
  render: (member) =>
    notYetIn(member) ? (
      <StatusChip tone="warning" label="Invited" />
    ) : (
      <StatusChip
        tone={member.status === 'active' ? 'success' : 'neutral'}
        label={statusNames[member.status]}
      />
    ),
};
const role: Column<TeamMember> = {
  key: 'role',
  header: 'Role',
  wholeWords: true,
  render: (member) => member.role,
};
const department: Column<TeamMember> = {
  key: 'department',
  under: 'role',
  header: 'Department',
  nowrap: true,
  render: (member) => member.department,
};
const email: Column<TeamMember> = {
  key: 'email',
  header: 'Email',
  render: (member) => <Email address={member.email} />,
};
const phone: Column<TeamMember> = {
  key: 'phone',
  under: 'email',
  header: 'Phone',
  nowrap: true,
  render: (member) => formatPhone(member.phone),
};

/** The team: who, in which role, and how to reach them. */
export function TeamTable({ members, contacts, actions }: Props) {
  const name: Column<TeamMember> = {
    key: 'name',
    header: 'Name',
    wholeWords: true,
    render: (member) => <Name member={member} actions={actions} />,
  };
  const columns = [name, role, department, status];
  if (contacts) columns.push(email, phone);
  const rare = members.some((member) => notYetIn(member) || member.has_second_factor);
  if (actions.edit || actions.invite || actions.remove) {
    columns.push({
      key: 'actions',
      header: 'Actions',
      align: 'right',
      render: (member) => <Actions member={member} actions={actions} rare={rare} />,
    });
  }
  return (
    <RecordTable caption="Team members" columns={columns} rows={members} rowKey={({ id }) => id} />
  );
}

/** Only a member without a password can be invited again. */
const notYetIn = ({ status: state, has_signed_in }: TeamMember) =>
  state === 'active' && has_signed_in === false;

function Name({
  member,
  actions: { view, confirm, cancel, reactivate, reassign, upcoming, ownId },
}: {
  member: TeamMember;
  actions: TeamActions;
}) {
  const license = licenseMark(member, today(useTimeZone()));
  const left = upcoming(member);
  const ready = member.status === 'active' && member.has_signed_in && member.id !== ownId;
  return (
    <>
      {view ? (
        <Button onClick={() => view(member)} title="Show and print" sx={nameButton}>
          {fullName(member)}
        </Button>
      ) : (
        fullName(member)
      )}
      {member.is_owner && <Note>Owner</Note>}
      {member.has_second_factor && <Note>Two-step sign-in</Note>}
      {license && (
        <Box>
          <StatusChip tone={license.tone} label={license.label} />
        </Box>
      )}
      {notYetIn(member) && <Note>Invited, not signed in yet</Note>}
      {member.invitation_cancelled && <Note>Invitation cancelled</Note>}
      {notYetIn(member) && cancel && (
        <Button
          variant="outlined"
          onClick={() => cancel(member)}
          aria-label={`Cancel the invitation for ${fullName(member)}`}
        >
          Cancel invitation
        </Button>
      )}
      {member.status === 'inactive' && reactivate && (
        <Button
          variant="outlined"
          onClick={() => reactivate(member)}
          aria-label={`Make ${fullName(member)} active again`}
        >
          Make active
        </Button>
      )}
      {left && !left.is_bookable && (
        <Note>
          {left.appointments === 1
            ? '1 appointment ahead'
            : `${left.appointments} appointments ahead`}
        </Note>
      )}
      {left && !left.is_bookable && reassign && (
        <Button
          variant="outlined"
          onClick={() => reassign(member)}
          aria-label={`Give the appointments of ${fullName(member)} to others`}
        >
          Give to others
        </Button>
      )}
      {member.awaits_confirmation && <Note>Role not in force until confirmed</Note>}
      {member.awaits_confirmation && ready && confirm && (
        <Button
          variant="outlined"
          onClick={() => confirm(member)}
          aria-label={`Confirm ${fullName(member)}`}
        >
          Confirm
        </Button>
      )}
    </>
  );
}

/** As a `RowLink`: 44 px high between lines of text. */
const nameButton = {
  display: 'flex',
  justifyContent: 'flex-start',
  minWidth: 0,
  px: 1,
  ml: -1,
  textAlign: 'left',
  fontWeight: 600,
  'tr &, .name &': { my: -1.5 },
} as const;

/** A long address breaks behind its '@' rather than within a word. */
function Email({ address }: { address: string | null }) {
  const [local, domain] = address?.split('@') ?? [];
  return (
    <Box component="span" sx={{ display: 'block', minWidth: 128, overflowWrap: 'anywhere' }}>
      {domain ? (
        <>
          {`${local}@`}
          <wbr />
          {domain}
        </>
      ) : (
        '—'
      )}
    </Box>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <Typography variant="body2" color="textSecondary">
      {children}
    </Typography>
  );
}

function Actions({
  member,
  actions: { edit, changes, invite, remove, help, ownId },
  rare,
}: {
  member: TeamMember;
  actions: TeamActions;
  /** Whether somebody in the list can be invited again, or helped with the second step. */
  rare: boolean;
}) {
  const who = fullName(member);
  const self = member.id === ownId;
  return (
    <Box sx={rare ? fourColumns : threeColumns}>
      {edit && (
        <IconButton
          onClick={() => edit(member)}
          aria-label={`Edit ${who}`}
          title="Edit"
          sx={{ gridColumn: 1 }}
        >
          <EditOutlined />
        </IconButton>
      )}
      {changes && (
        <IconButton
          onClick={() => changes(member)}
          aria-label={`Who changed what about ${who}`}
          title="Who changed what"
          sx={{ gridColumn: 2 }}
        >
          <HistoryRounded />
        </IconButton>
      )}
      {invite && !self && notYetIn(member) && (
        <IconButton
          onClick={() => invite(member)}
          aria-label={`Send new invitation to ${who}`}
          title="Send new invitation"
          sx={{ gridColumn: 3 }}
        >
          <ForwardToInboxOutlined />
        </IconButton>
      )}
      {help && !self && member.has_second_factor && (
        <IconButton
          onClick={() => help(member)}
          aria-label={`Turn off two-step sign-in for ${who}`}
          title="Turn off two-step sign-in"
          sx={{ gridColumn: 3 }}
        >
          <PhonelinkEraseOutlined />
        </IconButton>
      )}
      {remove && !self && !member.is_owner && (
        <IconButton
          color="error"
          onClick={() => remove(member)}
          aria-label={`Delete ${who}`}
          title="Delete"
          sx={{ gridColumn: 4 }}
        >
          <DeleteOutlined />
        </IconButton>
      )}
    </Box>
  );
}

/** In a table each action has its own column; in a card they are side by side. */
const fourColumns = {
  display: { xs: 'inline-flex', sm: 'inline-grid' },
  gridTemplateColumns: 'repeat(4, 44px)',
  ml: -1,
} as const;
const threeColumns = { ...fourColumns, gridTemplateColumns: '44px 44px 0 44px' } as const;
