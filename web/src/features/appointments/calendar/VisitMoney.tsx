import { VisitCharges } from '@/features/charges';
import { Coverage } from '@/features/estimate-clocks';
import { isOver } from '@/features/appointments/calendar/status';
import type { Visit } from '@/features/appointments/calendar/visit';

/** Whether the client pays alone, what is owed for this visit, and its charges beside the estimate. */
export function VisitMoney({
  visit: { id, status, service, provider_id },
  patientId,
}: {
  visit: Visit;
  patientId: number;
}) {
  return (
    <>
      {!isOver(status) && <Coverage patientId={patientId} visitId={id} />}
      <VisitCharges visitId={id} patientId={patientId} service={service} providerId={provider_id} />
    </>
  );
}
