import { useListSupportAccessQuery, useShowPlanQuery, type Session } from '@/api/generated';
import { permissionsOf } from '@/api/usePermissions';
import { UnconfirmedBanner } from '@/features/account';
import { PlanBanner } from '@/features/billing';
import { ReadOnlyBanner, SupportBanner } from '@/features/support';

/** What is said above every page. */
export function Banners({ session }: { session: Session }) {
  return (
    <>
      <PlanMessage />
      <SupportNews session={session} />
    </>
  );
}

/** Banners about the plan and the owner's unconfirmed address. */
function PlanMessage() {
  const { data: plan } = useShowPlanQuery();
  return (
    <>
      {plan?.owner_unconfirmed && <UnconfirmedBanner />}
      {plan && (plan.notice ?? plan.seats.limit) && <PlanBanner plan={plan} />}
    </>
  );
}

/** The banner about support access to the clinic, for those who may see the activity log. */
function SupportNews({ session }: { session: Session }) {
  const { data } = useListSupportAccessQuery(undefined, { skip: !permissionsOf(session).may('audit.read') || session.support !== null });
  const leave = data?.filter(({ holds }) => holds) ?? [];
  if (session.support) return <ReadOnlyBanner />;
  return leave.length > 0 ? <SupportBanner leave={leave} /> : null;
}
