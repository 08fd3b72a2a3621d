import { useModules } from '@/api/useModules';
import { lazyCode } from '@/components/lazyCode';
import { LoadFailure } from '@/components/LoadFailure';
import { PartSkeleton } from '@/components/PartSkeleton';
import type { TreatmentProtocolProps } from '@/features/protocols/TreatmentProtocol';

/** What the treatment form shows. Its code is fetched only where the clinic keeps protocols. */
const useTreatmentProtocol = lazyCode(
  async () => (await import('@/features/protocols/TreatmentProtocol')).TreatmentProtocol,
);

/** The protocol of a treatment's service, and what stands in the way. */
export function TreatmentProtocolGate(props: TreatmentProtocolProps) {
  return useModules().isOn('protocols') ? <Fetched {...props} /> : null;
}

function Fetched(props: TreatmentProtocolProps) {
  const { code: Code, failed, retry } = useTreatmentProtocol();
  if (Code) return <Code {...props} />;
  return failed ? (
    <LoadFailure what="The protocol could not be loaded." transient={false} onRetry={retry} />
  ) : (
    <PartSkeleton label="Loading the protocol" height={32} />
  );
}
