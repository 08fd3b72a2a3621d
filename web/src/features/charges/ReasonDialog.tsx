import { zodResolver } from '@hookform/resolvers/zod';
import Typography from '@mui/material/Typography';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';

import { FormArea } from '@/components/FormArea';
import { FormDialog } from '@/components/FormDialog';
import { useSaveForm } from '@/components/useSaveForm';
import { requiredText } from '@/lib/formRules';

interface Props {
  title: string;
  detail: string;
  label: string;
  submitLabel: string;
  most: number;
  /** The field by the server's name. */
  field: 'reason' | 'note';
  send: (text: string) => Promise<unknown>;
  success: string;
  onClose: () => void;
}

/** Asks why a charge is voided, or how a dispute ended. */
export function ReasonDialog({
  title,
  detail,
  label,
  submitLabel,
  most,
  field,
  send,
  success,
  onClose,
}: Props) {
  const form = useForm({
    resolver: zodResolver(z.object({ reason: requiredText(label, most), note: z.string() })),
    defaultValues: { reason: '', note: '' },
  });
  const { save, saving, notSaved } = useSaveForm<{ reason: string; note: string }>({
    form,
    what: title,
    fields: [field],
    send: async ({ reason }) => {
      await send(reason);
      return { text: success };
    },
    onSaved: onClose,
  });
  return (
    <FormDialog
      open
      title={title}
      submitLabel={submitLabel}
      submitting={saving}
      dirty={form.formState.isDirty}
      error={notSaved}
      onSubmit={save}
      onClose={onClose}
    >
      <Typography color="textSecondary">{detail}</Typography>
      <FormArea control={form.control} name="reason" label={label} minRows={2} required />
    </FormDialog>
  );
}
