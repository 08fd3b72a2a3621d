import type { ChartConsent } from '@/api/generated';
import { ConsentText } from '@/components/ConsentText';
import { ViewDialog } from '@/components/ViewDialog';

/** A consent's whole text, as it was signed. */
export function ConsentTextDialog({
  consent: { template_name, template_version, body },
  onClose,
}: {
  consent: ChartConsent;
  onClose: () => void;
}) {
  return (
    <ViewDialog
      title={`${template_name}, version ${template_version}`}
      label="The consent as it was signed"
      onClose={onClose}
    >
      <ConsentText label={template_name} html={body} />
    </ViewDialog>
  );
}
