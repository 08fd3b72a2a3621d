import { useEffect, useEffectEvent } from 'react';

import { useListSupportAccessQuery, useShowPlanQuery, type Session } from '@/api/generated';
import { permissionsOf } from '@/api/usePermissions';
import { UnconfirmedBanner } from '@/features/account';
import { PlanBanner } from '@/features/billing';
import { ReadOnlyBanner, SupportBanner } from '@/features/support';

/**
 * The banners above every page: about the plan, the owner's unconfirmed address, and, to those who may see the activity log, support
 * access to the clinic. `onKnown` is called once the server has said whether there is anything.
 */
export function Banners({ session, onKnown }: { session: Session; onKnown: () => void }) {
  const { data: plan, isLoading: asksForPlan } = useShowPlanQuery();
  const { data: access, isLoading: asksForSupport } = useListSupportAccessQuery(undefined, {
    skip: !permissionsOf(session).may('audit.read') || session.support !== null,
  });
  const isKnown = !asksForPlan && !asksForSupport;
  const known = useEffectEvent(onKnown);
  useEffect(() => {
    if (isKnown) known();
  }, [isKnown]);
  const leave = access?.filter(({ holds }) => holds) ?? [];

  return (
    <>
      {plan?.owner_unconfirmed && <UnconfirmedBanner />}
      {plan && (plan.notice ?? plan.seats.limit) && <PlanBanner plan={plan} />}
      {session.support ? <ReadOnlyBanner /> : leave.length > 0 && <SupportBanner leave={leave} />}
    </>
  );
}
