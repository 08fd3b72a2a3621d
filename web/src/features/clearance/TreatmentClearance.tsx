import Alert from '@mui/material/Alert';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useState } from 'react';
import {
  useController,
  type Control,
  type FieldPathByValue,
  type FieldValues,
} from 'react-hook-form';

import type { ServiceClearance } from '@/api/generated';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { ButtonLink } from '@/components/ButtonLink';
import { lazyDialog } from '@/components/lazyDialog';
import { QueryFailure } from '@/components/LoadFailure';
import { PartSkeleton } from '@/components/PartSkeleton';
import { notCleared, serviceMark } from '@/features/clearance/clearanceWords';
import { DecisionMark } from '@/features/clearance/DecisionMark';
import { isCleared } from '@/features/clearance/isCleared';
import { useClearance } from '@/features/clearance/useClearance';
import { useMayExamine } from '@/features/clearance/useMayExamine';
import { formatInstant } from '@/lib/dates';
import { examPath, newExamPath } from '@/lib/paths';

const HealthChangeDialog = lazyDialog(
  async () => (await import('@/features/clearance/HealthChangeDialog')).HealthChangeDialog,
);

export interface TreatmentClearanceProps<Form extends FieldValues> {
  control: Control<Form, unknown, FieldValues>;
  /** The answer to the question: 'yes', 'no', or '' until it is asked. */
  name: FieldPathByValue<Form, string>;
  patientId: number;
  /** The chosen service. */
  service: string;
  /** Called with whether the clinic refuses a treatment with it now. */
  onBlocked: (blocked: boolean) => void;
}

/** Whether the patient is cleared for the chosen service, and the question whether anything has changed since the exam. */
export function TreatmentClearance<Form extends FieldValues>({
  control,
  name,
  patientId,
  service,
  onBlocked,
}: TreatmentClearanceProps<Form>) {
  const { clearance } = useClearance(patientId);
  const found = clearance?.services.find((one) => one.service === service);
  const blocked =
    clearance?.uncleared === 'block' && found !== undefined && !isCleared(found.status);
  useEffect(() => onBlocked(blocked), [blocked, onBlocked]);
  return (
    <>
      <ServiceClearanceNotice patientId={patientId} service={service} />
      <AnythingChanged control={control} name={name} patientId={patientId} />
    </>
  );
}

function ServiceClearanceNotice({ patientId, service }: { patientId: number; service: string }) {
  const { query, clearance } = useClearance(patientId);
  const found = clearance?.services.find((one) => one.service === service);
  if (!clearance)
    return query.isError ? (
      <QueryFailure what="The clearance could not be loaded." query={query} />
    ) : (
      <PartSkeleton label="Looking up the clearance" height={32} />
    );
  if (!found) return null;
  if (isCleared(found.status)) return <Cleared found={found} />;
  return (
    <NotCleared patientId={patientId} found={found} blocks={clearance.uncleared === 'block'} />
  );
}

function Cleared({ found }: { found: ServiceClearance }) {
  const { look, words } = serviceMark(found);
  const by = `Cleared by ${found.signed_by ?? 'a prescriber'}${found.credential ? `, ${found.credential}` : ''}${found.reason ? `: ${found.reason}` : ''}.`;
  return (
    <Stack
      direction="row"
      useFlexGap
      sx={{ flexWrap: 'wrap', columnGap: 1.5, alignItems: 'center' }}
    >
      <DecisionMark look={look}>{words}</DecisionMark>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {by}
      </Typography>
    </Stack>
  );
}

function NotCleared({
  patientId,
  found,
  blocks,
}: {
  patientId: number;
  found: ServiceClearance;
  blocks: boolean;
}) {
  const mayExamine = useMayExamine();
  const waits = found.status === 'waiting';
  return (
    <Alert severity="warning" role="status">
      {`${notCleared(found)} ${blocks ? 'Until then the treatment cannot be recorded.' : 'The treatment can be recorded, with a note that it was not cleared.'}`}
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, pt: 1 }}>
        <ButtonLink
          to={waits || !mayExamine ? examPath(patientId) : newExamPath(patientId)}
          variant="outlined"
          color="inherit"
        >
          {waits ? 'Open the exam' : 'Open the GFE exam form'}
        </ButtonLink>
      </Stack>
    </Alert>
  );
}

/** The question before each treatment. What has changed is written down, which opens the exam again. */
function AnythingChanged<Form extends FieldValues>({
  control,
  name,
  patientId,
}: Omit<TreatmentClearanceProps<Form>, 'service' | 'onBlocked'>) {
  const { clearance } = useClearance(patientId);
  const {
    field: { value, onChange, ref },
    fieldState: { error },
  } = useController({ control, name });
  const zone = useTimeZone();
  const label = useId();
  const note = useId();
  const [writing, setWriting] = useState(false);
  const changed = clearance?.changed;
  return (
    <FormControl
      component="fieldset"
      error={error !== undefined}
      aria-describedby={error ? note : undefined}
    >
      <FormLabel id={label} component="legend">
        Anything changed since the exam? Health, medication, allergies, pregnancy
      </FormLabel>
      <RadioGroup
        row
        aria-labelledby={label}
        value={value}
        onChange={(_event, answer) => onChange(answer)}
      >
        <FormControlLabel
          value="no"
          label="No"
          sx={{ minHeight: 44 }}
          control={<Radio slotProps={{ input: { ref } }} />}
        />
        <FormControlLabel value="yes" label="Yes" sx={{ minHeight: 44 }} control={<Radio />} />
      </RadioGroup>
      {error && (
        <FormHelperText id={note} sx={{ mx: 0 }}>
          {error.message}
        </FormHelperText>
      )}
      {changed && (
        <Typography
          variant="body2"
          sx={{ overflowWrap: 'anywhere' }}
        >{`${changed.details} (${changed.reported_by}, ${formatInstant(changed.reported_at, zone)})`}</Typography>
      )}
      {value === 'yes' && !changed && (
        <Button
          variant="outlined"
          onClick={() => setWriting(true)}
          style={{ alignSelf: 'flex-start' }}
        >
          Write down what has changed
        </Button>
      )}
      {writing && <HealthChangeDialog patientId={patientId} onClose={() => setWriting(false)} />}
    </FormControl>
  );
}
