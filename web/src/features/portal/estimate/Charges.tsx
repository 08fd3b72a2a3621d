import type { EstimateDocument, LineOnEstimate } from '@/api/generated';
import { formatDate } from '@/lib/dates';
import { dollars } from '@/lib/dollars';
import { recurrenceWords } from '@/lib/estimateWords';

/** What the services are expected to cost, first in all and then one by one. */
export function Charges({ document }: { document: EstimateDocument }) {
  const {
    lines,
    total,
    primary_service: primary,
    service_date: day,
    recurrence,
    separate_items: separate,
    texts,
    expected_duration: duration,
    notes,
  } = document;
  const often = recurrence && recurrenceWords(recurrence);
  return (
    <>
      <section className="sheet" aria-label="Expected charges">
        <div>
          <p className="muted small">
            {lines.some(({ discount }) => discount)
              ? 'Expected total, with discounts'
              : 'Expected total'}
          </p>
          <p className="sum">{dollars(total)}</p>
        </div>
        {primary && (
          <p>
            <b>{primary}</b>
            {day ? `, ${formatDate(day)}` : ''}
          </p>
        )}
        {!primary && day && (
          <p>
            <b>Date of service: </b>
            {formatDate(day)}
          </p>
        )}
        <ul className="lines parted">
          {lines.map((line) => (
            <li key={line.area}>
              <p className="charge">
                <b>{line.service ?? 'Other'}</b>
                <b>{dollars(line.charge)}</b>
              </p>
              <p className="muted small">{lineInWords(line)}</p>
            </li>
          ))}
        </ul>
        {often && (
          <p>
            <b>How often: </b>
            {often}
          </p>
        )}
        {duration && (
          <p>
            <b>Expected duration: </b>
            {duration}
          </p>
        )}
        {notes && <p className="written">{notes}</p>}
      </section>
      {separate.length > 0 && (
        <section>
          <h2 className="h3">Scheduled separately</h2>
          <div className="sheet">
            <ul className="lines">
              {separate.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
            <p className="muted small">{texts.separate_items}</p>
          </div>
        </section>
      )}
    </>
  );
}

/** '30 at $12.00, 1 session. Discount $150.00. Claire Donovan, NPI 1234567893. Service code BTX-U.' */
function lineInWords({
  quantity,
  unit_cost,
  sessions,
  discount,
  provider,
  provider_npi,
  service_code,
  diagnosis_code,
}: LineOnEstimate): string {
  const count = `${quantity} at ${dollars(unit_cost)}, ${sessions} ${sessions === '1' ? 'session' : 'sessions'}`;
  const parts = [
    count,
    discount && `Discount ${dollars(discount)}`,
    provider_npi ? `${provider}, NPI ${provider_npi}` : provider,
    service_code && `Service code ${service_code}`,
    diagnosis_code && `Diagnosis code ${diagnosis_code}`,
  ];
  return `${parts.filter(Boolean).join('. ')}.`;
}
