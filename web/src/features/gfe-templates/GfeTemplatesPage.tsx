import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { lazy, Suspense, useState } from 'react';

import { useCreateExamTemplateMutation, useListExamTemplatesQuery, type ExamTemplate } from '@/api/generated';
import { useMay } from '@/api/useMay';
import { useNotify } from '@/app/notices';
import { EmptyState } from '@/components/EmptyState';
import { LoadFailure } from '@/components/LoadFailure';
import { NoPermission } from '@/components/NoPermission';
import { PageHeader } from '@/components/PageHeader';
import { PageSkeleton } from '@/components/PageSkeleton';
import { TemplateCard } from '@/features/gfe-templates/TemplateCard';
import { copyOf } from '@/features/gfe-templates/templateForm';

const DeleteTemplate = lazy(async () => ({ default: (await import('@/features/gfe-templates/DeleteTemplate')).DeleteTemplate }));
const TemplateDialog = lazy(async () => ({ default: (await import('@/features/gfe-templates/TemplateDialog')).TemplateDialog }));
const ViewTemplateDialog = lazy(async () => ({ default: (await import('@/features/gfe-templates/ViewTemplateDialog')).ViewTemplateDialog }));

type Opened = { kind: 'create' } | { kind: 'view' | 'edit' | 'delete'; template: ExamTemplate };

/** The clinic's exam templates: words that a Good Faith Exam may start from. */
export function Component() {
  const { may } = useMay();
  const mayRead = may('gfe_template.read');
  const mayWrite = may('gfe_template.write');
  const mayDelete = may('gfe_template.delete');
  const { data: templates, isLoading, isError, refetch } = useListExamTemplatesQuery(undefined, { skip: !mayRead });
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const duplicate = useDuplicate(templates);
  const newTemplate = <Button variant="contained" startIcon={<Add />} onClick={() => setOpened({ kind: 'create' })}>New template</Button>;

  const list = () => {
    if (!mayRead) return <NoPermission what="the exam templates" />;
    if (isLoading) return <PageSkeleton />;
    if (isError || !templates) return <LoadFailure what="Exam templates could not be loaded." onRetry={refetch} />;
    if (templates.length === 0) return <EmptyState title="No templates yet" hint="A template fills the empty texts of a Good Faith Exam." action={mayWrite && newTemplate} />;
    return (
      <Box component="ul" aria-label="Exam templates" sx={{ display: 'grid', gap: 2, p: 0, m: 0, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 340px), 1fr))' }}>
        {templates.map((template) => (
          <TemplateCard
            key={template.id}
            template={template}
            onView={() => setOpened({ kind: 'view', template })}
            onEdit={mayWrite ? () => setOpened({ kind: 'edit', template }) : undefined}
            onDuplicate={mayWrite ? () => void duplicate(template) : undefined}
            onDelete={mayDelete ? () => setOpened({ kind: 'delete', template }) : undefined}
          />
        ))}
      </Box>
    );
  };

  return (
    <Stack spacing={3}>
      <PageHeader title="Exam templates" subtitle="Words that a Good Faith Exam may start from" actions={mayWrite && templates?.length ? newTemplate : undefined} />
      {list()}
      <Suspense fallback={null}>
        {opened?.kind === 'create' && <TemplateDialog onClose={close} />}
        {opened?.kind === 'edit' && <TemplateDialog template={opened.template} onClose={close} />}
        {opened?.kind === 'view' && (
          <ViewTemplateDialog template={opened.template} onClose={close} onEdit={mayWrite ? () => setOpened({ kind: 'edit', template: opened.template }) : undefined} />
        )}
        {opened?.kind === 'delete' && <DeleteTemplate template={opened.template} onClose={close} />}
      </Suspense>
    </Stack>
  );
}

function useDuplicate(templates: readonly ExamTemplate[] = []) {
  const notify = useNotify();
  const [create, { isLoading }] = useCreateExamTemplateMutation();
  return async (template: ExamTemplate) => {
    // A second tap while the first is on its way is not a second copy.
    if (isLoading) return;
    try {
      const { name } = await create(copyOf(template, templates)).unwrap();
      notify({ tone: 'success', text: `“${name}” was made.` });
    } catch {
      notify({ tone: 'error', text: 'Error creating template. Please try again.' });
    }
  };
}
