import type { PortalConsent } from '@/api/generated';
import { Reach } from '@/features/portal/estimate/Reach';
import { formatPhone } from '@/lib/phone';

type Props = Pick<PortalConsent, 'clinic_address' | 'clinic_phone'>;

/** Where the clinic is and how to call it, at the end of a page; nothing where the clinic has entered neither. */
export function ClinicReach({ clinic_address, clinic_phone }: Props) {
  if (!clinic_address && !clinic_phone) return null;
  return (
    <footer className="unprinted" style={{ marginTop: 32 }}>
      {clinic_address && <p className="muted">{clinic_address}</p>}
      {clinic_phone && <Reach phone={clinic_phone} words={formatPhone(clinic_phone)} />}
    </footer>
  );
}
