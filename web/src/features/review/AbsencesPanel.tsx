import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';

import { asFailure } from '@/api/failure';
import {
  useAddAbsenceMutation,
  useListAbsencesQuery,
  useRemoveAbsenceMutation,
  type Absence,
} from '@/api/generated';
import { Button } from '@/components/Button';
import { QueryFailure } from '@/components/LoadFailure';
import { PageSkeleton } from '@/components/PageSkeleton';
import { Panel } from '@/components/Panel';
import { RecordTable, type Column } from '@/components/RecordTable';
import { AbsenceDialog } from '@/features/review/dialogs';
import { formatDate } from '@/lib/dates';
import { useNotify } from '@/lib/notices';

/** Days on which a director is away, and who reviews in their place. */
export function AbsencesPanel() {
  const query = useListAbsencesQuery();
  const { data, isError } = query;
  const [adding, setAdding] = useState(false);
  const [add] = useAddAbsenceMutation();
  const [remove] = useRemoveAbsenceMutation();
  const notify = useNotify('absence');
  const columns = useMemo((): Column<Absence>[] => {
    const takeOut = async ({
      id,
      director_id,
      director_name,
      alternate_id,
      from_day,
      to_day,
    }: Absence) => {
      try {
        await remove(id).unwrap();
        notify({
          tone: 'success',
          text: `${director_name} is not away on these days.`,
          undo: () => add({ director_id, alternate_id, from_day, to_day }).unwrap(),
        });
      } catch (thrown) {
        notify({ tone: 'error', text: `Not removed. ${asFailure(thrown).message}` });
      }
    };
    return [
      { key: 'director', header: 'Director', render: ({ director_name }) => director_name },
      {
        key: 'days',
        header: 'Away',
        nowrap: true,
        render: ({ from_day, to_day }) =>
          from_day === to_day
            ? formatDate(from_day)
            : `${formatDate(from_day)} – ${formatDate(to_day)}`,
      },
      {
        key: 'alternate',
        header: 'In their place',
        render: ({ alternate_name, alternate_approves }) =>
          alternate_approves ? alternate_name : `${alternate_name}, who can no longer approve`,
      },
      {
        key: 'actions',
        header: 'Actions',
        align: 'right',
        nowrap: true,
        render: (absence) => (
          <IconButton
            onClick={() => void takeOut(absence)}
            aria-label={`Remove the absence of ${absence.director_name}`}
            title="Remove"
          >
            <DeleteOutlined />
          </IconButton>
        ),
      },
    ];
  }, [remove, add, notify]);
  const alone = data !== undefined && data.directors.length < 2;
  return (
    <Panel
      title="Directors who are away"
      actions={data && !alone && <Button onClick={() => setAdding(true)}>Add an absence</Button>}
    >
      <QueryFailure what="The absences could not be loaded." query={query} />
      {!data && !isError && <PageSkeleton />}
      {data?.absences.length === 0 && (
        <Typography color="textSecondary">
          {alone
            ? 'The clinic first needs a second director who can review.'
            : 'Nobody is away. While a director is away, the alternate is told what providers answer.'}
        </Typography>
      )}
      {data && data.absences.length > 0 && (
        <RecordTable
          caption="Absences ahead"
          columns={columns}
          rows={data.absences}
          rowKey={({ id }) => id}
        />
      )}
      {adding && data && (
        <AbsenceDialog directors={data.directors} onClose={() => setAdding(false)} />
      )}
    </Panel>
  );
}
