import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';

import type { ConsentSignature, OpenedConsent } from '@/api/generated';
import { ConsentText } from '@/components/ConsentText';
import { SignaturePicture } from '@/components/signature/SignaturePicture';
import { instantInWords } from '@/lib/instantInWords';

interface Props {
  consent: OpenedConsent;
  zone: string;
}

/** A consent: its patient, who issued it, its text, and how it was signed. */
export function ConsentCopy({ consent, zone }: Props) {
  const { patient_name, issued_by, issued_at, signature, body } = consent;
  const issuer = issued_by ? `${issued_by.name}, ${issued_by.role}, on ` : '';
  return (
    <Stack spacing={3}>
      <div>
        <Typography variant="h3" component="p" sx={{ overflowWrap: 'anywhere' }}>
          {(!signature?.signer_relation && signature?.signer_name) || patient_name}
        </Typography>
        <Typography color="textSecondary">{`${issuer ? 'Issued by' : 'Issued on'} ${issuer}${instantInWords(issued_at, zone)}`}</Typography>
      </div>
      {consent.withdrawn_at && (
        <Alert severity="warning" role="note" sx={{ whiteSpace: 'pre-line' }}>
          {`Withdrawn by the patient on ${instantInWords(consent.withdrawn_at, zone)}, recorded by ${consent.withdrawn_by ?? ''}: “${consent.withdrawal_reason ?? ''}” The consent no longer counts. The text below is unchanged since it was signed.`}
        </Alert>
      )}
      <ConsentText label="Consent text" html={body} />
      {signature ? (
        <Signature signature={signature} zone={zone} />
      ) : (
        <Typography sx={{ fontWeight: 600, whiteSpace: 'pre-line' }}>
          {unsigned(consent, zone)}
        </Typography>
      )}
    </Stack>
  );
}

function Signature({ signature, zone }: { signature: ConsentSignature; zone: string }) {
  const {
    signer_name,
    signer_relation,
    typed_name,
    picture,
    signed_at,
    ip,
    device,
    user_agent,
    electronic_consent,
    notice_version,
    act_version,
    wording,
    copy_sha256,
  } = signature;
  return (
    <Box component="section" aria-label="Signature" sx={{ breakInside: 'avoid' }}>
      <Typography variant="h3" component="p" gutterBottom>
        Signature
      </Typography>
      {picture && (
        <Box sx={{ mb: 1.5 }}>
          <SignaturePicture png={picture} label={`Signature of ${signer_name}`} />
        </Box>
      )}
      {signer_relation && (
        <Typography
          sx={{ overflowWrap: 'anywhere' }}
        >{`Signed for the client by ${signer_name}, ${signer_relation}`}</Typography>
      )}
      {typed_name && (
        <Typography
          sx={{ overflowWrap: 'anywhere' }}
        >{`Signed electronically by ${typed_name}`}</Typography>
      )}
      {!picture && !typed_name && (
        <Typography>Signed by pressing the button, without a typed name or a drawing.</Typography>
      )}
      <Typography>{`Signed on ${instantInWords(signed_at, zone)}`}</Typography>
      <Typography
        color="textSecondary"
        title={user_agent}
        sx={{ overflowWrap: 'anywhere' }}
      >{`From ${ip}, with ${device}`}</Typography>
      {electronic_consent && (
        <Typography color="textSecondary" title={wording ?? undefined}>
          {[
            'Agreed to sign electronically',
            notice_version && `version ${notice_version} of the notice`,
            act_version && `version ${act_version} of the wording of the act`,
          ]
            .filter(Boolean)
            .join(', ')}
        </Typography>
      )}
      {copy_sha256 && (
        <Typography
          color="textSecondary"
          sx={{ overflowWrap: 'anywhere' }}
        >{`SHA-256 of the signed copy: ${copy_sha256}`}</Typography>
      )}
    </Box>
  );
}

function unsigned({ status, expires_at, decline_reason }: OpenedConsent, zone: string): string {
  if (status === 'Revoked') return 'Not signed. The link was revoked.';
  if (status === 'Declined') return `Declined by the patient: “${decline_reason ?? ''}”`;
  const until = instantInWords(expires_at, zone);
  return status === 'Expired'
    ? `Not signed. The link ran out on ${until}.`
    : `Not signed yet. The link works until ${until}.`;
}
