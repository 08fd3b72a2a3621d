import type { EstimateDocument } from '@/api/generated';

/** Who gives the estimate, and where. */
export function Giver({ document: { clinic, provider } }: { document: EstimateDocument }) {
  const place = [clinic.address, clinic.city, [clinic.state, clinic.zip].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  const numbers = [clinic.npi && `NPI ${clinic.npi}`, clinic.tin && `TIN ${clinic.tin}`].filter(Boolean).join(', ');
  return (
    <section>
      <h2 className="h3">Who and where</h2>
      {[`${clinic.name}, ${provider}`, place, clinic.phone, numbers].filter(Boolean).map((line) => <p key={line}>{line}</p>)}
    </section>
  );
}
