import type { OfferedService } from '@/api/generated';
import { StepTitle } from '@/features/portal/booking/StepTitle';

interface Props {
  services: readonly OfferedService[];
  onChoose: (service: OfferedService) => void;
}

/** What the visit is for. */
export function ServiceStep({ services, onChoose }: Props) {
  const categories = [...new Set(services.map(({ category }) => category))];
  return (
    <div className="stack">
      <StepTitle first>Book an appointment</StepTitle>
      {categories.map((category) => (
        <section key={category ?? ''} aria-label={category ?? 'Services'}>
          {category && <h2 className="h3">{category}</h2>}
          <ul className="choices">
            {services
              .filter((service) => service.category === category)
              .map((service) => (
                <li key={service.name}>
                  <button type="button" className="choice" onClick={() => onChoose(service)}>
                    <b>{service.name}</b>
                    <span>{`${service.minutes} min`}</span>
                  </button>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
