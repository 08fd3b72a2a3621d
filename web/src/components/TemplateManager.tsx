import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useRef, useState, type ComponentType, type ReactNode } from 'react';

import type { ListFile } from '@/api/listFile';
import { Button } from '@/components/Button';
import { EmptyState } from '@/components/EmptyState';
import { ExportButton } from '@/components/ExportButton';
import { QueryFailure } from '@/components/LoadFailure';
import { NoPermission } from '@/components/NoPermission';
import { PageHeader } from '@/components/PageHeader';
import { PageSkeleton } from '@/components/PageSkeleton';
import { WordButton } from '@/components/WordButton';
import { useNotify } from '@/lib/notices';

interface Props<Template> {
  /** 'Exam templates' */
  title: string;
  subtitle: string;
  /** What a template is for, to a clinic that has none. */
  hint: string;
  may: Record<'read' | 'write' | 'delete', boolean>;
  /** The call that returns them as CSV, and the file's name; absent for a role that may not export. */
  file?: { url: ListFile['url']; name: string } | undefined;
  list: {
    data?: readonly Template[] | undefined;
    isLoading: boolean;
    error?: unknown;
    refetch: () => unknown;
  };
  /** What a card shows below the template's name. */
  Preview: ComponentType<{ template: Template }>;
  /** Makes a template, or changes the one it is given. */
  Editor: ComponentType<{ template?: Template; onClose: () => void }>;
  View: ComponentType<{
    template: Template;
    onEdit: (() => void) | undefined;
    onClose: () => void;
  }>;
  Delete: ComponentType<{ template: Template; onClose: () => void }>;
  /** Its versions, each of which can be restored. */
  History: ComponentType<{ template: Template; onClose: () => void }>;
  /** Those that were deleted, each of which can be restored. */
  Removed: ComponentType<{ onClose: () => void }>;
  /** Sends the request for a copy; rejects with the failure. */
  duplicate: (template: Template) => Promise<Template>;
}

type OpenDialog<Template> =
  | { kind: 'create' | 'removed' }
  | { kind: 'view' | 'edit' | 'history' | 'delete'; template: Template };

/** A page of templates, one a card, with the actions the role allows: for consent templates and exam templates. */
export function TemplateManager<Template extends { id: number; name: string }>({
  title,
  subtitle,
  hint,
  may,
  file,
  list,
  Preview,
  Editor,
  View,
  Delete,
  History,
  Removed,
  duplicate,
}: Props<Template>) {
  const [opened, setOpened] = useState<OpenDialog<Template> | null>(null);
  const close = () => setOpened(null);
  const copy = useCopy(duplicate, (template) => setOpened({ kind: 'edit', template }));
  const newTemplate = (
    <Button variant="contained" startIcon={<Add />} onClick={() => setOpened({ kind: 'create' })}>
      New template
    </Button>
  );
  const templates = list.data;

  const cards = () => {
    if (!may.read) return <NoPermission what={`the ${title.toLowerCase()}`} />;
    if (list.isLoading) return <PageSkeleton />;
    const failure = <QueryFailure what={`${title} could not be loaded.`} query={list} />;
    if (!templates) return list.error ? failure : <PageSkeleton />;
    if (templates.length === 0)
      return (
        <>
          {failure}
          <EmptyState title="No templates yet" hint={hint} action={may.write && newTemplate} />
        </>
      );
    return (
      <>
        {failure}
        <Box
          component="ul"
          aria-label={title}
          sx={{
            display: 'grid',
            gap: 2,
            p: 0,
            m: 0,
            gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 320px), 1fr))',
          }}
        >
          {templates.map((template) => {
            const tools: [name: string, press: (() => void) | false | undefined][] = [
              ['View', () => setOpened({ kind: 'view', template })],
              ['Edit', may.write && (() => setOpened({ kind: 'edit', template }))],
              ['Duplicate', may.write && (() => void copy(template))],
              ['History', may.write && (() => setOpened({ kind: 'history', template }))],
              ['Delete', may.delete && (() => setOpened({ kind: 'delete', template }))],
            ];
            return (
              <Card key={template.id} name={template.name} tools={tools}>
                <Preview template={template} />
              </Card>
            );
          })}
        </Box>
      </>
    );
  };

  return (
    <Stack spacing={2}>
      <PageHeader
        title={title}
        subtitle={subtitle}
        actions={
          templates?.length ? (
            <>
              {file && (
                <ExportButton
                  list={{ url: file.url }}
                  name={file.name}
                  failure={`${title} could not be exported.`}
                />
              )}
              {may.write && newTemplate}
            </>
          ) : undefined
        }
      />
      {cards()}
      {may.delete && templates && (
        <Box sx={{ ml: -1 }}>
          <WordButton
            label="Deleted templates"
            name="Deleted templates"
            onPress={() => setOpened({ kind: 'removed' })}
          />
        </Box>
      )}
      {opened?.kind === 'create' && <Editor onClose={close} />}
      {opened?.kind === 'edit' && <Editor template={opened.template} onClose={close} />}
      {opened?.kind === 'view' && (
        <View
          template={opened.template}
          onClose={close}
          onEdit={
            may.write ? () => setOpened({ kind: 'edit', template: opened.template }) : undefined
          }
        />
      )}
      {opened?.kind === 'history' && <History template={opened.template} onClose={close} />}
      {opened?.kind === 'removed' && <Removed onClose={close} />}
      {opened?.kind === 'delete' && <Delete template={opened.template} onClose={close} />}
    </Stack>
  );
}

/** Makes a copy and opens it. */
function useCopy<Template extends { name: string }>(
  duplicate: (template: Template) => Promise<Template>,
  open: (copy: Template) => void,
) {
  const notify = useNotify('copy of a template');
  const busy = useRef(false);
  return async (template: Template) => {
    // A second tap must not make a second copy.
    if (busy.current) return;
    busy.current = true;
    try {
      const copy = await duplicate(template);
      notify({ tone: 'success', text: `“${copy.name}” was made.` });
      open(copy);
    } catch {
      notify({ tone: 'error', text: 'Error creating template. Please try again.' });
    } finally {
      busy.current = false;
    }
  };
}

function Card({
  name,
  tools,
  children,
}: {
  name: string;
  tools: readonly [name: string, press: (() => void) | false | undefined][];
  children: ReactNode;
}) {
  return (
    <Paper
      component="li"
      variant="outlined"
      sx={{ p: { xs: 2, sm: 3 }, display: 'flex', flexDirection: 'column', gap: 1 }}
    >
      <Typography variant="h2" sx={{ overflowWrap: 'anywhere' }}>
        {name}
      </Typography>
      {children}
      {/* The first button's text is aligned with the text above. */}
      <Stack
        direction="row"
        useFlexGap
        spacing={{ xs: 0.5, sm: 1 }}
        sx={{ flexWrap: 'wrap', ml: -1 }}
      >
        {tools.map(
          ([tool, press]) =>
            press && (
              <WordButton
                key={tool}
                label={tool}
                name={`${tool} ${name}`}
                onPress={press}
                danger={tool === 'Delete'}
              />
            ),
        )}
      </Stack>
    </Paper>
  );
}
