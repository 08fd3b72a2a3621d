import Alert from '@mui/material/Alert';
import { useState } from 'react';

import { asFailure } from '@/api/failure';
import {
  useGiveEstimateMutation,
  useIssueEstimateMutation,
  type EstimateDraft,
  type EstimateGiven,
  type GivenEstimate,
} from '@/api/generated';
import { FormDialog } from '@/components/FormDialog';
import { SelectInput } from '@/components/SelectInput';
import { dollars } from '@/lib/dollars';
import { useNotify } from '@/lib/notices';

interface Props {
  draft: EstimateDraft;
  /** The next version is issued first; else the newest one is given once more. */
  issuing: boolean;
  /** Called with the new link, which is shown once. */
  onGiven: (url: string | null) => void;
  onClose: () => void;
}

const done: Record<EstimateGiven, string> = {
  paper: 'The estimate is noted as given on paper.',
  link: 'The link is shown beside the estimate.',
  email: 'The mail with the link is on its way.',
};

/** How the patient is given the estimate. Issuing says what is missing for a complete one, and asks. */
export function GiveDialog({ draft, issuing, onGiven, onClose }: Props) {
  const { estimate_id: id, estimate_version, version, missing, document, mail_to } = draft;
  const usual = mail_to ? 'email' : 'paper';
  const [how, setHow] = useState<EstimateGiven>(usual);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [issue] = useIssueEstimateMutation();
  const [give] = useGiveEstimateMutation();
  const notify = useNotify('giving an estimate');
  const options = [
    ...(mail_to ? [{ value: 'email', label: `By e-mail to ${mail_to}` }] : []),
    { value: 'link', label: 'By a link that I hand over' },
    { value: 'paper', label: 'On paper' },
  ];

  const send = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const confirmed = missing.length > 0 ? ['incomplete_estimate'] : [];
      const given: GivenEstimate = issuing
        ? await issue({
            id,
            'If-Match': String(estimate_version),
            issueEstimate: { how, content_version: version, confirmed },
          }).unwrap()
        : await give({ id, giveEstimate: { how } }).unwrap();
      notify({
        tone: 'success',
        text: issuing
          ? `Version ${given.draft.issues[0]?.version ?? ''} is issued. ${done[how]}`
          : done[how],
      });
      onGiven(given.portal_url);
      onClose();
    } catch (thrown) {
      setFailure(`Not done. ${asFailure(thrown).message}`);
      setBusy(false);
    }
  };

  return (
    <FormDialog
      open
      title={issuing ? 'Issue the estimate' : 'Give it once more'}
      submitLabel={
        issuing && missing.length > 0 ? 'Issue it incomplete' : issuing ? 'Issue' : 'Give'
      }
      submitting={busy}
      dirty={how !== usual}
      error={failure}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      {issuing && (
        <div>{`The estimate that is on record now, ${dollars(document.total)}, becomes a version that nobody can change or delete.`}</div>
      )}
      {issuing && missing.length > 0 && (
        <Alert severity="warning">
          These parts of a complete estimate are missing:
          <ul>
            {missing.map(({ words }) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </Alert>
      )}
      <SelectInput
        label="How the patient gets it"
        value={how}
        options={options}
        onChange={(value) => setHow(value as EstimateGiven)}
        required
      />
      {how !== 'paper' && (
        <div>
          The page opens without signing in. There the patient can read, save and print the
          estimate, confirm that it was received, and ask questions. Any earlier link stops working.
        </div>
      )}
    </FormDialog>
  );
}
