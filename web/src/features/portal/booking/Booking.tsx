import { useState } from 'react';

import { asFailure, fetchJson } from '@/api/fetchJson';
import type {
  BookedOnline,
  BookingHold,
  BookingOffer,
  CodeSent,
  ConfirmBooking,
  NewHold,
  OfferedService,
} from '@/api/generated';
import { CodeStep } from '@/features/portal/booking/CodeStep';
import { emptyDetails, type Details } from '@/features/portal/booking/details';
import { DetailsStep } from '@/features/portal/booking/DetailsStep';
import { DoneStep } from '@/features/portal/booking/DoneStep';
import { ServiceStep } from '@/features/portal/booking/ServiceStep';
import { TimeStep } from '@/features/portal/booking/TimeStep';

interface Props {
  offer: BookingOffer;
  /** The clinic has changed what it offers, or its policy. */
  onOfferChanged: () => void;
}

type Step = 'service' | 'time' | 'details' | 'code';

/** The steps of a booking. What was typed stays while the visitor goes back and forth. */
export function Booking({ offer, onOfferChanged }: Props) {
  const [step, setStep] = useState<Step>('service');
  const [service, setService] = useState<OfferedService>();
  const [provider, setProvider] = useState<number>();
  const [hold, setHold] = useState<BookingHold>();
  const [details, setDetails] = useState(emptyDetails);
  const [sent, setSent] = useState<CodeSent>();
  const [booked, setBooked] = useState<BookedOnline>();
  /** Why another time has to be chosen. */
  const [lost, setLost] = useState<string>();
  const zone = offer.time_zone;

  if (booked) return <DoneStep booked={booked} />;
  if (step === 'service' || !service) {
    const choose = (chosen: OfferedService) => {
      setService(chosen);
      setProvider(undefined);
      setStep('time');
    };
    return <ServiceStep services={offer.services} onChoose={choose} />;
  }
  if (step === 'time' || !hold) {
    const take = async (startsAt: string) => {
      const wanted: NewHold = {
        service: service.name,
        starts_at: startsAt,
        ...(provider !== undefined && { provider_id: provider }),
        ...(hold && { replaces: hold.token }),
      };
      try {
        setHold(await fetchJson<BookingHold>('/api/book/holds', { body: wanted }));
      } catch (thrown) {
        // It can be held anew, without the former time.
        if (asFailure(thrown).code === 'hold_expired') {
          setHold(undefined);
          setSent(undefined);
        }
        throw thrown;
      }
      setLost(undefined);
      setStep(sent && hold ? 'code' : 'details');
    };
    return (
      <TimeStep
        service={service}
        zone={zone}
        provider={provider}
        lost={lost}
        onProvider={setProvider}
        onTake={take}
        onBack={() => setStep('service')}
      />
    );
  }
  const chooseAgain = (reason: string, isExpired: boolean) => {
    setLost(reason);
    if (isExpired) {
      setHold(undefined);
      setSent(undefined);
    }
    setStep('time');
  };
  const failed = (thrown: unknown): never | undefined => {
    const { code, message } = asFailure(thrown);
    if (code === 'slot_taken') return void chooseAgain(message, false);
    if (code === 'hold_expired' || code === 'codes_used_up') return void chooseAgain(message, true);
    if (code === 'policy_changed') {
      onOfferChanged();
      return undefined;
    }
    throw thrown;
  };
  const send = async (given: Details) => {
    setDetails(given);
    const body = given.way === 'email' ? { email: given.contact } : { phone: given.contact };
    try {
      setSent(await fetchJson<CodeSent>(`/api/book/holds/${hold.token}/code`, { body }));
      setStep('code');
    } catch (thrown) {
      failed(thrown);
    }
  };
  if (step === 'details' || !sent) {
    return (
      <DetailsStep
        hold={hold}
        zone={zone}
        policy={offer.policy}
        start={details}
        onSend={send}
        onBack={() => setStep('time')}
        onKeep={setDetails}
      />
    );
  }
  const confirm = async (code: string) => {
    const body: ConfirmBooking = {
      first_name: details.firstName,
      last_name: details.lastName,
      code,
      ...(offer.policy && { policy_version: offer.policy.version }),
      ...(details.note && { note: details.note }),
    };
    try {
      setBooked(await fetchJson<BookedOnline>(`/api/book/holds/${hold.token}/confirm`, { body }));
    } catch (thrown) {
      failed(thrown);
    }
  };
  const goOtherWay = () => {
    setDetails({ ...details, way: details.way === 'email' ? 'phone' : 'email', contact: '' });
    setStep('details');
  };
  return (
    <CodeStep
      hold={hold}
      zone={zone}
      mode={offer.mode}
      way={details.way}
      contact={details.contact}
      onConfirm={confirm}
      onResend={() => send(details)}
      onOtherWay={goOtherWay}
      onBack={() => setStep('details')}
    />
  );
}
