import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import {
  useCreateProtocolDraftMutation,
  useLazyShowProtocolQuery,
  useUpdateProtocolDraftMutation,
  type ProtocolDraft,
} from '@/api/generated';
import { BothChanged } from '@/components/BothChanged';
import { FormDialog } from '@/components/FormDialog';
import { FormText } from '@/components/FormText';
import { useSaveForm } from '@/components/useSaveForm';
import { BodyEditor } from '@/features/consents';
import {
  blankDraft,
  draftFields,
  draftForm,
  draftLabels,
  fromDraft,
  toDraft,
  type DraftForm,
} from '@/features/protocols/draftForm';
import { mergeChangedRow, type Conflict } from '@/lib/mergeChanges';

interface Props {
  service: string;
  /** The draft to change; none for a new one. */
  draft?: ProtocolDraft | undefined;
  /** What a new one begins with: the version that it follows. */
  from?: Pick<DraftForm, 'title' | 'body'> | undefined;
  onClose: () => void;
}

/** Writes the next version of a protocol. A failure keeps what was typed. */
export function DraftDialog({ service, draft: opened, from, onClose }: Props) {
  const [draft, setDraft] = useState(opened);
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);
  const form = useForm<DraftForm>({
    resolver: zodResolver(draftForm),
    defaultValues: opened ? fromDraft(opened) : { ...blankDraft, ...from },
  });
  const {
    control,
    formState: { isDirty },
  } = form;
  const [create] = useCreateProtocolDraftMutation();
  const [update] = useUpdateProtocolDraftMutation();
  const [lookUp] = useLazyShowProtocolQuery();
  const { save, saving, notSaved } = useSaveForm<DraftForm>({
    form,
    what: 'The draft',
    fields: draftFields,
    send: async (typed) => {
      const changed = toDraft(typed);
      if (draft)
        await update({
          id: draft.id,
          'If-Match': String(draft.version),
          changedProtocolDraft: changed,
        }).unwrap();
      else await create({ ...changed, service }).unwrap();
      return {
        text: `The next version of the protocol for ${service} is saved. It waits for a Medical Director's signature.`,
      };
    },
    loadTheirs: async () => {
      if (!draft) return 'Not saved yet.';
      const { drafts } = await lookUp(draft.protocol_id).unwrap();
      const merged = mergeChangedRow(
        draft,
        drafts,
        { form, read: fromDraft, labels: draftLabels },
        conflicts,
      );
      setConflicts(merged.conflicts);
      setDraft(merged.row);
      return merged.words;
    },
    onSaved: onClose,
  });
  return (
    <FormDialog
      open
      title={draft ? 'Edit the draft' : 'Next version'}
      submitLabel="Save draft"
      maxWidth="lg"
      submitting={saving}
      dirty={isDirty}
      error={notSaved}
      onSubmit={save}
      onClose={onClose}
    >
      <BothChanged form={form} conflicts={conflicts} />
      <Typography color="textSecondary">{`Protocol for ${service}. It is in force once a Medical Director has signed it.`}</Typography>
      <FormText
        control={control}
        name="title"
        label={draftLabels.title}
        required
        autoFocus
        autoComplete="off"
      />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
          alignItems: 'start',
        }}
      >
        <FormText
          control={control}
          name="valid_from"
          label={draftLabels.valid_from}
          type="date"
          hint="Empty: from the day of the signature."
        />
        <FormText
          control={control}
          name="valid_until"
          label={draftLabels.valid_until}
          type="date"
          hint="Empty: for 12 months. At most 24 months ahead."
        />
      </Box>
      <BodyEditor
        control={control}
        name="body"
        label="Text of the protocol"
        readerSees="What providers read"
      />
    </FormDialog>
  );
}
