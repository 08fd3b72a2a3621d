import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { lazy, Suspense, useState } from 'react';

import { useDeleteConsentTemplateMutation, useListConsentTemplatesQuery, type ConsentTemplate } from '@/api/generated';
import { useMay } from '@/api/useMay';
import { useSession } from '@/api/useSession';
import { useNotify } from '@/app/notices';
import { EmptyState } from '@/components/EmptyState';
import { LoadFailure } from '@/components/LoadFailure';
import { NoPermission } from '@/components/NoPermission';
import { PageHeader } from '@/components/PageHeader';
import { PageSkeleton } from '@/components/PageSkeleton';
import { TemplateCard } from '@/features/consent-templates/TemplateCard';

const ConfirmDialog = lazy(async () => ({ default: (await import('@/components/ConfirmDialog')).ConfirmDialog }));
const TemplateDialog = lazy(async () => ({ default: (await import('@/features/consent-templates/TemplateDialog')).TemplateDialog }));
const ViewTemplateDialog = lazy(async () => ({ default: (await import('@/features/consent-templates/ViewTemplateDialog')).ViewTemplateDialog }));

type Opened = { kind: 'create' } | { kind: 'view' | 'edit' | 'delete'; template: ConsentTemplate };

/** The clinic's consent forms: the texts that patients sign through the portal. */
export function Component() {
  const { may } = useMay();
  const mayRead = may('consent_template.read');
  const mayWrite = may('consent_template.write');
  const mayDelete = mayWrite && may('consent_template.delete');
  const timeZone = useSession()?.clinic.time_zone ?? 'UTC';
  const { data: templates, isLoading, isError, refetch } = useListConsentTemplatesQuery(undefined, { skip: !mayRead });
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const newTemplate = <Button variant="contained" startIcon={<Add />} onClick={() => setOpened({ kind: 'create' })}>New template</Button>;

  const list = () => {
    if (!mayRead) return <NoPermission what="the consent templates" />;
    if (isLoading) return <PageSkeleton />;
    if (isError || !templates) return <LoadFailure what="Consent templates could not be loaded." onRetry={refetch} />;
    if (templates.length === 0) return <EmptyState title="No templates yet" hint="Patients sign a copy of a template through a link." action={mayWrite && newTemplate} />;
    return (
      <Box component="ul" aria-label="Consent templates" sx={{ display: 'grid', gap: 2, p: 0, m: 0, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 320px), 1fr))' }}>
        {templates.map((template) => (
          <TemplateCard
            key={template.id}
            template={template}
            timeZone={timeZone}
            onView={() => setOpened({ kind: 'view', template })}
            onEdit={mayWrite ? () => setOpened({ kind: 'edit', template }) : undefined}
            onDelete={mayDelete ? () => setOpened({ kind: 'delete', template }) : undefined}
          />
        ))}
      </Box>
    );
  };

  return (
    <Stack spacing={3}>
      <PageHeader title="Consent templates" subtitle="The forms that patients sign through a link" actions={mayWrite && templates?.length ? newTemplate : undefined} />
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

function DeleteTemplate({ template, onClose }: { template: ConsentTemplate; onClose: () => void }) {
  const notify = useNotify();
  const [remove, { isLoading: removing }] = useDeleteConsentTemplateMutation();

  const confirm = async () => {
    try {
      await remove(template.id).unwrap();
      notify({ tone: 'success', text: 'Template deleted' });
    } catch {
      notify({ tone: 'error', text: 'Error deleting template. Please try again.' });
    }
    onClose();
  };

  return (
    <ConfirmDialog
      open
      question="Are you sure you want to delete this template?"
      detail={`“${template.name}” can then no longer be issued. Consents issued earlier keep their text.`}
      confirmLabel="Delete"
      onConfirm={confirm}
      onClose={onClose}
      busy={removing}
    />
  );
}
