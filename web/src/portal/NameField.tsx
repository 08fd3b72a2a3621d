import { useId, type ComponentProps } from 'react';

/** A labelled line to write on, as the staff's fields look; the frame opens where the label rises into it. */
export function NameField({ label, ...input }: ComponentProps<'input'> & { label: string }) {
  const id = useId();
  return (
    <div className="field">
      <input {...input} id={id} placeholder=" " />
      <label htmlFor={id}>{label}</label>
      <fieldset aria-hidden>
        <legend>{label}</legend>
      </fieldset>
    </div>
  );
}
