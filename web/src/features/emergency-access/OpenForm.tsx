import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';

import { useOpenEmergencyAccessMutation } from '@/api/generated';
import { Button } from '@/components/Button';
import { FormText } from '@/components/FormText';
import { Panel } from '@/components/Panel';
import { useSaveForm } from '@/components/useSaveForm';
import { requiredText } from '@/lib/formRules';

const openForm = z.object({ reason: requiredText('Reason') });

type ReasonForm = z.infer<typeof openForm>;

/** Asks for the reason, says who will be notified, and opens the record. */
export function OpenForm({ patientId, onOpened }: { patientId: number; onOpened: () => void }) {
  const form = useForm<ReasonForm>({
    resolver: zodResolver(openForm),
    defaultValues: { reason: '' },
  });
  const [open] = useOpenEmergencyAccessMutation();
  const { save, saving, notSaved } = useSaveForm<ReasonForm>({
    form,
    what: 'The emergency access',
    fields: ['reason'],
    send: async ({ reason }) => {
      await open({ patient_id: patientId, reason }).unwrap();
      return { text: 'The record is open for an hour.' };
    },
    onSaved: onOpened,
  });
  return (
    <Panel title="Open this record in an emergency">
      <Box
        component="form"
        noValidate
        onSubmit={(event) => void save(event)}
        sx={{ display: 'grid', gap: 2, maxWidth: 640 }}
      >
        <Typography>
          For an hour you can read allergies, medications, exams and treatments of this client, and
          change nothing. The clinic’s Medical Directors are told at once, and what you read is in
          the activity log.
        </Typography>
        {notSaved && <Alert severity="error">{notSaved}</Alert>}
        <FormText
          control={form.control}
          name="reason"
          label="Reason"
          hint="Say what has happened, in a sentence. A Medical Director reads it."
          autoComplete="off"
          required
        />
        <Box>
          <Button type="submit" variant="contained" loading={saving}>
            Open the record for an hour
          </Button>
        </Box>
      </Box>
    </Panel>
  );
}
