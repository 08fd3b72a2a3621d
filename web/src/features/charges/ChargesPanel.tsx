import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { maxAgeSeconds } from '@/api/baseApi';
import {
  useListPatientChargesInfiniteQuery,
  useShowChargeWatchQuery,
  useVoidChargeMutation,
  type Charge,
} from '@/api/generated';
import { rowsOf } from '@/api/listPages';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { NextPageFailure, QueryFailure } from '@/components/LoadFailure';
import { NextPageButton } from '@/components/NextPageButton';
import { Panel } from '@/components/Panel';
import { PartSkeleton } from '@/components/PartSkeleton';
import { RecordTable, type Column } from '@/components/RecordTable';
import { WordButton } from '@/components/WordButton';
import { ChargeDialog, ReasonDialog } from '@/features/charges/dialogs';
import { isOfVisit } from '@/features/charges/useChargedVisit';
import { WatchLines } from '@/features/charges/WatchLines';
import { formatInstantDate } from '@/lib/dates';
import { longestText } from '@/lib/formRules';
import { formatMoney } from '@/lib/money';

/** What a client was charged, in the record, with the latest charged visit beside its estimate. */
export function ChargesPanel({ patientId }: { patientId: number }) {
  const { may, mayLimited } = usePermissions();
  const zone = useTimeZone();
  const query = useListPatientChargesInfiniteQuery(
    { id: patientId, limit: 20 },
    { skip: !may('estimate.read'), refetchOnMountOrArgChange: maxAgeSeconds },
  );
  const { currentData, isError } = query;
  const [adding, setAdding] = useState(false);
  const [voiding, setVoiding] = useState<Charge>();
  const [voidIt] = useVoidChargeMutation();
  if (!may('estimate.read')) return null;
  const charges = rowsOf(currentData);
  const visit = charges?.find(isOfVisit);
  const mayWrite = mayLimited('estimate.write');
  return (
    <Panel
      title="Charges"
      anchor="charges"
      actions={
        mayWrite && (
          <Button variant="outlined" onClick={() => setAdding(true)}>
            Add a charge
          </Button>
        )
      }
    >
      <QueryFailure what="The charges could not be loaded." query={query} />
      {!charges && !isError && <PartSkeleton label="Loading the charges" height={48} />}
      {charges?.length === 0 && <Typography color="textSecondary">Nothing charged</Typography>}
      {visit?.appointment_id && (
        <Watched visit={visit.appointment_id} on={formatInstantDate(visit.starts_at, zone)} />
      )}
      {charges && charges.length > 0 && (
        <RecordTable
          caption="Charges of this client"
          columns={columnsOf(zone, mayWrite ? setVoiding : undefined)}
          rows={charges}
          rowKey={({ id }) => id}
        />
      )}
      <NextPageFailure what="The earlier charges could not be loaded." query={query} />
      <NextPageButton query={query}>Show earlier charges</NextPageButton>
      {adding && <ChargeDialog patientId={patientId} onClose={() => setAdding(false)} />}
      {voiding && (
        <ReasonDialog
          title="Void this charge"
          detail={`${voiding.service}, ${formatMoney(voiding.total)}. The charge stays in the list and does not count.`}
          label="Reason"
          submitLabel="Void charge"
          most={longestText}
          field="reason"
          send={(reason) => voidIt({ id: voiding.id, chargeVoiding: { reason } }).unwrap()}
          success="The charge is voided."
          onClose={() => setVoiding(undefined)}
        />
      )}
    </Panel>
  );
}

function Watched({ visit, on }: { visit: number; on: string }) {
  const query = useShowChargeWatchQuery(visit, { refetchOnMountOrArgChange: maxAgeSeconds });
  return (
    <Box sx={{ mb: 2 }}>
      <Typography
        component="h3"
        variant="caption"
        color="textSecondary"
        sx={{ fontWeight: 600 }}
      >{`Visit of ${on}`}</Typography>
      <QueryFailure what="The charges of this visit could not be loaded." query={query} />
      {query.currentData && <WatchLines watch={query.currentData} />}
    </Box>
  );
}

function columnsOf(zone: string, onVoid: ((charge: Charge) => void) | undefined): Column<Charge>[] {
  return [
    { key: 'service', header: 'Service', render: ({ service }) => service },
    {
      key: 'on',
      header: 'Recorded',
      nowrap: true,
      render: ({ recorded_at }) => formatInstantDate(recorded_at, zone),
    },
    { key: 'provider', header: 'Provider', render: ({ provider_name }) => provider_name },
    {
      key: 'amount',
      header: 'Amount',
      align: 'right',
      render: ({ quantity, unit_price, discount, total }) => (
        <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {formatMoney(total)}
          <Typography
            variant="body2"
            color="textSecondary"
          >{`${quantity} × ${formatMoney(unit_price)}${discount > 0 ? `, less ${formatMoney(discount)}` : ''}`}</Typography>
        </Box>
      ),
    },
    {
      key: 'state',
      header: 'State',
      render: (charge) =>
        charge.voided_at === null
          ? onVoid && (
              <WordButton
                danger
                label="Void"
                name={`Void the charge: ${charge.service}, ${formatMoney(charge.total)}`}
                onPress={() => onVoid(charge)}
              />
            )
          : `Voided by ${charge.voided_by ?? ''}: ${charge.void_reason ?? ''}`,
    },
  ];
}
