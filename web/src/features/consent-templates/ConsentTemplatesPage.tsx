import { generatedApi, useListConsentTemplatesQuery } from '@/api/generated';
import { useMay } from '@/api/useMay';
import { prefetchLoader } from '@/api/prefetchLoader';
import { optional } from '@/components/optional';
import { TemplateManager } from '@/components/TemplateManager';
import { TemplatePreview } from '@/features/consent-templates/TemplatePreview';

const DeleteTemplate = optional(async () => (await import('@/features/consent-templates/DeleteTemplate')).DeleteTemplate);
const TemplateDialog = optional(async () => (await import('@/features/consent-templates/TemplateDialog')).TemplateDialog);
const ViewTemplateDialog = optional(async () => (await import('@/features/consent-templates/ViewTemplateDialog')).ViewTemplateDialog);

export const loader = prefetchLoader(({ may }) => [may('consent_template.read') && generatedApi.endpoints.listConsentTemplates.initiate()]);

/** The clinic's consent forms: the texts that patients sign through the portal. */
export function Component() {
  const { may } = useMay();
  const mayRead = may('consent_template.read');
  const mayWrite = may('consent_template.write');
  const list = useListConsentTemplatesQuery(undefined, { skip: !mayRead });
  return (
    <TemplateManager
      title="Consent templates"
      subtitle="The forms that patients sign through a link"
      hint="Patients sign a copy of a template through a link."
      may={{ read: mayRead, write: mayWrite, delete: mayWrite && may('consent_template.delete') }}
      list={list}
      Preview={TemplatePreview}
      Editor={TemplateDialog}
      View={ViewTemplateDialog}
      Delete={DeleteTemplate}
    />
  );
}
