import Autocomplete from '@mui/material/Autocomplete';

import { NobodyFound, PatientOption } from '@/components/PatientOptions';
import { PatientSearchInput, type PatientSearchField } from '@/components/PatientSearchInput';
import type { usePatientSearch } from '@/components/usePatientSearch';

interface Props extends PatientSearchField {
  id: string;
  search: ReturnType<typeof usePatientSearch>;
  autoFocus: boolean;
}

/** The search for a patient with its list of matches. */
export function PatientAutocomplete({ id, search, autoFocus, ...field }: Props) {
  const { text, onType, open, show, close, patients, active, highlight, pick, state, tryAgain } =
    search;
  return (
    <Autocomplete
      id={id}
      options={patients}
      // The server has searched already.
      filterOptions={(all) => all}
      // Not shown: MUI compares options by their label, and two patients may have the same name.
      getOptionLabel={(patient) => String(patient.id)}
      renderOption={({ key, ...props }, patient) => (
        <PatientOption key={key} {...props} aria-selected={patient === active} patient={patient} />
      )}
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
        <PatientSearchInput
          {...field}
          id={id}
          frame={input.ref}
          input={{ ...htmlInput, autoFocus }}
        />
      )}
    />
  );
}
