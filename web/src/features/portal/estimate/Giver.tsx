import type { EstimateDocument } from '@/api/generated';
import { addressWords } from '@/lib/estimateWords';
import { formatPhone } from '@/lib/phone';

/** Who gives the estimate, and where. */
export function Giver({ document: { clinic, provider } }: { document: EstimateDocument }) {
  const numbers = [clinic.npi && `NPI ${clinic.npi}`, clinic.tin && `TIN ${clinic.tin}`]
    .filter(Boolean)
    .join(', ');
  return (
    <section>
      <h2 className="h3">Who and where</h2>
      {[
        `${clinic.name}, ${provider}`,
        addressWords(clinic),
        clinic.phone && formatPhone(clinic.phone),
        numbers,
      ]
        .filter(Boolean)
        .map((line) => (
          <p key={line}>{line}</p>
        ))}
    </section>
  );
}
