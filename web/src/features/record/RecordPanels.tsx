import { lazyCode } from '@/components/lazyCode';
import { LoadFailure } from '@/components/LoadFailure';
import { PartSkeleton } from '@/components/PartSkeleton';

const usePanels = lazyCode(async () => {
  const [{ NotesPanel }, { TimelinePanel }] = await Promise.all([
    import('@/features/record/NotesPanel'),
    import('@/features/record/TimelinePanel'),
  ]);
  return { NotesPanel, TimelinePanel };
});

export const preloadRecordPanels = usePanels.preload;

/** The notes and the timeline. They are below what the page is opened for, so their code is fetched once it is drawn. */
export function RecordPanels({ patientId }: { patientId: number }) {
  const { code, failed, retry } = usePanels();
  if (failed)
    return (
      <LoadFailure
        what="The notes and the timeline could not be loaded."
        transient={false}
        onRetry={retry}
      />
    );
  if (!code) return <PartSkeleton label="Loading the notes and the timeline" height={240} />;
  const { NotesPanel, TimelinePanel } = code;
  return (
    <>
      <NotesPanel patientId={patientId} />
      <TimelinePanel patientId={patientId} />
    </>
  );
}
