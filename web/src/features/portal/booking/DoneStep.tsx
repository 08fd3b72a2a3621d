import type { BookedOnline } from '@/api/generated';
import { StepTitle } from '@/features/portal/booking/StepTitle';

/** What was booked, and where to go on. */
export function DoneStep({ booked }: { booked: BookedOnline }) {
  const { mode, clinic_name, service, date, time, provider_name, visit_path, file_path } = booked;
  const requested = mode === 'requested';
  return (
    <div className="stack">
      <div role="status">
        <StepTitle>{requested ? 'Your request is sent' : 'You are booked'}</StepTitle>
        <p>
          {requested
            ? `${clinic_name} will tell you whether this time is fine. Until then it is kept for you.`
            : `${clinic_name} expects you.`}
        </p>
      </div>
      <dl className="when">
        <dt>For</dt>
        <dd>{service}</dd>
        <dt>Date</dt>
        <dd>{date}</dd>
        <dt>Time</dt>
        <dd>{time}</dd>
        {provider_name && (
          <>
            <dt>With</dt>
            <dd>{provider_name}</dd>
          </>
        )}
      </dl>
      <div className="answers">
        <a className="button outlined" href={file_path} download="appointment.ics">
          Add to my calendar
        </a>
        <a className="button" href={visit_path}>
          See or cancel the appointment
        </a>
      </div>
    </div>
  );
}
