import Typography from '@mui/material/Typography';

import { useShowEstimateVersionQuery } from '@/api/generated';
import { QueryFailure } from '@/components/LoadFailure';
import { PartSkeleton } from '@/components/PartSkeleton';
import { RecordTable } from '@/components/RecordTable';
import { ViewDialog } from '@/components/ViewDialog';
import { versionDifference, type Difference } from '@/features/estimates/versionDifference';

interface Props {
  estimateId: number;
  /** The earlier of the two versions, by its number. */
  former: number;
  later: number;
  onClose: () => void;
}

/** Two versions of an estimate side by side: the fields in which they differ. */
export function VersionComparison({ estimateId: id, former, later, onClose }: Props) {
  const before = useShowEstimateVersionQuery({ id, version: former });
  const after = useShowEstimateVersionQuery({ id, version: later });
  const title = `Versions ${former} and ${later}`;

  const content = () => {
    if (before.data && after.data) {
      const rows = versionDifference(before.data, after.data);
      if (rows.length === 0) return <Typography>The two versions say the same.</Typography>;
      return (
        <RecordTable
          columns={columnsFor(former, later)}
          rows={rows}
          rowKey={({ label }) => label}
          caption={title}
        />
      );
    }
    const failed = [before, after].find(({ isError }) => isError);
    return failed ? (
      <QueryFailure what="The versions could not be loaded." query={failed} />
    ) : (
      <PartSkeleton label="Loading the versions" height={160} />
    );
  };

  return (
    <ViewDialog title={title} label="What differs" onClose={onClose}>
      {content()}
    </ViewDialog>
  );
}

const columnsFor = (former: number, later: number) => [
  { key: 'field', header: 'Field', render: ({ label }: Difference) => label },
  { key: 'former', header: `Version ${former}`, render: (row: Difference) => row.former },
  { key: 'later', header: `Version ${later}`, render: (row: Difference) => row.later },
];
