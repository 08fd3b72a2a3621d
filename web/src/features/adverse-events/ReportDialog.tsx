import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { maxAgeSeconds } from '@/api/baseApi';
import { useListTreatmentsInfiniteQuery, useReportAdverseEventMutation } from '@/api/generated';
import { rowsOf } from '@/api/listPages';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { FormArea } from '@/components/FormArea';
import { FormDialog } from '@/components/FormDialog';
import { FormSelect } from '@/components/FormSelect';
import { FormText } from '@/components/FormText';
import { useSaveForm } from '@/components/useSaveForm';
import { choices, kindWords, severityWords } from '@/features/adverse-events/eventWords';
import {
  blankReport,
  reportFields,
  reportForm,
  toReport,
  type ReportForm,
} from '@/features/adverse-events/reportForm';
import { formatInstantDate, today as todayIn } from '@/lib/dates';

interface Props {
  patientId: number;
  /** The treatment after which it came. */
  treatment?: number;
  onClose: () => void;
}

/** Reports an adverse event. What is reported never changes, and the directors are notified at once. */
export function ReportDialog({ patientId, treatment, onClose }: Props) {
  const zone = useTimeZone();
  const [today] = useState(() => todayIn(zone));
  const { may } = usePermissions();
  const { currentData } = useListTreatmentsInfiniteQuery(
    { patientId },
    { skip: !may('treatment.list'), refetchOnMountOrArgChange: maxAgeSeconds },
  );
  const treatments = rowsOf(currentData) ?? [];
  const form = useForm<ReportForm>({
    resolver: zodResolver(reportForm(today)),
    defaultValues: blankReport(today, treatment),
  });
  const {
    control,
    formState: { isDirty },
  } = form;
  const [report] = useReportAdverseEventMutation();
  const { save, saving, notSaved } = useSaveForm<ReportForm>({
    form,
    what: 'The report of an adverse event',
    fields: reportFields,
    send: async (typed) => {
      await report(toReport(patientId, typed)).unwrap();
      return { text: 'Reported. The Medical Directors are told now.' };
    },
    onSaved: onClose,
  });
  return (
    <FormDialog
      open
      title="Report an adverse event"
      submitLabel="Report"
      submitting={saving}
      dirty={isDirty}
      error={notSaved}
      onSubmit={save}
      onClose={onClose}
    >
      <Typography color="textSecondary">
        The report stays as it is written. Follow-ups and corrections are added to it.
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
          alignItems: 'start',
        }}
      >
        <FormSelect
          control={control}
          name="kind"
          label="Kind"
          placeholder="Choose"
          required
          options={choices(kindWords)}
        />
        <FormSelect
          control={control}
          name="severity"
          label="Severity"
          placeholder="Choose"
          required
          options={choices(severityWords)}
          hint="CTCAE grades 1 to 4"
        />
        <FormText control={control} name="began_on" label="Began on" type="date" required />
        <FormSelect
          control={control}
          name="treatment_id"
          label="After treatment"
          placeholder="Not known"
          options={treatments.map(({ id, treatment_type, created_at }) => ({
            value: String(id),
            label: `${treatment_type}, ${formatInstantDate(created_at, zone)}`,
          }))}
        />
      </Box>
      <FormArea
        control={control}
        name="details"
        label="What happened"
        minRows={3}
        maxRows={10}
        required
      />
      <FormArea
        control={control}
        name="action"
        label="Action taken"
        minRows={2}
        maxRows={10}
        required
      />
      <FormText
        control={control}
        name="follow_up_on"
        label="Next follow-up"
        type="date"
        hint="The event is on Today from that day on"
      />
    </FormDialog>
  );
}
