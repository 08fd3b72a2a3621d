import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';

import { asFailure, type ApiFailure } from '@/api/failure';
import {
  useIssueConsentMutation,
  useListConsentTemplatesQuery,
  type IssuedConsent,
} from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { Button } from '@/components/Button';
import { QueryFailure } from '@/components/LoadFailure';
import { PartSkeleton } from '@/components/PartSkeleton';
import { SelectInput } from '@/components/SelectInput';
import { useCopyLink } from '@/features/consents/useCopyLink';
import { paths } from '@/lib/paths';

interface Props {
  patientId: number;
  onIssued: (issued: IssuedConsent) => void;
}

/** Chooses a template and makes a portal link for this patient. */
export function IssueConsent({ patientId, onIssued }: Props) {
  const query = useListConsentTemplatesQuery();
  const { data: templates, isError } = query;
  const { may } = usePermissions();
  const [issue, { isLoading }] = useIssueConsentMutation();
  const copyLink = useCopyLink();
  const [templateId, setTemplateId] = useState('');
  const [missing, setMissing] = useState('');
  const [problem, setProblem] = useState<ApiFailure>();

  if (isError && !templates)
    return <QueryFailure what="The consent templates could not be loaded." query={query} />;
  if (!templates) return <PartSkeleton label="Loading the consent templates" height={48} />;
  if (templates.length === 0) {
    return (
      <Typography color="textSecondary">
        There are no consent templates yet.{' '}
        {may('consent_template.write') && (
          <Link component={RouterLink} to={paths.consentTemplates}>
            Write the first one
          </Link>
        )}
      </Typography>
    );
  }

  const choose = (id: string) => {
    setTemplateId(id);
    setMissing('');
    setProblem(undefined);
  };

  const send = async () => {
    if (!templateId) {
      setMissing('Choose a template.');
      return;
    }
    setProblem(undefined);
    const answer = issue({ patientId, issueConsent: { templateId: Number(templateId) } }).unwrap();
    // Called within the tap, with the link as a promise: Safari allows no copying afterwards.
    const copied = copyLink(answer.then(({ portal_url }) => portal_url));
    try {
      onIssued(await answer);
      setTemplateId('');
      await copied;
    } catch (thrown) {
      const failure = asFailure(thrown);
      console.error('Issuing the consent failed', failure);
      setProblem(failure);
    }
  };

  return (
    <Stack spacing={1.5} sx={{ maxWidth: 640 }}>
      <Stack
        direction={{ xs: 'column', sm: 'row' }}
        spacing={1.5}
        sx={{ alignItems: { sm: 'flex-start' } }}
      >
        <SelectInput
          label="Consent template"
          placeholder="Choose a template"
          options={templates.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={templateId}
          onChange={choose}
          error={missing || undefined}
        />
        <Button
          variant="contained"
          size="large"
          onClick={send}
          loading={isLoading}
          style={{ flexShrink: 0 }}
        >
          Issue consent
        </Button>
      </Stack>
      {problem?.code === 'told_once' && (
        <Alert
          severity="warning"
          sx={{ alignItems: 'center' }}
          action={
            <Button color="inherit" onClick={send}>
              Issue again
            </Button>
          }
        >
          {problem.message}
        </Alert>
      )}
      {problem && problem.code !== 'told_once' && (
        <Alert
          severity="error"
          sx={{ alignItems: 'center' }}
          action={
            <Button color="inherit" onClick={send}>
              Try again
            </Button>
          }
        >
          {`The consent was not issued. ${problem.message === 'Request failed' ? '' : problem.message}`.trim()}
        </Alert>
      )}
    </Stack>
  );
}
