import EditOutlined from '@mui/icons-material/EditOutlined';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';

import type { HoursOfDay, ProviderChoice } from '@/api/generated';
import { lazyDialog } from '@/components/lazyDialog';
import { Panel } from '@/components/Panel';
import { RecordTable, type Column } from '@/components/RecordTable';
import { weekWords } from '@/features/schedule/week';

const HoursDialog = lazyDialog(
  async () => (await import('@/features/schedule/HoursDialog')).HoursDialog,
);

interface Props {
  hours: readonly HoursOfDay[];
  members: readonly ProviderChoice[];
  mayChange: (member: number) => boolean;
}

/** A member with what they work; nothing means the clinic's own hours. */
interface Row extends ProviderChoice {
  hours: readonly HoursOfDay[];
}

/** When each member works. Who has no hours works when the clinic is open. */
export function HoursPanel({ hours, members, mayChange }: Props) {
  const [edited, setEdited] = useState<number>();
  const clinic = hours.filter(({ member_id }) => member_id === null);
  const rows = members.map((member): Row => ({
    ...member,
    hours: hours.filter(({ member_id }) => member_id === member.id),
  }));
  const own = rows.find(({ id }) => id === edited);
  const columns = useMemo(
    (): Column<Row>[] => [
      { key: 'name', header: 'Member', render: ({ name }) => name },
      {
        key: 'hours',
        header: 'Works',
        render: (row) =>
          row.hours.length > 0 ? (
            weekWords(row.hours)
          ) : (
            <Typography component="span" color="textSecondary">
              The clinic’s hours
            </Typography>
          ),
      },
      {
        key: 'actions',
        header: 'Actions',
        align: 'right',
        nowrap: true,
        render: ({ id, name }) =>
          mayChange(id) && (
            <IconButton
              onClick={() => setEdited(id)}
              aria-label={`Edit the hours of ${name}`}
              title="Edit"
            >
              <EditOutlined />
            </IconButton>
          ),
      },
    ],
    [mayChange],
  );
  return (
    <Panel title="Working hours">
      <Typography
        color="textSecondary"
        sx={{ mb: 1.5 }}
      >{`The clinic is open ${weekWords(clinic)}.`}</Typography>
      <RecordTable
        caption="Hours of each member"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
      />
      {own && <HoursDialog member={own} hours={own.hours} onClose={() => setEdited(undefined)} />}
    </Panel>
  );
}
