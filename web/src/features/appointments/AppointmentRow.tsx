import type { Appointment } from '@/api/generated';
import { RowLink } from '@/components/RowLink';
import { StatusChip } from '@/components/StatusChip';
import { Glyph } from '@/features/appointments/calendar/Glyph';
import { patientName } from '@/features/appointments/patientName';
import { PrintButton } from '@/features/documents';
import { patientPath } from '@/lib/paths';

interface Props {
  appointment: Appointment;
  /** From when to when. */
  time: string;
  /** Whether the patient's record may be opened. */
  linked: boolean;
}

/** One appointment. Plain elements, styled by the list: some days have forty. */
export function AppointmentRow({ appointment, time, linked }: Props) {
  const {
    patient_id,
    service,
    provider_name,
    notes,
    allow_overlap,
    patient_is_archived,
    requested_at,
    status,
  } = appointment;
  const name = patientName(appointment);
  return (
    <li>
      <p className="when">{time}</p>
      <div>
        {linked && patient_id !== null ? (
          <RowLink to={patientPath(patient_id)} strong>
            {name}
          </RowLink>
        ) : (
          <p className="who">{name}</p>
        )}
        <p>{provider_name ? `${service} with ${provider_name}` : service}</p>
        {notes && <p className="notes">{notes}</p>}
        {requested_at === null ? (
          <p className="status">
            <Glyph of={status} />
            {status}
          </p>
        ) : (
          <div className="overlap">
            <StatusChip tone="warning" label="Requested online" />
          </div>
        )}
        {patient_is_archived && (
          <div className="overlap">
            <StatusChip tone="neutral" label="Archived client" />
          </div>
        )}
        {allow_overlap && (
          <div className="overlap">
            <StatusChip tone="warning" label="Overlap allowed" />
          </div>
        )}
        {linked && patient_id !== null && (
          <PrintButton kind="appointment" id={appointment.id} what={`${name}, ${time}`} small />
        )}
      </div>
    </li>
  );
}
