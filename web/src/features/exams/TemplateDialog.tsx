import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { asFailure } from '@/api/failure';
import {
  useCreateExamTemplateMutation,
  useLazyListExamTemplatesQuery,
  useUpdateExamTemplateMutation,
  type ExamTemplate,
} from '@/api/generated';
import { BothChanged } from '@/components/BothChanged';
import { FormArea } from '@/components/FormArea';
import { FormDialog } from '@/components/FormDialog';
import { FormText } from '@/components/FormText';
import { SystemsText } from '@/features/exams/SystemsText';
import { templateForm } from '@/features/exams/templateForm';
import {
  blankTemplate,
  fromTemplate,
  templateFields,
  templateLabels,
  toNewTemplate,
  type TemplateForm,
} from '@/features/exams/templateRecord';
import { mergeChangedRow, type Conflict } from '@/lib/mergeChanges';
import { useNotify } from '@/lib/notices';
import { applyServerErrors } from '@/lib/serverErrors';

interface Props {
  /** The template to edit; absent for a new one. */
  template?: ExamTemplate | undefined;
  onClose: () => void;
}

/** Creates or edits an exam template. Exams written from it keep their text. */
export function TemplateDialog({ template: opened, onClose }: Props) {
  const notify = useNotify('exam template');
  const [create, creating] = useCreateExamTemplateMutation();
  const [update, updating] = useUpdateExamTemplateMutation();
  const [notSaved, setNotSaved] = useState<string>();
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);
  const [template, setTemplate] = useState(opened);
  const [lookUp] = useLazyListExamTemplatesQuery();
  const form = useForm<TemplateForm>({
    resolver: zodResolver(templateForm),
    defaultValues: template ? fromTemplate(template) : blankTemplate,
  });
  const { control, handleSubmit, setError, formState } = form;

  /** After a 412: merges what somebody else saved. */
  const loadNewest = async (seen: ExamTemplate) => {
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
    const newExamTemplate = toNewTemplate(typed);
    let undo: (() => unknown) | undefined;
    try {
      try {
        if (template) {
          const changed = await update({
            id: template.id,
            'If-Match': String(template.version),
            newExamTemplate,
          }).unwrap();
          undo = () =>
            update({
              id: changed.id,
              'If-Match': String(changed.version),
              newExamTemplate: toNewTemplate(fromTemplate(template)),
            }).unwrap();
        } else await create(newExamTemplate).unwrap();
      } catch (thrown) {
        if (!template || asFailure(thrown).status !== 412) throw thrown;
        return await loadNewest(template);
      }
      notify({ tone: 'success', text: template ? 'Template updated' : 'Template created', undo });
      onClose();
    } catch (thrown) {
      const reason = applyServerErrors(asFailure(thrown), setError, templateFields);
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
      maxWidth="md"
      submitLabel={template ? 'Save changes' : 'Create template'}
      submitting={creating.isLoading || updating.isLoading}
      error={notSaved}
      dirty={formState.isDirty}
      onSubmit={save}
      onClose={onClose}
    >
      <BothChanged form={form} conflicts={conflicts} />
      <FormText control={control} name="name" label="Name" required autoFocus autoComplete="off" />
      <FormArea control={control} name="description" label="Description" maxRows={4} />
      <FormArea
        control={control}
        name="vitals_template"
        label="Vitals"
        hint="___ is a blank to be filled in, as in “HR: ___ bpm”."
        minRows={2}
        maxRows={6}
      />
      <SystemsText control={control} name="ros_template" label="Review of systems" />
      <SystemsText control={control} name="pe_template" label="Physical exam" />
    </FormDialog>
  );
}
