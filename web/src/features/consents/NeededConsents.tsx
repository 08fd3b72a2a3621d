import { lazyCode } from '@/components/lazyCode';
import { LoadFailure } from '@/components/LoadFailure';
import { useNeededConsents } from '@/features/consents/useNeededConsents';

const useNotice = lazyCode(
  async () => (await import('@/features/consents/NeededConsentsNotice')).NeededConsentsNotice,
);

interface Props {
  patientId: number;
  /** The service's name. */
  service: string;
}

/** The consents that a service needs of a patient; nothing where it needs none, and then its code is not fetched. */
export function NeededConsents({ patientId, service }: Props) {
  const needed = useNeededConsents(patientId, service);
  return needed.length > 0 ? (
    <Fetched patientId={patientId} service={service} needed={needed} />
  ) : null;
}

function Fetched(props: Props & { needed: ReturnType<typeof useNeededConsents> }) {
  const { code: Notice, failed, retry } = useNotice();
  if (failed)
    return (
      <LoadFailure
        what="The consents that the service needs could not be loaded."
        transient={false}
        onRetry={retry}
      />
    );
  return Notice ? <Notice {...props} /> : null;
}
