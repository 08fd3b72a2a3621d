import { useId, type ReactNode } from 'react';

export interface FieldProps {
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
  id?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
}

/** What the element that is typed in or chosen from needs in order to belong to its label and its note. */
interface Wiring {
  id: string;
  required: boolean;
  disabled: boolean;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

/** A label, a frame that opens where it stands, and a note beneath: plain, because a form has twenty of them (theme/fields.ts has its looks). */
export function Field({ label, error, hint, id, required = false, disabled = false, children }: FieldProps & { children: (wiring: Wiring) => ReactNode }) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const noteId = `${inputId}-note`;
  const note = error ?? hint;
  return (
    <div className={`field${error ? ' wrong' : ''}${disabled ? ' off' : ''}`}>
      <label htmlFor={inputId}>
        {label}
        {required && <span aria-hidden>{asterisk}</span>}
      </label>
      <div className="field-frame">
        {children({ id: inputId, required, disabled, 'aria-invalid': Boolean(error), 'aria-describedby': note ? noteId : undefined })}
        <fieldset aria-hidden>
          <legend><span>{required ? label + asterisk : label}</span></legend>
        </fieldset>
      </div>
      {note && <p id={noteId} className="field-note">{note}</p>}
    </div>
  );
}

/** After a thin space. */
const asterisk = '\u2009*';
