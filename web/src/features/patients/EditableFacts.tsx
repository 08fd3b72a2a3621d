import EditOutlined from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useRef } from 'react';

import type { PatientRecord } from '@/api/generated';
import { Button } from '@/components/Button';
import { lazyDialog } from '@/components/lazyDialog';
import { unseen } from '@/components/unseen';
import {
  below,
  editableFields,
  inLine,
  type EditableKey,
} from '@/features/patients/editableFields';
import { EditTip } from '@/features/patients/EditTip';
import { facts, FactValue } from '@/features/patients/Facts';
import type { FieldEditing } from '@/features/patients/useFieldEditing';
import { useLastChanges } from '@/features/patients/useLastChanges';
import { sentence } from '@/lib/sentence';

const FieldEditor = lazyDialog(
  async () => (await import('@/features/patients/FieldEditor')).FieldEditor,
);

interface Props {
  patient: PatientRecord;
  editing: FieldEditing;
}

/** The contact data below a patient's name. For whoever may change the patient: a field that is pressed is edited in its place. */
export function EditableFacts({ patient, editing }: Props) {
  const id = useId();
  const line = inLine.filter((key) =>
    key === 'name'
      ? editing.isOpen(key)
      : key === 'preferred_name' || key === 'pronouns'
        ? editableFields[key].read(patient) !== undefined
        : true,
  );
  const rest = below.filter((key) => !line.includes(key));
  const order = [...line, ...(editing.expanded ? rest : [])];
  const lastChange = useLastChanges(patient.id, editing.expanded);
  const fact = (key: EditableKey, labelled: boolean) => {
    const step = (by: number) => {
      const next = order[order.indexOf(key) + by];
      return next && (() => editing.open(next));
    };
    return (
      <Fact
        key={key}
        field={key}
        patient={patient}
        editing={editing}
        labelled={labelled}
        changed={labelled ? lastChange(...editableFields[key].fields) : undefined}
        onNext={step(1)}
        onPrevious={step(-1)}
      />
    );
  };
  return (
    <>
      <Stack direction="row" component="ul" sx={facts}>
        {line.map((key) => fact(key, false))}
        <li>
          <Button
            aria-expanded={editing.expanded}
            aria-controls={id}
            onClick={editing.toggle}
            sx={{ my: -1, px: 1 }}
          >
            {editing.expanded ? 'Fewer details' : 'All details'}
          </Button>
        </li>
      </Stack>
      <Box component="ul" id={id} aria-label="Details" hidden={!editing.expanded} sx={details}>
        {editing.expanded && rest.map((key) => fact(key, true))}
      </Box>
    </>
  );
}

interface FactProps extends Props {
  field: EditableKey;
  /** Whether its name stands above it. */
  labelled: boolean;
  /** Who changed it last, where its name stands above it. */
  changed: string | undefined;
  onNext: (() => void) | undefined;
  onPrevious: (() => void) | undefined;
}

function Fact({ field, patient, editing, labelled, changed, onNext, onPrevious }: FactProps) {
  const { label } = editableFields[field];
  const button = useRef<HTMLButtonElement>(null);
  const changedId = useId();
  const open = editing.isOpen(field);
  const back = editing.backTo === field && !open;
  useEffect(() => {
    if (back) button.current?.focus();
  }, [back]);
  if (open) {
    return (
      <Box component="li" sx={{ flexBasis: '100%', gridColumn: '1 / -1' }}>
        <FieldEditor
          patient={patient}
          field={field}
          onClose={(refocus?: boolean) => editing.close(field, refocus)}
          onNext={onNext}
          onPrevious={onPrevious}
        />
      </Box>
    );
  }
  const words = editableFields[field].read(patient);
  const value = <FactValue field={field} patient={patient} words={words} />;
  const isLink = (field === 'phone' || field === 'email') && words !== undefined;
  const common = {
    ref: button,
    onClick: () => editing.open(field),
    ...(changed && { 'aria-describedby': changedId }),
  };
  const press = isLink ? (
    <IconButton {...common} aria-label={`Edit ${label}`} sx={{ ...pressed, width: 44 }}>
      <EditOutlined fontSize="small" />
    </IconButton>
  ) : (
    <ButtonBase
      {...common}
      {...(labelled && { title: `Edit ${label}` })}
      sx={{ ...pressed, px: 0.5, mx: -0.5, gap: 0.75, borderRadius: 1, textAlign: 'left' }}
    >
      <Box component="span" sx={unseen}>{`Edit ${label}: `}</Box>
      {value}
      <EditOutlined fontSize="small" aria-hidden sx={{ opacity: 0.7 }} />
    </ButtonBase>
  );
  return (
    <li>
      {labelled && (
        <Typography component="span" variant="caption" color="textSecondary">
          {sentence(label)}
        </Typography>
      )}
      {isLink && value}
      {labelled ? (
        press
      ) : (
        <EditTip patientId={patient.id} field={field}>
          {press}
        </EditTip>
      )}
      {changed && (
        <Typography component="span" id={changedId} variant="caption" color="textSecondary">
          {changed}
        </Typography>
      )}
    </li>
  );
}

const details = {
  listStyle: 'none',
  px: 0,
  pt: 0,
  pb: 1.5,
  m: 0,
  gap: 1.5,
  gridTemplateColumns: 'repeat(auto-fill, minmax(220px, 1fr))',
  color: 'text.secondary',
  '&:not([hidden])': { display: 'grid' },
  '& > li': {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    minWidth: 0,
    overflowWrap: 'anywhere',
  },
} as const;
/** Its margins are as high as its padding: one line takes a line's room, and of two none lies over its neighbour. */
const pressed = {
  minHeight: 44,
  my: -1,
  py: 1,
  color: 'inherit',
  font: 'inherit',
  '&.Mui-focusVisible': { outline: '2px solid', outlineColor: 'primary.main' },
} as const;
