import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { asFailure } from '@/api/failure';
import {
  useLazyListServiceMessagesQuery,
  usePreviewAftercareMutation,
  useUpdateServiceMessagesMutation,
  type MessagePreview,
  type ServiceMessages,
} from '@/api/generated';
import { BothChanged } from '@/components/BothChanged';
import { Button } from '@/components/Button';
import { FormArea } from '@/components/FormArea';
import { FormCheckbox } from '@/components/FormCheckbox';
import { FormDialog } from '@/components/FormDialog';
import { FormText } from '@/components/FormText';
import { ShowFieldChanges } from '@/components/ShowFieldChanges';
import { useSaveForm } from '@/components/useSaveForm';
import { PreviewBox } from '@/features/messages/PreviewBox';
import {
  fromServiceMessages,
  limits,
  serviceMessagesFields,
  serviceMessagesForm,
  serviceMessagesLabels as labels,
  toServiceMessages,
  type ServiceMessagesForm,
} from '@/features/messages/serviceMessagesForm';
import { mergeWithConflicts, type Conflict } from '@/lib/mergeChanges';
import { applyServerErrors } from '@/lib/serverErrors';

interface Props {
  found: ServiceMessages;
  onClose: () => void;
}

/** What is sent around the visits of one service, and when somebody follows up. */
export function ServiceMessagesDialog({ found, onClose }: Props) {
  const { service_id, service } = found;
  const [seen, setSeen] = useState(found);
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);
  const form = useForm<ServiceMessagesForm>({
    resolver: zodResolver(serviceMessagesForm),
    defaultValues: fromServiceMessages(found),
  });
  const {
    control,
    formState: { isDirty },
    getValues,
    setError,
  } = form;
  const [update] = useUpdateServiceMessagesMutation();
  const [load] = useLazyListServiceMessagesQuery();
  const [show] = usePreviewAftercareMutation();
  const [preview, setPreview] = useState<MessagePreview>();
  const [problem, setProblem] = useState<string>();
  const { save, saving, notSaved } = useSaveForm<ServiceMessagesForm>({
    form,
    what: 'The messages of a service',
    fields: serviceMessagesFields,
    send: async (typed) => {
      await update({
        id: service_id,
        'If-Match': String(seen.version),
        newServiceMessages: toServiceMessages(typed),
      }).unwrap();
      return { text: `The messages of ${service} are saved.` };
    },
    loadTheirs: async () => {
      const theirs = (await load().unwrap()).find((one) => one.service_id === service_id) ?? seen;
      setConflicts(
        mergeWithConflicts(
          form,
          fromServiceMessages(seen),
          fromServiceMessages(theirs),
          labels,
          conflicts,
        ),
      );
      setSeen(theirs);
      return 'Not saved yet. Somebody else changed this service’s messages meanwhile. What you typed is still here: check it and save again.';
    },
    onSaved: onClose,
  });
  const showPreview = async () => {
    setProblem(undefined);
    setPreview(undefined);
    if (!(await form.trigger('aftercare'))) return;
    const aftercare = getValues('aftercare').trim();
    if (!aftercare)
      return setError('aftercare', { message: 'Write a text to preview.' }, { shouldFocus: true });
    try {
      setPreview(await show({ id: service_id, aftercareText: { aftercare } }).unwrap());
    } catch (thrown) {
      setProblem(applyServerErrors(asFailure(thrown), setError, ['aftercare']));
    }
  };
  return (
    <FormDialog
      open
      title={`Messages of ${service}`}
      submitLabel="Save"
      submitting={saving}
      dirty={isDirty}
      error={notSaved ?? problem}
      maxWidth="md"
      onSubmit={save}
      onClose={onClose}
    >
      <BothChanged form={form} conflicts={conflicts} />
      <ShowFieldChanges record="service_messages" id={service_id}>
        <FormCheckbox control={control} name="reminder" label={labels.reminder} />
        <FormArea
          control={control}
          name="aftercare"
          label={labels.aftercare}
          minRows={6}
          hint={`Mailed once when a visit is completed or a treatment saved. At most ${limits.aftercare.toLocaleString('en-US')} characters; empty: nothing is sent.`}
        />
        <Box>
          <Button variant="outlined" onClick={() => void showPreview()}>
            Preview
          </Button>
        </Box>
        {preview && <PreviewBox preview={preview} />}
        <Box sx={pair}>
          <FormText
            control={control}
            name="recall_weeks"
            label={labels.recall_weeks}
            inputMode="numeric"
            autoComplete="off"
            hint="From 1 to 104. A patient without a further visit is reminded once; empty: never."
          />
          <FormText
            control={control}
            name="follow_up_days"
            label={labels.follow_up_days}
            inputMode="numeric"
            autoComplete="off"
            hint="From 1 to 365, often 14. The follow-up is listed for your team; empty: as the settings of messages say."
          />
          <Box />
          <FormCheckbox
            control={control}
            name="no_follow_up"
            label={labels.no_follow_up}
            hint="Even if the settings of messages ask for follow-ups."
          />
        </Box>
      </ShowFieldChanges>
    </FormDialog>
  );
}

const pair = {
  display: 'grid',
  columnGap: 2.5,
  rowGap: 2,
  gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
  alignItems: 'start',
} as const;
