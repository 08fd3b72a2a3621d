import Search from '@mui/icons-material/Search';
import Autocomplete from '@mui/material/Autocomplete';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useId, type Ref } from 'react';

import { Adornment } from '@/components/Adornment';
import { Field } from '@/components/Field';
import { NobodyFound, PatientOption } from '@/components/PatientOptions';
import { usePatientSearch, type ChosenPatient } from '@/components/usePatientSearch';

interface Props {
  label: string;
  value: ChosenPatient | null;
  onChange: (patient: ChosenPatient | null) => void;
  name?: string;
  required?: boolean;
  error?: string | undefined;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
}

/** Finds one patient by parts of the name, the birth date, the e-mail address or the phone number; by keyboard alone as well. */
export function PatientSearch({ label, value, onChange, name, required = false, error, onBlur, inputRef }: Props) {
  const id = useId();
  const { text, onType, open, show, close, patients, active, highlight, pick, state, tryAgain } = usePatientSearch(value, onChange);

  return (
    <Autocomplete
      id={id}
      options={patients}
      // The server has searched already.
      filterOptions={(all) => all}
      // Not shown: MUI compares options by their label, and two patients may have the same name.
      getOptionLabel={(patient) => String(patient.id)}
      renderOption={({ key, ...props }, patient) => <PatientOption key={key} {...props} aria-selected={patient === active} patient={patient} />}
      // The chosen patient's name is the field's text. MUI's value would have to be among the options.
      value={null}
      onChange={(_event, patient) => patient && pick(patient)}
      inputValue={text}
      onInputChange={(_event, typed, reason) => reason === 'input' && onType(typed)}
      open={open}
      // Not on a press on the field: no patients are fetched before somebody searches.
      onOpen={(event) => event.type !== 'mousedown' && show()}
      onClose={close}
      // MUI would move the highlight back to the first option when the page renders again. `pick` closes the list.
      disableCloseOnSelect
      autoHighlight
      onHighlightChange={(_event, patient) => highlight(patient)}
      clearOnBlur={false}
      // Within the page's landmarks, and within a dialog where there is one.
      disablePortal
      handleHomeEndKeys={false}
      // While the list is open Enter picks from it, and does not submit the form.
      onKeyDown={(event) => event.key === 'Enter' && open && event.preventDefault()}
      loading={state === 'searching'}
      loadingText="Searching…"
      noOptionsText={<NobodyFound failed={state === 'failed'} onRetry={tryAgain} />}
      slotProps={{ listbox: { 'aria-label': 'Patients found', 'aria-labelledby': undefined } }}
      renderInput={({ slotProps: { input, htmlInput } }) => (
        <Field label={label} error={error} id={id} required={required} labelOnBorder>
          {(wiring) => (
            <OutlinedInput
              {...wiring}
              ref={input.ref}
              inputRef={inputRef}
              name={name}
              placeholder="Name, birth date or phone"
              startAdornment={<Adornment><Search aria-hidden /></Adornment>}
              onBlur={onBlur}
              slotProps={{ input: htmlInput }}
            />
          )}
        </Field>
      )}
    />
  );
}
