import Typography from '@mui/material/Typography';

import type { SettledChart } from '@/api/generated';
import { ButtonLink } from '@/components/ButtonLink';
import { RecordTable, type Column } from '@/components/RecordTable';
import { RowLink } from '@/components/RowLink';
import { StatusChip } from '@/components/StatusChip';
import { formatInstant } from '@/lib/dates';
import { patientPath, reviewChartPath } from '@/lib/paths';

/** The charts that wait for nobody; a name leads to the record, the button to the chart whole. */
export function SettledTable({ charts, zone }: { charts: readonly SettledChart[]; zone: string }) {
  const columns: Column<SettledChart>[] = [
    {
      key: 'client',
      header: 'Client',
      render: ({ patient_id, patient_name }) => (
        <RowLink to={patientPath(patient_id)}>{patient_name}</RowLink>
      ),
    },
    {
      key: 'treatment',
      header: 'Treatment',
      render: ({ treatment_type, units, areas }) => (
        <>
          {`${treatment_type}${units === null ? '' : ` ${units} U`}`}
          {areas && (
            <Typography variant="body2" color="textSecondary">
              {areas}
            </Typography>
          )}
        </>
      ),
    },
    {
      key: 'recorded',
      header: 'Recorded',
      render: ({ provider_name, created_at }) => (
        <>
          {provider_name}
          <Typography variant="body2" color="textSecondary">
            {formatInstant(created_at, zone)}
          </Typography>
        </>
      ),
    },
    {
      key: 'state',
      header: 'State',
      render: ({ state }) =>
        state === 'approved' ? (
          <StatusChip tone="success" label="Approved" />
        ) : (
          <StatusChip tone="neutral" label="Not selected" />
        ),
    },
    {
      key: 'approved',
      header: 'Approved by',
      render: ({ approved_by, approved_at }) =>
        approved_by === null ? (
          '—'
        ) : (
          <>
            {approved_by}
            <Typography variant="body2" color="textSecondary">
              {formatInstant(approved_at, zone)}
            </Typography>
          </>
        ),
    },
    {
      key: 'chart',
      header: 'Chart',
      align: 'right',
      nowrap: true,
      render: ({ id, patient_name, treatment_type }) => (
        <ButtonLink
          to={reviewChartPath(id)}
          aria-label={`Open the chart: ${treatment_type} of ${patient_name}`}
        >
          Open
        </ButtonLink>
      ),
    },
  ];
  return (
    <RecordTable
      caption="Charts that wait for nobody"
      columns={columns}
      rows={charts}
      rowKey={({ id }) => id}
    />
  );
}
