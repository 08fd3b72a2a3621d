import type { Estimate } from '@/api/generated';
import { lazyCode } from '@/components/lazyCode';
import { LoadFailure } from '@/components/LoadFailure';
import { Panel } from '@/components/Panel';
import { PartSkeleton } from '@/components/PartSkeleton';

const useVersionList = lazyCode(
  async () => (await import('@/features/estimates/VersionList')).VersionList,
);

/** What the estimate said before: each version that was saved, by whom, what it changed and who had signed it. Below the form, so that its code is fetched once the form is drawn. */
export function EstimateVersions({ estimate }: { estimate: Estimate }) {
  const { code: VersionList, failed, retry } = useVersionList();
  return (
    <Panel title="Versions">
      {VersionList && <VersionList estimate={estimate} />}
      {!VersionList && !failed && <PartSkeleton label="Loading the versions" height={56} />}
      {failed && (
        <LoadFailure what="The versions could not be loaded." transient={false} onRetry={retry} />
      )}
    </Panel>
  );
}

/** Earlier ones, or the copy of one that somebody has signed. */
export const hasVersionsToShow = ({ version, pt_is_signed, prov_is_signed }: Estimate) =>
  version > 1 || pt_is_signed || prov_is_signed;
