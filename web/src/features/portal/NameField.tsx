import { useId, type ComponentProps } from 'react';

interface Props extends ComponentProps<'input'> {
  label: string;
  /** What is wrong with what was typed. */
  problem?: string | undefined;
}

/** A text field that looks like the staff's, without MUI. */
export function NameField({ label, problem, ...input }: Props) {
  const id = useId();
  return (
    <div>
      <div className="field">
        <input
          {...input}
          {...(problem && { 'aria-invalid': true, 'aria-describedby': `${id}-note` })}
          id={id}
          placeholder=" "
        />
        <label htmlFor={id}>{label}</label>
        <fieldset aria-hidden>
          <legend>{label}</legend>
        </fieldset>
      </div>
      {problem && (
        <p className="note" id={`${id}-note`}>
          {problem}
        </p>
      )}
    </div>
  );
}
