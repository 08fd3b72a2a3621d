import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { reviewApi, useUpdateReviewSettingsMutation, type ReviewSettings } from '@/api/generated';
import { useAppDispatch } from '@/api/store';
import { useSession } from '@/api/useSession';
import { FormDialog } from '@/components/FormDialog';
import { FormText } from '@/components/FormText';
import { useSaveForm } from '@/components/useSaveForm';
import {
  fromSettings,
  sharesForm,
  toSettings,
  type SharesForm,
} from '@/features/review/sharesForm';

/** Changes within how many hours charts are approved, and the shares that are reviewed. */
export function SharesDialog({
  settings,
  onClose,
}: {
  settings: ReviewSettings;
  onClose: () => void;
}) {
  const [seen, setSeen] = useState(settings);
  const form = useForm<SharesForm>({
    resolver: zodResolver(sharesForm),
    defaultValues: fromSettings(settings),
  });
  const {
    control,
    formState: { isDirty },
  } = form;
  const own = useSession()?.member.id;
  const dispatch = useAppDispatch();
  const [update] = useUpdateReviewSettingsMutation();
  const { save, saving, notSaved } = useSaveForm<SharesForm>({
    form,
    what: 'The settings of the review',
    fields: ['chart_due_hours', 'share'],
    send: async (typed) => {
      await update({
        'If-Match': String(seen.version),
        newReviewSettings: toSettings(typed),
      }).unwrap();
      return { text: 'Saved. The shares hold for treatments that are recorded from now on.' };
    },
    loadTheirs: async () => {
      setSeen(
        await dispatch(
          reviewApi.endpoints.showReviewSettings.initiate(undefined, {
            subscribe: false,
            forceRefetch: true,
          }),
        ).unwrap(),
      );
      return 'Somebody else has changed the settings meanwhile. Save again to replace their settings with yours.';
    },
    onSaved: onClose,
  });
  return (
    <FormDialog
      open
      title="Hours and shares"
      submitLabel="Save"
      submitting={saving}
      dirty={isDirty}
      error={notSaved}
      onSubmit={save}
      onClose={onClose}
    >
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
          name="chart_due_hours"
          label="Hours until a chart is late"
          inputMode="numeric"
          autoComplete="off"
          required
        />
        <FormText
          control={control}
          name="share"
          label="Share of the clinic in percent"
          inputMode="numeric"
          autoComplete="off"
          required
          hint="100: every treatment is reviewed."
        />
        {settings.providers.map(({ provider_id, provider_name }, place) => (
          <FormText
            key={provider_id}
            control={control}
            name={`providers.${place}.share`}
            label={`Share of ${provider_name}`}
            inputMode="numeric"
            autoComplete="off"
            disabled={provider_id === own}
            hint={
              provider_id === own
                ? 'Somebody else sets your own share.'
                : 'Empty: as for the clinic.'
            }
          />
        ))}
      </Box>
    </FormDialog>
  );
}
