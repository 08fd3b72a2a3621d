import { zodResolver } from '@hookform/resolvers/zod';
import Typography from '@mui/material/Typography';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';

import { useOverrideProtocolMutation, type Protocols } from '@/api/generated';
import { useSession } from '@/api/useSession';
import { FormDialog } from '@/components/FormDialog';
import { FormSelect } from '@/components/FormSelect';
import { FormText } from '@/components/FormText';
import { useSaveForm } from '@/components/useSaveForm';
import { requiredText } from '@/lib/formRules';
import { messages } from '@/lib/validation';

const letPassForm = z.object({
  provider_id: z.string().check(z.minLength(1, messages.required('Provider'))),
  service: z.string().check(z.minLength(1, messages.required('Service'))),
  reason: requiredText('Reason'),
});

type LetPassForm = z.infer<typeof letPassForm>;

interface Props {
  protocols: Protocols;
  onClose: () => void;
}

/** A director lets one provider treat with one service until the end of the day. Never oneself. */
export function LetPassDialog({ protocols: { services, providers }, onClose }: Props) {
  const self = useSession()?.member.id;
  const form = useForm<LetPassForm>({
    resolver: zodResolver(letPassForm),
    defaultValues: { provider_id: '', service: '', reason: '' },
  });
  const {
    control,
    formState: { isDirty },
  } = form;
  const [letPass] = useOverrideProtocolMutation();
  const { save, saving, notSaved } = useSaveForm<LetPassForm>({
    form,
    what: 'What a director lets pass',
    fields: ['provider_id', 'service', 'reason'],
    send: async ({ provider_id, service, reason }) => {
      const { provider_name } = await letPass({
        provider_id: Number(provider_id),
        service,
        reason,
      }).unwrap();
      return { text: `${provider_name} may treat with ${service} until the end of today.` };
    },
    onSaved: onClose,
  });
  const others = providers
    .filter(({ member_id }) => member_id !== self)
    .map(({ member_id, name }) => ({ value: String(member_id), label: name }));
  return (
    <FormDialog
      open
      title="Let a treatment pass today"
      submitLabel="Let pass today"
      submitting={saving}
      dirty={isDirty}
      error={notSaved}
      onSubmit={save}
      onClose={onClose}
    >
      <Typography>
        The treatment passes although the protocol has ended or is not signed, or the license does
        not count. This holds until the end of today, and every treatment that needs it keeps your
        name and the reason.
      </Typography>
      <FormSelect
        control={control}
        name="provider_id"
        label="Provider"
        placeholder="Choose"
        required
        options={others}
      />
      <FormSelect
        control={control}
        name="service"
        label="Service"
        placeholder="Choose"
        required
        options={services.filter(({ offered }) => offered).map(({ service }) => service)}
      />
      <FormText control={control} name="reason" label="Reason" autoComplete="off" required />
    </FormDialog>
  );
}
