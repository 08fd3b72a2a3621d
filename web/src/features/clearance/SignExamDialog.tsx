import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useForm, useWatch } from 'react-hook-form';

import { useSignExamMutation, type PatientClearance } from '@/api/generated';
import { stateNames, states } from '@/api/states';
import { useOwnName } from '@/api/useOwnName';
import { FormDialog } from '@/components/FormDialog';
import { FormSelect } from '@/components/FormSelect';
import { FormSignature } from '@/components/signature/FormSignature';
import { useSaveForm } from '@/components/useSaveForm';
import { modeWords, serviceMark } from '@/features/clearance/clearanceWords';
import { DecisionRow } from '@/features/clearance/DecisionRow';
import {
  blankSignature,
  signForm,
  toNewExamSignature,
  type SignForm,
} from '@/features/clearance/signForm';
import { formatDate } from '@/lib/dates';

interface Props {
  examId: number;
  /** 'Good Faith Exam, Nov 24, 2026, by Priya Nair' */
  of: string;
  clearance: PatientClearance;
  onClose: () => void;
}

const stateOptions = states.map((value) => ({ value, label: stateNames[value] }));
const fields = ['mode', 'patient_state', 'signature'] as const;

/** A prescriber decides about services and signs the exam. A failure keeps everything chosen and drawn. */
export function SignExamDialog({ examId, of, clearance, onClose }: Props) {
  const { services, signing } = clearance;
  const form = useForm<SignForm>({
    resolver: zodResolver(signForm),
    defaultValues: blankSignature(clearance),
  });
  const {
    control,
    formState: { errors, isDirty },
  } = form;
  const state = useWatch({ control, name: 'patient_state' });
  const ownName = useOwnName();
  const [sign] = useSignExamMutation();
  const { save, saving, notSaved } = useSaveForm<SignForm>({
    form,
    what: 'The signature on the exam',
    fields,
    send: async (typed) => {
      await sign({ id: examId, newExamSignature: toNewExamSignature(typed) }).unwrap();
      return { text: 'The exam is signed.' };
    },
    onSaved: onClose,
  });
  const undecided = errors.decisions?.root?.message ?? errors.decisions?.message;
  const modes = (
    signing.allows_video ? (['in_person', 'video'] as const) : (['in_person'] as const)
  ).map((value) => ({ value, label: modeWords[value] }));
  const license =
    signing.license_state && signing.license_expires_on
      ? `${signing.credential ?? ''}, license of ${stateNames[signing.license_state]} to ${formatDate(signing.license_expires_on)}`
      : '';
  return (
    <FormDialog
      open
      title="Sign exam"
      submitLabel="Sign exam"
      submitting={saving}
      dirty={isDirty}
      error={notSaved}
      maxWidth="md"
      onSubmit={save}
      onClose={onClose}
    >
      <Typography color="textSecondary">{`${of}. Your decisions count from now on and are never changed; another decision needs a new exam.`}</Typography>
      <section aria-label="Clearance">
        <Typography variant="h3" gutterBottom>
          Clearance
        </Typography>
        {undecided && <Alert severity="error">{undecided}</Alert>}
        <Box
          component="ul"
          role="list"
          aria-label="Services"
          sx={{ listStyle: 'none', m: 0, p: 0 }}
        >
          {services.map((service, index) => (
            <DecisionRow
              key={service.service}
              control={control}
              index={index}
              service={service.service}
              before={service.decision === null ? '' : `Until now: ${serviceMark(service).words}`}
              months={signing.valid_months}
            />
          ))}
        </Box>
      </section>
      <Box sx={pair}>
        <FormSelect control={control} name="mode" label="Examined" options={modes} required />
        <FormSelect
          control={control}
          name="patient_state"
          label="State of the patient"
          options={stateOptions}
          placeholder="Choose a state"
          required
          hint={
            signing.license_state && state !== '' && state !== signing.license_state
              ? `Your license is from ${stateNames[signing.license_state]}.`
              : 'Where the patient is during the exam'
          }
        />
      </Box>
      <FormSignature
        control={control}
        name="signature"
        label="Signature"
        height={120}
        signer={ownName}
        disabled={saving}
      />
      {license && (
        <Typography variant="body2" color="textSecondary">{`${ownName}, ${license}`}</Typography>
      )}
    </FormDialog>
  );
}

const pair = {
  display: 'grid',
  columnGap: 2.5,
  rowGap: 2,
  gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
  alignItems: 'start',
} as const;
