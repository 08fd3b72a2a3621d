import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import {
  useLazyShowMessageSettingsQuery,
  useUpdateMessageSettingsMutation,
  type MessageSettings,
} from '@/api/generated';
import { BothChanged } from '@/components/BothChanged';
import { FormCheckbox } from '@/components/FormCheckbox';
import { FormDialog } from '@/components/FormDialog';
import { FormText } from '@/components/FormText';
import { ShowFieldChanges } from '@/components/ShowFieldChanges';
import { useSaveForm } from '@/components/useSaveForm';
import {
  fromSettings,
  settingsFields,
  settingsForm,
  settingsLabels as labels,
  toSettings,
  type SettingsForm,
} from '@/features/messages/settingsForm';
import { mergeWithConflicts, type Conflict } from '@/lib/mergeChanges';

interface Props {
  settings: MessageSettings;
  onClose: () => void;
}

/** Which messages are sent, and when. */
export function MessageSettingsDialog({ settings, onClose }: Props) {
  const [seen, setSeen] = useState(settings);
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);
  const form = useForm<SettingsForm>({
    resolver: zodResolver(settingsForm),
    defaultValues: fromSettings(settings),
  });
  const {
    control,
    formState: { isDirty },
  } = form;
  const [update] = useUpdateMessageSettingsMutation();
  const [load] = useLazyShowMessageSettingsQuery();
  const { save, saving, notSaved } = useSaveForm<SettingsForm>({
    form,
    what: 'The settings of messages',
    fields: settingsFields,
    send: async (typed) => {
      const saved = await update({
        'If-Match': String(seen.version),
        newMessageSettings: toSettings(typed),
      }).unwrap();
      return {
        text: saved.enabled
          ? 'The settings of messages are saved.'
          : 'The settings of messages are saved: nothing is sent.',
      };
    },
    loadTheirs: async () => {
      const theirs = await load().unwrap();
      const both = mergeWithConflicts(
        form,
        fromSettings(seen),
        fromSettings(theirs),
        labels,
        conflicts,
      );
      setConflicts(both);
      setSeen(theirs);
      return `Not saved yet. Somebody else changed the settings meanwhile; their changes are in the form now.${both.length > 0 ? ` You both changed ${both.map(({ label }) => label).join(', ')}; the form holds yours.` : ''} Check it and save again.`;
    },
    onSaved: onClose,
  });
  const check = (
    name:
      | 'enabled'
      | 'booked'
      | 'moved'
      | 'cancelled'
      | 'reminder'
      | 'confirm_text'
      | 'day_text'
      | 'aftercare'
      | 'recall'
      | 'form_reminders'
      | 'news_by_text',
  ) => <FormCheckbox control={control} name={name} label={labels[name]} />;
  const time = (
    name: 'reminder_at' | 'confirm_text_at' | 'day_text_at' | 'quiet_from' | 'quiet_to',
    hint?: string,
  ) => (
    <FormText control={control} name={name} label={labels[name]} type="time" required hint={hint} />
  );
  return (
    <FormDialog
      open
      title="Messages to patients"
      submitLabel="Save"
      submitting={saving}
      dirty={isDirty}
      error={notSaved}
      maxWidth="md"
      onSubmit={save}
      onClose={onClose}
    >
      <BothChanged form={form} conflicts={conflicts} />
      <ShowFieldChanges record="message_settings">
        {check('enabled')}
        <Box sx={pair}>
          <Box>
            {check('booked')}
            {check('moved')}
            {check('cancelled')}
            {check('news_by_text')}
          </Box>
          <Box>
            {check('reminder')}
            <Box sx={{ ...pair, gridTemplateColumns: '1fr 1fr' }}>
              <FormText
                control={control}
                name="reminder_days"
                label={labels.reminder_days}
                required
                inputMode="numeric"
                autoComplete="off"
              />
              {time('reminder_at')}
            </Box>
          </Box>
          <Box>
            {check('confirm_text')}
            {time('confirm_text_at')}
          </Box>
          <Box>
            {check('day_text')}
            {time('day_text_at')}
          </Box>
          <Box>
            {check('aftercare')}
            {check('recall')}
            {check('form_reminders')}
          </Box>
          <Box sx={{ ...pair, gridTemplateColumns: '1fr 1fr' }}>
            {time('quiet_from', 'In the clinic’s time.')}
            {time('quiet_to', 'The same time: no quiet hours.')}
          </Box>
          <FormText
            control={control}
            name="follow_up_days"
            label={labels.follow_up_days}
            inputMode="numeric"
            autoComplete="off"
            hint="After a completed visit, unless its service says otherwise. Empty: never."
          />
          <Box />
          <FormText
            control={control}
            name="sender_name"
            label={labels.sender_name}
            autoComplete="off"
            hint="Empty: the clinic’s name."
          />
          <FormText
            control={control}
            name="reply_to"
            label={labels.reply_to}
            type="email"
            autoComplete="off"
            hint="Empty: answers to mails go nowhere."
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
