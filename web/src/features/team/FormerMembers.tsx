import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';

import { useListFormerMembersQuery, type FormerMember, type Role } from '@/api/generated';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { EmptyState } from '@/components/EmptyState';
import { QueryFailure } from '@/components/LoadFailure';
import { PartSkeleton } from '@/components/PartSkeleton';
import { ViewDialog } from '@/components/ViewDialog';
import { fullName } from '@/features/team/members';
import { formatInstantDate } from '@/lib/dates';

interface Props {
  /** Those whose members may be made active again. */
  roles: readonly Role[];
  onReactivate: (member: FormerMember) => void;
  onClose: () => void;
}

/** Those who were deleted from the team, each of whom can be made active again. */
export function FormerMembers({ roles, onReactivate, onClose }: Props) {
  const zone = useTimeZone();
  const query = useListFormerMembersQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data: members, isError } = query;
  return (
    <ViewDialog title="Former members" label="Former members" onClose={onClose}>
      {isError && <QueryFailure what="The former members could not be loaded." query={query} />}
      {!members && !isError && <PartSkeleton label="Loading the former members" height={120} />}
      {members?.length === 0 && <EmptyState title="Nobody was deleted from the team" />}
      <List disablePadding aria-label="Former members" hidden={!members?.length}>
        {members?.map((member) => (
          <ListItem key={member.id} disableGutters divider sx={{ gap: 2 }}>
            <ListItemText
              primary={fullName(member)}
              secondary={`${member.role}, ${member.email}, deleted ${formatInstantDate(member.removed_at, zone)}`}
              slotProps={{
                primary: { sx: { overflowWrap: 'anywhere' } },
                secondary: { sx: { overflowWrap: 'anywhere' } },
              }}
            />
            {roles.includes(member.role) && (
              <Button
                variant="outlined"
                onClick={() => onReactivate(member)}
                aria-label={`Make ${fullName(member)} active again`}
                style={{ flexShrink: 0 }}
              >
                Make active
              </Button>
            )}
          </ListItem>
        ))}
      </List>
    </ViewDialog>
  );
}
