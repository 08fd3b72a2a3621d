import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import {
  useLazyShowEstimateContentQuery,
  useUpdateEstimateContentMutation,
  type EstimateDraft,
} from '@/api/generated';
import { BothChanged } from '@/components/BothChanged';
import { FormArea } from '@/components/FormArea';
import { FormDialog } from '@/components/FormDialog';
import { FormText } from '@/components/FormText';
import { useSaveForm } from '@/components/useSaveForm';
import {
  contentFields,
  contentForm,
  contentLabels as labels,
  fromDraft,
  toContent,
  type ContentForm,
} from '@/features/estimates/issuing/contentForm';
import { areas } from '@/features/estimates/priceList';
import { mergeWithConflicts, type Conflict } from '@/lib/mergeChanges';

interface Props {
  draft: EstimateDraft;
  onClose: () => void;
}

const labelOf = (area: string) => areas.find(({ key }) => key === area)?.label ?? area;

/** What the law asks for beside the estimate's own fields. */
export function ContentDialog({ draft, onClose }: Props) {
  const [seen, setSeen] = useState(draft);
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);
  const form = useForm<ContentForm>({
    resolver: zodResolver(contentForm),
    defaultValues: fromDraft(draft),
  });
  const {
    control,
    formState: { isDirty },
  } = form;
  const [update] = useUpdateEstimateContentMutation();
  const [load] = useLazyShowEstimateContentQuery();
  const { save, saving, notSaved } = useSaveForm<ContentForm>({
    form,
    what: 'The details of the estimate',
    fields: contentFields,
    send: async (typed) => {
      await update({
        id: draft.estimate_id,
        'If-Match': String(seen.version),
        newEstimateContent: toContent(typed),
      }).unwrap();
      return { text: 'The details of the estimate are saved.' };
    },
    loadTheirs: async () => {
      const theirs = await load(draft.estimate_id).unwrap();
      setConflicts(mergeWithConflicts(form, fromDraft(seen), fromDraft(theirs), labels, conflicts));
      setSeen(theirs);
      return 'Not saved yet. Somebody else changed the details meanwhile; their changes are in the form now. Check it and save again.';
    },
    onSaved: onClose,
  });
  return (
    <FormDialog
      open
      title="What the law asks for"
      submitLabel="Save"
      submitting={saving}
      dirty={isDirty}
      error={notSaved}
      onSubmit={save}
      onClose={onClose}
      maxWidth="md"
    >
      <BothChanged form={form} conflicts={conflicts} />
      <Box sx={wide}>
        <FormText
          control={control}
          name="primary_service"
          label={labels.primary_service}
          autoComplete="off"
        />
        <FormText control={control} name="service_date" label={labels.service_date} type="date" />
      </Box>
      {seen.document.lines.map(({ area, service, provider }, index) => (
        <Box key={area} component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
          <Typography
            component="legend"
            sx={{ fontWeight: 600, mb: 1.5 }}
          >{`${labelOf(area)}: ${service ?? 'no service chosen'}`}</Typography>
          <Box sx={wide}>
            <FormText
              control={control}
              name={`lines.${index}.provider`}
              label="Given by"
              hint={`Empty: ${provider}`}
              autoComplete="off"
            />
            <FormText
              control={control}
              name={`lines.${index}.provider_npi`}
              label="NPI"
              hint="If empty: as in the team list"
              inputMode="numeric"
              autoComplete="off"
            />
            <FormText
              control={control}
              name={`lines.${index}.service_code`}
              label="Service code"
              autoComplete="off"
            />
            <FormText
              control={control}
              name={`lines.${index}.diagnosis_code`}
              label="Diagnosis code"
              autoComplete="off"
            />
            <FormText
              control={control}
              name={`lines.${index}.discount`}
              label="Discount in dollars"
              inputMode="decimal"
              autoComplete="off"
            />
          </Box>
        </Box>
      ))}
      <FormArea control={control} name="separate_items" label={labels.separate_items} minRows={2} />
      <Box sx={wide}>
        <FormText control={control} name="recurs_from" label={labels.recurs_from} type="date" />
        <FormText
          control={control}
          name="recurs_until"
          label={labels.recurs_until}
          type="date"
          hint="At most 12 months later"
        />
        <FormText
          control={control}
          name="recurs_frequency"
          label={labels.recurs_frequency}
          hint="Such as every six weeks"
          autoComplete="off"
        />
        <FormText
          control={control}
          name="recurs_count"
          label={labels.recurs_count}
          inputMode="numeric"
          autoComplete="off"
        />
      </Box>
    </FormDialog>
  );
}

const wide = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
  alignItems: 'start',
} as const;
