import type { BookingOffer } from '@/api/generated';
import { Booking } from '@/features/portal/booking/Booking';
import { ClinicReach } from '@/features/portal/ClinicReach';
import { ErrorBoundary } from '@/features/portal/ErrorBoundary';
import { Loading } from '@/features/portal/Loading';
import { RightToEstimateNotice } from '@/features/portal/RightToEstimateNotice';
import { useLink } from '@/features/portal/useLink';
import { clinicName } from '@/lib/clinicName';

/** The page where a patient books a visit: loading, nothing to book here, or the steps. */
export function BookingSite() {
  const { opening, retry } = useLink<BookingOffer>('/api/book');
  const clinic = opening.phase === 'open' ? opening.found.clinic_name : clinicName();
  return (
    <main>
      <ErrorBoundary>
        <title>Book an appointment · Celadon</title>
        {clinic && <p className="clinic">{clinic}</p>}
        {opening.phase === 'loading' && <Loading />}
        {opening.phase === 'failed' && (
          <Closed onRetry={opening.lostConnection ? retry : undefined} />
        )}
        {opening.phase === 'open' &&
          (opening.found.services.length === 0 ? (
            <Closed />
          ) : (
            <Booking offer={opening.found} onOfferChanged={retry} />
          ))}
        {opening.phase === 'open' && (
          <>
            <ClinicReach {...opening.found} />
            <RightToEstimateNotice />
          </>
        )}
      </ErrorBoundary>
    </main>
  );
}

/** Nothing can be booked here, or only the connection failed. */
function Closed({ onRetry }: { onRetry?: (() => void) | undefined }) {
  return (
    <>
      <h1>Book an appointment</h1>
      <p className="before-link" role="status">
        {onRetry
          ? 'The page could not be loaded.'
          : 'Nothing can be booked online at the moment. Please contact the clinic.'}
      </p>
      {onRetry && (
        <button type="button" className="link" onClick={onRetry}>
          Try again
        </button>
      )}
    </>
  );
}
