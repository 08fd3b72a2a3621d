import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';

import { asFailure } from '@/api/failure';
import {
  useLazyListMessageTemplatesQuery,
  usePreviewMessageTemplateMutation,
  useResetMessageTemplateMutation,
  useUpdateMessageTemplateMutation,
  type MessagePreview,
  type MessageTemplate,
} from '@/api/generated';
import { BothChanged } from '@/components/BothChanged';
import { Button } from '@/components/Button';
import { FormArea } from '@/components/FormArea';
import { FormDialog } from '@/components/FormDialog';
import { FormText } from '@/components/FormText';
import { useSaveForm } from '@/components/useSaveForm';
import { isInsteadOfMail, templateName } from '@/features/messages/kinds';
import { PreviewBox } from '@/features/messages/PreviewBox';
import { longestText, requiredText } from '@/lib/formRules';
import { mergeWithConflicts, type Conflict } from '@/lib/mergeChanges';
import { useNotify } from '@/lib/notices';
import { applyServerErrors } from '@/lib/serverErrors';

const longestBody = { email: 4_000, text: 320 } as const;
const formOf = ({ channel }: MessageTemplate) =>
  z.object({
    subject: channel === 'email' ? requiredText('Subject', longestText) : z.string(),
    body: requiredText('Text', longestBody[channel]),
  });
type TemplateForm = z.infer<ReturnType<typeof formOf>>;
const read = ({ subject, body }: Pick<MessageTemplate, 'subject' | 'body'>): TemplateForm => ({
  subject: subject ?? '',
  body,
});

const labels = { subject: 'Subject', body: 'Text' } as const;

interface Props {
  template: MessageTemplate;
  onClose: () => void;
}

/** The words of one kind of message, with a preview of what a patient would read. */
export function MessageTemplateDialog({ template, onClose }: Props) {
  const { kind, channel, variables, subject_variables } = template;
  const isMail = channel === 'email';
  const name = templateName(template);
  const [seen, setSeen] = useState(template);
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);
  const form = useForm<TemplateForm>({
    resolver: zodResolver(formOf(template)),
    defaultValues: read(template),
  });
  const {
    control,
    formState: { isDirty },
    getValues,
    handleSubmit,
    setError,
    setValue,
  } = form;
  const [preview, setPreview] = useState<MessagePreview>();
  const [update] = useUpdateMessageTemplateMutation();
  const [show] = usePreviewMessageTemplateMutation();
  const [reset] = useResetMessageTemplateMutation();
  const [load] = useLazyListMessageTemplatesQuery();
  const notify = useNotify('message template');
  const [problem, setProblem] = useState<string>();
  const toCall = ({ subject, body }: TemplateForm) => ({ body, ...(isMail && { subject }) });

  const { save, saving, notSaved } = useSaveForm<TemplateForm>({
    form,
    what: 'A message',
    fields: ['subject', 'body'],
    send: async (typed) => {
      await update({
        kind,
        channel,
        'If-Match': String(seen.version),
        newMessageTemplate: toCall(typed),
      }).unwrap();
      return { text: `The words of “${name}” are saved.` };
    },
    loadTheirs: async () => {
      const theirs =
        (await load().unwrap()).find((one) => one.kind === kind && one.channel === channel) ?? seen;
      setConflicts(mergeWithConflicts(form, read(seen), read(theirs), labels, conflicts));
      setSeen(theirs);
      return 'Not saved yet. Somebody else changed these words meanwhile. What you typed is still here: check it and save again.';
    },
    onSaved: onClose,
  });
  const showPreview = handleSubmit(async (typed) => {
    setProblem(undefined);
    try {
      setPreview(await show({ kind, channel, newMessageTemplate: toCall(typed) }).unwrap());
    } catch (thrown) {
      setPreview(undefined);
      setProblem(applyServerErrors(asFailure(thrown), setError, ['subject', 'body']));
    }
  });
  const keepOurs = async () => {
    try {
      await reset({ kind, channel, 'If-Match': String(seen.version) }).unwrap();
      notify({ tone: 'success', text: `“${name}” has Celadon’s words again.` });
      onClose();
    } catch (thrown) {
      setProblem(asFailure(thrown).message);
    }
  };
  return (
    <FormDialog
      open
      title={`Words of “${name}”`}
      submitLabel="Save words"
      submitting={saving}
      dirty={isDirty}
      error={notSaved ?? problem}
      maxWidth="md"
      onSubmit={save}
      onClose={onClose}
    >
      <BothChanged form={form} conflicts={conflicts} />
      {isInsteadOfMail(template) && (
        <Typography color="textSecondary">
          {template.kind === 'form'
            ? 'Sent when a member texts the link of a form.'
            : 'Sent to clients who cannot be mailed, in place of the mail, if the settings say so.'}
        </Typography>
      )}
      {isMail && (
        <FormText
          control={control}
          name="subject"
          label={labels.subject}
          required
          autoComplete="off"
          hint={`The subject may hold ${subject_variables.map(braced).join(', ')}, and may not name the treatment.`}
        />
      )}
      <FormArea
        control={control}
        name="body"
        label={labels.body}
        required
        minRows={isMail ? 10 : 4}
        hint={`At most ${longestBody[channel].toLocaleString('en-US')} characters.${isMail ? '' : ' The text may not name the treatment: others can read it on a locked screen. The preview counts its parts.'}`}
      />
      <Box role="group" aria-label="Put in" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {variables.map((variable) => (
          <Button
            key={variable}
            variant="outlined"
            onClick={() =>
              setValue('body', `${getValues('body')}${braced(variable)}`, {
                shouldDirty: true,
                shouldTouch: true,
              })
            }
          >
            {braced(variable)}
          </Button>
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" onClick={() => void showPreview()}>
          Preview
        </Button>
        {!seen.is_default && <Button onClick={() => void keepOurs()}>Use Celadon’s words</Button>}
      </Box>
      {preview && <PreviewBox preview={preview} />}
    </FormDialog>
  );
}

const braced = (name: string) => `{${name}}`;
