import { zodResolver } from '@hookform/resolvers/zod';
import Typography from '@mui/material/Typography';
import { useForm } from 'react-hook-form';

import { useSignProtocolDraftMutation, type ProtocolDraft } from '@/api/generated';
import { useOwnName } from '@/api/useOwnName';
import { ConsentText } from '@/components/ConsentText';
import { FormDialog } from '@/components/FormDialog';
import { FormSignature } from '@/components/signature/FormSignature';
import { useSaveForm } from '@/components/useSaveForm';
import { signatureForm, type SignatureForm } from '@/features/protocols/signatureForm';
import { formatDate } from '@/lib/dates';

interface Props {
  draft: ProtocolDraft;
  service: string;
  onClose: () => void;
}

/** A director reads the next version and signs it, which puts it in force. What was changed since it was read is not signed. */
export function SignDraftDialog({ draft, service, onClose }: Props) {
  const form = useForm<SignatureForm>({
    resolver: zodResolver(signatureForm),
    defaultValues: { signature: '' },
  });
  const {
    control,
    formState: { isDirty },
  } = form;
  const ownName = useOwnName();
  const [sign] = useSignProtocolDraftMutation();
  const { save, saving, notSaved } = useSaveForm<SignatureForm>({
    form,
    what: 'The signature on the protocol',
    fields: ['signature'],
    send: async (protocolSigning) => {
      const { number, valid_until } = await sign({
        id: draft.id,
        'If-Match': String(draft.version),
        protocolSigning,
      }).unwrap();
      return {
        text: `Version ${number} of the protocol for ${service} is signed, until ${formatDate(valid_until)}.`,
      };
    },
    loadTheirs: async () =>
      'Not signed. Somebody else has changed this draft meanwhile. Close this dialog, and read the draft again.',
    onSaved: onClose,
  });
  const from =
    draft.valid_from === null
      ? 'From the day of the signature'
      : `From ${formatDate(draft.valid_from)}`;
  return (
    <FormDialog
      open
      title={`Sign version ${draft.follows + 1}`}
      submitLabel="Sign protocol"
      submitting={saving}
      dirty={isDirty}
      error={notSaved}
      maxWidth="md"
      onSubmit={save}
      onClose={onClose}
    >
      <Typography
        sx={{ overflowWrap: 'anywhere' }}
      >{`${service}: ${draft.title}. ${from} until ${formatDate(draft.valid_until)}. Once signed it never changes; providers sign it before they treat by it.`}</Typography>
      <ConsentText label="Text of the protocol" html={draft.body} />
      <FormSignature
        control={control}
        name="signature"
        label="Director signature"
        height={120}
        signer={ownName}
        disabled={saving}
      />
    </FormDialog>
  );
}
