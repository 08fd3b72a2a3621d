import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import HistoryRounded from '@mui/icons-material/HistoryRounded';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import { useMemo, useState } from 'react';

import { useListLoyaltyRulesQuery, type LoyaltyRule } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { EmptyState } from '@/components/EmptyState';
import { lazyDialog } from '@/components/lazyDialog';
import { QueryFailure } from '@/components/LoadFailure';
import { NoPermission } from '@/components/NoPermission';
import { Panel } from '@/components/Panel';
import { PartSkeleton } from '@/components/PartSkeleton';
import { PrintSheet } from '@/components/PrintSheet';
import { RecordTable, type Column } from '@/components/RecordTable';
import { RuleForm } from '@/features/loyalty/RuleForm';

const DeleteRule = lazyDialog(
  async () => (await import('@/features/loyalty/DeleteRule')).DeleteRule,
);
const RuleChanges = lazyDialog(
  async () => (await import('@/features/loyalty/RuleChanges')).RuleChanges,
);

const numberFormat = new Intl.NumberFormat('en-US');
const columns: readonly Column<LoyaltyRule>[] = [
  { key: 'service', header: 'Service', render: ({ service }) => service },
  {
    key: 'points',
    header: 'Points',
    align: 'right',
    render: ({ points }) => numberFormat.format(points),
  },
];

/** Until the rules are there, only a first one is saved: not one over another that nobody has seen. */
const notLoaded: readonly LoyaltyRule[] = [];

/** What each service earns, and the form that sets it. */
export function RulesPanel() {
  const { may } = usePermissions();
  const mayRead = may('loyalty.read');
  const query = useListLoyaltyRulesQuery(undefined, { skip: !mayRead });
  const { data: rules, isError } = query;
  const [changesOf, setChangesOf] = useState<LoyaltyRule>();
  const [removing, setRemoving] = useState<LoyaltyRule>();
  const mayWrite = may('loyalty.write');
  const maySeeChanges = mayWrite && may('field_change.read');
  const shown = useMemo(
    () =>
      mayWrite
        ? [...columns, actions(maySeeChanges ? setChangesOf : undefined, setRemoving)]
        : columns,
    [mayWrite, maySeeChanges],
  );

  const list = () => {
    if (!mayRead) return <NoPermission what="the point rules" />;
    const failure = <QueryFailure what="The point rules could not be loaded." query={query} />;
    if (!rules)
      return isError ? failure : <PartSkeleton label="Loading the point rules" height={120} />;
    return (
      <>
        {failure}
        {rules.length > 0 ? (
          <>
            <RecordTable
              caption="Points by service"
              columns={shown}
              rows={rules}
              rowKey={({ id }) => id}
            />
            <Box sx={{ mt: 2 }}>
              <PrintSheet title="Point rules" name="Print the point rules">
                <RecordTable
                  caption="Points by service"
                  columns={columns}
                  rows={rules}
                  rowKey={({ id }) => id}
                />
              </PrintSheet>
            </Box>
          </>
        ) : (
          <EmptyState title="No rules yet" hint="A service without a rule earns no points." />
        )}
      </>
    );
  };

  return (
    <Panel title="Point rules">
      <Stack spacing={3} sx={{ maxWidth: 640 }}>
        {mayWrite ? (
          <RuleForm rules={mayRead ? (rules ?? notLoaded) : undefined} />
        ) : (
          <NoPermission what="the form for point rules" />
        )}
        {list()}
        {removing && <DeleteRule rule={removing} onClose={() => setRemoving(undefined)} />}
        {changesOf && <RuleChanges rule={changesOf} onClose={() => setChangesOf(undefined)} />}
      </Stack>
    </Panel>
  );
}

type Press = (rule: LoyaltyRule) => void;

const actions = (show: Press | undefined, remove: Press): Column<LoyaltyRule> => ({
  key: 'actions',
  header: 'Actions',
  align: 'right',
  nowrap: true,
  render: (rule) => (
    <>
      {show && (
        <IconButton
          onClick={() => show(rule)}
          aria-label={`Who changed the points for ${rule.service}`}
          title="Who changed it"
        >
          <HistoryRounded />
        </IconButton>
      )}
      <IconButton
        color="error"
        onClick={() => remove(rule)}
        aria-label={`Delete the rule for ${rule.service}`}
        title="Delete"
      >
        <DeleteOutlined />
      </IconButton>
    </>
  ),
});
