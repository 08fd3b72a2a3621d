import { usePermissions } from '@/api/usePermissions';
import { Panel } from '@/components/Panel';
import { Coverage } from '@/features/estimate-clocks/Coverage';

/** Whether a client pays alone and which estimates are owed, in the record. */
export function CoveragePanel({ patientId }: { patientId: number }) {
  const { may } = usePermissions();
  if (!may('estimate.read')) return null;
  return (
    <Panel title="Coverage and estimates due" anchor="coverage">
      <Coverage patientId={patientId} />
    </Panel>
  );
}
