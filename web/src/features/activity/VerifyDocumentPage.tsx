import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useRef, useState, type SyntheticEvent } from 'react';

import { asFailure } from '@/api/failure';
import { useVerifyDocumentMutation, type VerifiedDocument } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { NoPermission } from '@/components/NoPermission';
import { PageHeader } from '@/components/PageHeader';
import { Panel } from '@/components/Panel';
import { TextInput } from '@/components/TextInput';
import { largest, sha256Of } from '@/features/activity/sha256Of';
import { instantInWords } from '@/lib/instantInWords';
import { paths } from '@/lib/paths';

/** Whether a document is an unchanged copy of what was signed here, for those who may read the activity log. */
export function Component() {
  const { may } = usePermissions();
  return (
    <Stack spacing={2}>
      <PageHeader
        title="Verify a document"
        subtitle="Checks whether a PDF is, byte for byte, the copy of a consent, a treatment or an exam that was signed at this clinic."
        back={{ to: paths.activity, label: 'Back to the activity log' }}
      />
      {may('audit.read') ? <VerifyForm /> : <NoPermission what="this page" />}
    </Stack>
  );
}

/** A file or its hash, and what is known of it. The file itself does not leave the browser. */
function VerifyForm() {
  const [verify, { isLoading }] = useVerifyDocumentMutation();
  const zone = useTimeZone();
  const file = useRef<HTMLInputElement>(null);
  const [hash, setHash] = useState('');
  const [name, setName] = useState('');
  const [problem, setProblem] = useState('');
  const [found, setFound] = useState<VerifiedDocument>();

  const sendRequest = async (sha256: string) => {
    setProblem('');
    setFound(undefined);
    try {
      setFound(await verify({ sha256 }).unwrap());
    } catch (thrown) {
      const { fields, message } = asFailure(thrown);
      setProblem(
        fields['sha256'] ? `The SHA-256 ${fields['sha256']}.` : `Not verified. ${message}`,
      );
    }
  };
  const choose = async (chosen: File) => {
    setFound(undefined);
    setName(chosen.name);
    if (chosen.size > largest) {
      setProblem('This file is larger than any copy: at most 32 MB.');
      return;
    }
    const sha256 = await sha256Of(chosen);
    setHash(sha256);
    await sendRequest(sha256);
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (hash.trim() === '') setProblem('Choose a PDF, or enter its SHA-256.');
    else void sendRequest(hash.trim());
  };
  return (
    <Panel title="Document">
      <Stack
        component="form"
        spacing={2}
        noValidate
        aria-label="Verify a document"
        onSubmit={submit}
        sx={{ maxWidth: 640 }}
      >
        <div>
          <Button variant="outlined" onClick={() => file.current?.click()}>
            Choose a PDF
          </Button>
          <input
            ref={file}
            type="file"
            accept=".pdf,application/pdf"
            hidden
            aria-label="PDF to verify"
            onChange={({ target }) => {
              const chosen = target.files?.[0];
              target.value = '';
              if (chosen) void choose(chosen);
            }}
          />
          <Typography color="textSecondary" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
            {name || 'The file stays on this device: only its SHA-256 is sent.'}
          </Typography>
        </div>
        <TextInput
          label="or its SHA-256"
          value={hash}
          onChange={({ target }) => {
            setHash(target.value);
            setName('');
            setFound(undefined);
            setProblem('');
          }}
          spellCheck={false}
          autoComplete="off"
          maxLength={200}
        />
        <Box>
          <Button type="submit" variant="contained" loading={isLoading}>
            Verify
          </Button>
        </Box>
        <div role="status">
          {found?.is_known && found.signed_at && (
            <Alert severity="success">{`Known and unchanged. It was signed on ${instantInWords(found.signed_at, zone)}.`}</Alert>
          )}
          {found && !found.is_known && (
            <Alert severity="warning">
              Unknown. This clinic has made no copy with exactly these bytes: it was changed,
              printed anew, or comes from elsewhere.
            </Alert>
          )}
        </div>
        {problem && <Alert severity="error">{problem}</Alert>}
      </Stack>
    </Panel>
  );
}
