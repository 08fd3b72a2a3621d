import { useId, type ComponentProps } from 'react';

interface Props extends ComponentProps<'input'> {
  label: string;
  /** What is wrong with what was typed. */
  problem?: string | undefined;
}

/** A labelled line to write on, as the staff's fields look; the frame opens where the label rises into it. */
export function NameField({ label, problem, ...input }: Props) {
  const id = useId();
  return (
    <div>
      <div className="field">
        <input {...input} {...(problem && { 'aria-invalid': true, 'aria-describedby': `${id}-note` })} id={id} placeholder=" " />
        <label htmlFor={id}>{label}</label>
        <fieldset aria-hidden>
          <legend>{label}</legend>
        </fieldset>
      </div>
      {problem && <p className="note" id={`${id}-note`}>{problem}</p>}
    </div>
  );
}
