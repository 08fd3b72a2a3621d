import {
  useListConsentTemplateVersionsQuery,
  useRestoreConsentTemplateVersionMutation,
  useShowConsentTemplateVersionQuery,
  type ConsentTemplate,
} from '@/api/generated';
import { ConsentText } from '@/components/ConsentText';
import { QueryFailure } from '@/components/LoadFailure';
import { PartSkeleton } from '@/components/PartSkeleton';
import { TemplateHistoryDialog } from '@/components/TemplateHistoryDialog';

/** The versions of a consent template. Consents issued from one keep their text. */
export function TemplateHistory({
  template: { id, name },
  onClose,
}: {
  template: ConsentTemplate;
  onClose: () => void;
}) {
  const query = useListConsentTemplateVersionsQuery(id, { refetchOnMountOrArgChange: true });
  const [restore] = useRestoreConsentTemplateVersionMutation();
  return (
    <TemplateHistoryDialog
      id={id}
      name={name}
      query={query}
      Version={Version}
      restore={(version, seen) => restore({ id, version, 'If-Match': String(seen) }).unwrap()}
      onClose={onClose}
    />
  );
}

function Version({ id, version }: { id: number; version: number }) {
  const query = useShowConsentTemplateVersionQuery({ id, version });
  if (query.currentData) return <ConsentText label="Consent text" html={query.currentData.body} />;
  return query.isError ? (
    <QueryFailure what="The version could not be loaded." query={query} />
  ) : (
    <PartSkeleton label="Loading the version" height={120} />
  );
}
