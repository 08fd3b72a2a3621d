import {
  consentsApi,
  useDuplicateConsentTemplateMutation,
  useListConsentTemplatesQuery,
} from '@/api/generated';
import { prefetchLoader } from '@/api/prefetchLoader';
import { usePermissions } from '@/api/usePermissions';
import { lazyDialog } from '@/components/lazyDialog';
import { TemplateManager } from '@/components/TemplateManager';
import { TemplatePreview } from '@/features/consents/TemplatePreview';

const DeleteTemplate = lazyDialog(
  async () => (await import('@/features/consents/DeleteTemplate')).DeleteTemplate,
);
const RemovedTemplates = lazyDialog(
  async () => (await import('@/features/consents/RemovedTemplates')).RemovedTemplates,
);
const TemplateDialog = lazyDialog(
  async () => (await import('@/features/consents/TemplateDialog')).TemplateDialog,
);
const TemplateHistory = lazyDialog(
  async () => (await import('@/features/consents/TemplateHistory')).TemplateHistory,
);
const ViewTemplateDialog = lazyDialog(
  async () => (await import('@/features/consents/ViewTemplateDialog')).ViewTemplateDialog,
);

export const loader = prefetchLoader(({ may }) => [
  may('consent_template.read') && consentsApi.endpoints.listConsentTemplates.initiate(),
]);

/** The clinic's consent forms: the texts that patients sign through the portal. */
export function Component() {
  const { may } = usePermissions();
  const mayRead = may('consent_template.read');
  const mayWrite = may('consent_template.write');
  const list = useListConsentTemplatesQuery(undefined, { skip: !mayRead });
  const [duplicate] = useDuplicateConsentTemplateMutation();
  return (
    <TemplateManager
      title="Consent templates"
      subtitle="The forms that patients sign through a link"
      hint="Patients sign a copy of a template through a link."
      may={{ read: mayRead, write: mayWrite, delete: mayWrite && may('consent_template.delete') }}
      file={
        may('list.export')
          ? { url: '/api/consents/templates/export', name: 'consent-templates' }
          : undefined
      }
      list={list}
      Preview={TemplatePreview}
      Editor={TemplateDialog}
      View={ViewTemplateDialog}
      Delete={DeleteTemplate}
      History={TemplateHistory}
      Removed={RemovedTemplates}
      duplicate={({ id }) => duplicate(id).unwrap()}
    />
  );
}
