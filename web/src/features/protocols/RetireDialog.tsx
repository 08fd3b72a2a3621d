import { zodResolver } from '@hookform/resolvers/zod';
import Typography from '@mui/material/Typography';
import { useForm } from 'react-hook-form';

import { useRetireProtocolMutation, type ProtocolVersion } from '@/api/generated';
import { FormDialog } from '@/components/FormDialog';
import { FormText } from '@/components/FormText';
import { useSaveForm } from '@/components/useSaveForm';
import { reasonForm, type ReasonForm } from '@/features/protocols/signatureForm';

interface Props {
  version: ProtocolVersion;
  service: string;
  onClose: () => void;
}

/** Retires a protocol, which stops treatments with its service until the next version is signed. */
export function RetireDialog({ version, service, onClose }: Props) {
  const form = useForm<ReasonForm>({
    resolver: zodResolver(reasonForm),
    defaultValues: { reason: '' },
  });
  const {
    control,
    formState: { isDirty },
  } = form;
  const [retire] = useRetireProtocolMutation();
  const { save, saving, notSaved } = useSaveForm<ReasonForm>({
    form,
    what: 'The end of the protocol',
    fields: ['reason'],
    send: async (newProtocolRetirement) => {
      await retire({ id: version.id, newProtocolRetirement }).unwrap();
      return { text: `The protocol for ${service} is retired.` };
    },
    onSaved: onClose,
  });
  return (
    <FormDialog
      open
      title="Retire this protocol?"
      submitLabel="Retire protocol"
      danger
      submitting={saving}
      dirty={isDirty}
      error={notSaved}
      onSubmit={save}
      onClose={onClose}
    >
      <Typography>{`${service}, version ${version.number}. The version no longer counts, and treatments with ${service} are refused until a director signs the next version. This cannot be undone.`}</Typography>
      <FormText
        control={control}
        name="reason"
        label="Reason"
        hint="Everybody who reads the protocol sees it"
        autoComplete="off"
        required
        autoFocus
      />
    </FormDialog>
  );
}
