import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, type MouseEvent } from 'react';

import type { Patient } from '@/api/generated';
import { Button } from '@/components/Button';
import { formatDate } from '@/lib/dates';
import { chosenInForcedColors } from '@/theme/forcedColors';

interface Props {
  id: string;
  optionId: (patientId: number) => string;
  patients: readonly Patient[];
  active: Patient | undefined;
  state: 'found' | 'searching' | 'failed';
  onPick: (patient: Patient) => void;
  onRetry: () => void;
}

/** The listbox of matching patients below the search field. */
export function PatientOptions({ id, optionId, patients, active, state, onPick, onRetry }: Props) {
  return (
    <Paper variant="outlined" onMouseDown={keepFocus} sx={{ position: 'absolute', zIndex: 'modal', insetInline: 0, mt: 0.5, maxHeight: 360, overflowY: 'auto' }}>
      <Box role="listbox" id={id} aria-label="Patients found">
        {patients.map((patient) => (
          <Option key={patient.id} id={optionId(patient.id)} patient={patient} active={patient === active} onPick={() => onPick(patient)} />
        ))}
      </Box>
      {patients.length === 0 && <Nobody state={state} onRetry={onRetry} />}
    </Paper>
  );
}

function Option({ id, patient: { first_name, last_name, birth_date }, active, onPick }: { id: string; patient: Patient; active: boolean; onPick: () => void }) {
  const option = useRef<HTMLElement>(null);
  // scrollIntoView would scroll the page as well as the list.
  useEffect(() => {
    const list = option.current?.closest<HTMLElement>('.MuiPaper-root');
    if (active && option.current && list) scrollTo(list, option.current);
  }, [active]);
  return (
    <Box
      id={id}
      ref={option}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      onClick={onPick}
      sx={{ px: 2, py: 1, minHeight: 44, cursor: 'pointer', bgcolor: active ? 'primary.light' : undefined, ...(active && chosenInForcedColors), '&:hover': { bgcolor: 'primary.light' } }}
    >
      <Typography>{`${first_name} ${last_name}`}</Typography>
      {birth_date && <Typography variant="body2" color="textSecondary">{`Born ${formatDate(birth_date)}`}</Typography>}
    </Box>
  );
}

function scrollTo(list: HTMLElement, { offsetTop, offsetHeight }: HTMLElement) {
  if (offsetTop < list.scrollTop) list.scrollTop = offsetTop;
  else if (offsetTop + offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = offsetTop + offsetHeight - list.clientHeight;
}

const words = { found: 'No patients found', searching: 'Searching…', failed: 'Patients could not be searched.' } as const;

function Nobody({ state, onRetry }: Pick<Props, 'state' | 'onRetry'>) {
  const failed = state === 'failed';
  useEffect(() => {
    if (failed) console.error(words.failed);
  }, [failed]);
  return (
    <Box role="status" sx={{ px: 2, py: 1.25, display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1, color: 'text.secondary' }}>
      {words[state]}
      {failed && <Button onClick={onRetry}>Try again</Button>}
    </Box>
  );
}

/** A mousedown on the list must not blur the field, which would close the list before the click. */
const keepFocus = (event: MouseEvent) => event.preventDefault();
