import { memo } from 'react';

import type { Appointment } from '@/api/generated';
import { RowLink } from '@/components/RowLink';
import { Glyph } from '@/features/appointments/calendar/Glyph';
import { shownAs } from '@/features/appointments/calendar/status';
import { patientName } from '@/features/appointments/patientName';
import { RowActions, type OnAct } from '@/features/appointments/RowActions';
import { rowActionsOf } from '@/features/appointments/rowActions';
import { PrintButton } from '@/features/documents';
import { patientPath } from '@/lib/paths';

interface Props {
  appointment: Appointment;
  /** From when to when. */
  time: string;
  /** Whether its day has come. */
  isDue: boolean;
  /** Whether the patient's record may be opened. */
  linked: boolean;
  /** Undefined for a role that may not change appointments. */
  onAct: OnAct | undefined;
}

/** One appointment. Plain elements, styled by the list (agendaLook.ts): some days have forty. */
export const AppointmentRow = memo(function AppointmentRow({
  appointment,
  time,
  isDue,
  linked,
  onAct,
}: Props) {
  const { patient_id, service, provider_name, notes, status } = appointment;
  const { allow_overlap, patient_is_archived, requested_at } = appointment;
  const name = patientName(appointment);
  const what = `${name}, ${time}`;
  const recordId = linked ? patient_id : null;
  return (
    <li>
      <p className="when">{time}</p>
      <div className="who">
        {recordId === null ? (
          <p className="plain name">{name}</p>
        ) : (
          <div className="name">
            <RowLink to={patientPath(recordId)} strong>
              {name}
            </RowLink>
          </div>
        )}
        <p className="what">{provider_name ? `${service} with ${provider_name}` : service}</p>
        {notes && <p className="notes">{notes}</p>}
        {patient_is_archived && <Careful>Archived client</Careful>}
        {allow_overlap && <Careful>Overlap allowed</Careful>}
      </div>
      <p className={requested_at === null ? 'status' : 'status careful'}>
        <Glyph of={shownAs(appointment)} />
        {requested_at === null ? status : 'Requested online'}
      </p>
      <div className="acts">
        {onAct && (
          <RowActions
            visit={appointment}
            actions={rowActionsOf(appointment, isDue)}
            what={what}
            onAct={onAct}
          />
        )}
        {recordId !== null && (
          <div className="print">
            <PrintButton kind="appointment" id={appointment.id} what={what} look="icon" />
          </div>
        )}
      </div>
    </li>
  );
});

/** What is unusual about an appointment, in a line of its row. */
const Careful = ({ children }: { children: string }) => (
  <p className="mark careful">
    <Glyph of="careful" />
    {children}
  </p>
);
