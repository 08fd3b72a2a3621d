import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { asFailure } from '@/api/failure';
import {
  useCreateConsentTemplateMutation,
  useLazyListConsentTemplatesQuery,
  useUpdateConsentTemplateMutation,
  type ConsentTemplate,
} from '@/api/generated';
import { BothChanged } from '@/components/BothChanged';
import { FormDialog } from '@/components/FormDialog';
import { FormText } from '@/components/FormText';
import { BodyEditor } from '@/features/consents/BodyEditor';
import {
  blankTemplate,
  fromTemplate,
  templateForm,
  templateLabels,
  toNewTemplate,
  type TemplateForm,
} from '@/features/consents/templateForm';
import { mergeChangedRow, type Conflict } from '@/lib/mergeChanges';
import { useNotify } from '@/lib/notices';
import { applyServerErrors } from '@/lib/serverErrors';

interface Props {
  /** The template to edit; absent for a new one. */
  template?: ConsentTemplate | undefined;
  onClose: () => void;
}

/** Creates or edits a consent template. Consents issued earlier keep their text. */
export function TemplateDialog({ template: opened, onClose }: Props) {
  const notify = useNotify('consent template');
  const [create, creating] = useCreateConsentTemplateMutation();
  const [update, updating] = useUpdateConsentTemplateMutation();
  const [notSaved, setNotSaved] = useState<string>();
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);
  const [template, setTemplate] = useState(opened);
  const [lookUp] = useLazyListConsentTemplatesQuery();
  const form = useForm<TemplateForm>({
    resolver: zodResolver(templateForm),
    defaultValues: template ? fromTemplate(template) : blankTemplate,
  });
  const { control, handleSubmit, setError, formState } = form;

  /** After a 412: merges what somebody else saved. */
  const loadNewest = async (seen: ConsentTemplate) => {
    const merged = mergeChangedRow(
      seen,
      await lookUp().unwrap(),
      { form, read: fromTemplate, labels: templateLabels },
      conflicts,
    );
    setNotSaved(merged.words);
    setConflicts(merged.conflicts);
    setTemplate(merged.row);
  };

  const save = handleSubmit(async (typed) => {
    setNotSaved(undefined);
    const newConsentTemplate = toNewTemplate(typed);
    let undo: (() => unknown) | undefined;
    try {
      try {
        if (template) {
          const changed = await update({
            id: template.id,
            'If-Match': String(template.version),
            newConsentTemplate,
          }).unwrap();
          undo = () =>
            update({
              id: changed.id,
              'If-Match': String(changed.version),
              newConsentTemplate: { name: template.name, body: template.body },
            }).unwrap();
        } else await create(newConsentTemplate).unwrap();
      } catch (thrown) {
        if (!template || asFailure(thrown).status !== 412) throw thrown;
        return await loadNewest(template);
      }
      notify({ tone: 'success', text: template ? 'Template updated' : 'Template created', undo });
      onClose();
    } catch (thrown) {
      const reason = applyServerErrors(asFailure(thrown), setError, ['name', 'body']);
      notify({
        tone: 'error',
        text: `Error ${template ? 'updating' : 'creating'} template. Please try again.`,
      });
      setNotSaved(['Not saved yet.', reason].filter(Boolean).join(' '));
    }
  });

  return (
    <FormDialog
      open
      title={template ? 'Edit template' : 'New template'}
      maxWidth="lg"
      submitLabel={template ? 'Save changes' : 'Create template'}
      submitting={creating.isLoading || updating.isLoading}
      error={notSaved}
      dirty={formState.isDirty}
      onSubmit={save}
      onClose={onClose}
    >
      <BothChanged form={form} conflicts={conflicts} />
      <FormText control={control} name="name" label="Name" required autoFocus autoComplete="off" />
      <BodyEditor
        control={control}
        name="body"
        label="Consent text"
        readerSees="What the patient sees"
      />
    </FormDialog>
  );
}
