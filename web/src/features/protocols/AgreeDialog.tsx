import { zodResolver } from '@hookform/resolvers/zod';
import Typography from '@mui/material/Typography';
import { useForm } from 'react-hook-form';

import { useAgreeToProtocolMutation, type ProtocolText } from '@/api/generated';
import { useOwnName } from '@/api/useOwnName';
import { FormDialog } from '@/components/FormDialog';
import { FormSignature } from '@/components/signature/FormSignature';
import { useSaveForm } from '@/components/useSaveForm';
import { signatureForm, type SignatureForm } from '@/features/protocols/signatureForm';

/** A provider signs a version, once. A failure keeps the drawing. */
export function AgreeDialog({
  text: { version, service },
  onClose,
}: {
  text: ProtocolText;
  onClose: () => void;
}) {
  const form = useForm<SignatureForm>({
    resolver: zodResolver(signatureForm),
    defaultValues: { signature: '' },
  });
  const {
    control,
    formState: { isDirty },
  } = form;
  const ownName = useOwnName();
  const [agree] = useAgreeToProtocolMutation();
  const { save, saving, notSaved } = useSaveForm<SignatureForm>({
    form,
    what: 'The signature on the protocol',
    fields: ['signature'],
    send: async (protocolSigning) => {
      await agree({ id: version.id, protocolSigning }).unwrap();
      return { text: `Version ${version.number} of the protocol for ${service} is signed.` };
    },
    onSaved: onClose,
  });
  return (
    <FormDialog
      open
      title="Sign the protocol"
      submitLabel="Sign"
      submitting={saving}
      dirty={isDirty}
      error={notSaved}
      onSubmit={save}
      onClose={onClose}
    >
      <Typography>{`${version.title}, version ${version.number}. I have read it and treat by it.`}</Typography>
      <FormSignature
        control={control}
        name="signature"
        label="Signature"
        height={120}
        signer={ownName}
        disabled={saving}
      />
    </FormDialog>
  );
}
