import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm } from 'react-hook-form';
import { describe, expect, test } from 'vitest';

import { Adornment } from '@/components/Adornment';
import { FormArea } from '@/components/FormArea';
import { FormSelect } from '@/components/FormSelect';
import { FormText } from '@/components/FormText';
import { PasswordInput } from '@/components/PasswordInput';
import { SelectInput } from '@/components/SelectInput';
import { TextArea } from '@/components/TextArea';
import { TextInput } from '@/components/TextInput';

function Form({ onSave }: { onSave: (values: object) => void }) {
  const { control, handleSubmit } = useForm({ defaultValues: { lot: '', role: '' } });
  return (
    <form onSubmit={handleSubmit((values) => onSave(values))}>
      <FormText control={control} name="lot" label="Lot" hint="Printed on the vial" />
      <FormSelect
        control={control}
        name="role"
        label="Role"
        placeholder="Choose a role"
        options={['Nurse', { value: 'Staff', label: 'Staff (no records)' }]}
      />
      <button type="submit">Save</button>
    </form>
  );
}

describe('fields of a form', () => {
  test('are found by their label and hand over their value, not their label', async () => {
    const saved: object[] = [];
    render(<Form onSave={(values) => saved.push(values)} />);
    await userEvent.type(screen.getByRole('textbox', { name: 'Lot' }), 'C7654');
    expect(screen.getByRole('option', { name: 'Choose a role' })).toBeInTheDocument();
    await userEvent.selectOptions(
      screen.getByRole('combobox', { name: 'Role' }),
      'Staff (no records)',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(saved).toEqual([{ lot: 'C7654', role: 'Staff' }]);
  });

  test('read out their hint with their name', () => {
    render(<Form onSave={() => {}} />);
    expect(screen.getByRole('textbox', { name: 'Lot' })).toHaveAccessibleDescription(
      'Printed on the vial',
    );
  });
});

test('a password can be shown', async () => {
  render(<PasswordInput label="Password" defaultValue="correct horse" />);
  const field = screen.getByLabelText('Password');
  expect(field).toHaveAttribute('type', 'password');
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(field).toHaveAttribute('type', 'text');
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(field).toHaveAttribute('type', 'password');
});

describe('a field', () => {
  const choices = ['Nurse', 'Staff'];
  const nothing = () => {};
  const kinds = [
    ['line', (props: object) => <TextInput label="Lot" {...props} />, 'textbox'],
    ['area', (props: object) => <TextArea label="Lot" {...props} />, 'textbox'],
    [
      'select',
      (props: object) => (
        <SelectInput label="Lot" options={choices} value="Nurse" onChange={nothing} {...props} />
      ),
      'combobox',
    ],
  ] as const;

  test.each(kinds)(
    'of the kind %s is nothing more than its label and itself',
    (_kind, draw, role) => {
      render(draw({}));
      const field = screen.getByRole(role, { name: 'Lot' });
      expect(field).toBe(screen.getByLabelText('Lot'));
      expect(field).not.toBeRequired();
      expect(field).toBeEnabled();
      expect(field).toBeValid();
      expect(field).not.toHaveAttribute('aria-describedby');
    },
  );

  test.each(kinds)(
    'of the kind %s says that it is required, marks it for those who see, and hides the mark from the rest',
    (_kind, draw, role) => {
      render(draw({ required: true }));
      const field = screen.getByRole(role, { name: 'Lot' });
      expect(field).toBeRequired();
      expect(screen.getByLabelText(/^Lot/)).toBe(field);
      expect(document.querySelector('label')).toHaveTextContent('Lot *');
      expect(document.querySelector('label span')).toHaveAttribute('aria-hidden', 'true');
    },
  );

  test.each(kinds)(
    'of the kind %s reads out its error in place of its hint',
    (_kind, draw, role) => {
      const { rerender } = render(draw({ hint: 'Printed on the vial' }));
      const field = screen.getByRole(role);
      expect(field).toHaveAccessibleDescription('Printed on the vial');
      expect(field).toHaveAttribute('aria-describedby', `${field.id}-note`);
      rerender(draw({ hint: 'Printed on the vial', error: 'Enter the lot' }));
      expect(field).toHaveAccessibleDescription('Enter the lot');
      expect(field).toBeInvalid();
      expect(screen.queryByText('Printed on the vial')).not.toBeInTheDocument();
    },
  );

  test.each(kinds)(
    'of the kind %s can be disabled, and focused through its ref',
    (_kind, draw, role) => {
      let held: HTMLElement | null = null;
      const inputRef = (element: HTMLElement | null) => {
        held = element;
      };
      const { rerender } = render(draw({ inputRef }));
      expect(held).toBe(screen.getByRole(role));
      rerender(draw({ inputRef, disabled: true }));
      expect(screen.getByRole(role)).toBeDisabled();
    },
  );

  test('hides the legend of its outline, which repeats the label', () => {
    render(<TextInput label="Lot" required />);
    expect(document.querySelector('legend')).toHaveTextContent('Lot *');
    expect(document.querySelector('fieldset')).toHaveAttribute('aria-hidden', 'true');
    expect(screen.queryByRole('group')).not.toBeInTheDocument();
  });

  test('has its label inside only while it is empty', () => {
    const labelRests = (props: object) => {
      const { unmount } = render(<TextInput label="Lot" {...props} />);
      const rests = screen.getByText('Lot', { selector: 'label' }).dataset['shrink'] === 'false';
      unmount();
      return rests;
    };
    expect(labelRests({})).toBe(true);
    expect(labelRests({ type: 'email' })).toBe(true);
    expect(labelRests({ placeholder: 'As printed' })).toBe(false);
    expect(labelRests({ startAdornment: <Adornment>$</Adornment> })).toBe(false);
    for (const type of ['date', 'time', 'datetime-local']) expect(labelRests({ type })).toBe(false);
  });

  test('shows its own placeholder, and a sign before what is typed', () => {
    render(
      <TextInput label="Price" placeholder="0.00" startAdornment={<Adornment>$</Adornment>} />,
    );
    expect(screen.getByPlaceholderText('0.00')).toBe(screen.getByLabelText('Price'));
    expect(screen.getByText('$').nextElementSibling).toBe(screen.getByLabelText('Price'));
  });

  test('passes on the attributes for the keyboard, for a list and for a limit', () => {
    render(
      <TextInput
        label="Points"
        name="points"
        inputMode="numeric"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={3}
        list="known"
      />,
    );
    const field = screen.getByLabelText('Points');
    expect(field).toHaveAttribute('type', 'text');
    for (const [name, value] of [
      ['name', 'points'],
      ['inputmode', 'numeric'],
      ['autocapitalize', 'none'],
      ['spellcheck', 'false'],
      ['maxlength', '3'],
      ['list', 'known'],
    ] as const)
      expect(field).toHaveAttribute(name, value);
  });

  test('of several lines has room for so many at least, and scrolls from so many on', () => {
    render(<TextArea label="Notes" minRows={2} maxRows={6} />);
    const area = screen.getByLabelText('Notes');
    expect(area).toHaveAttribute('rows', '2');
    expect(area).toHaveStyle({ minHeight: 'calc(2.875em)', maxHeight: 'calc(8.625em)' });
  });

  test('to choose from begins with the words of no choice, where it has them', () => {
    const { rerender } = render(
      <SelectInput
        label="Role"
        options={choices}
        placeholder="Choose a role"
        value=""
        onChange={nothing}
      />,
    );
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Choose a role',
      ...choices,
    ]);
    expect(screen.getByLabelText('Role')).toHaveDisplayValue('Choose a role');
    rerender(<SelectInput label="Role" options={choices} value="Staff" onChange={nothing} />);
    expect(screen.getAllByRole('option')).toHaveLength(2);
    expect(screen.getByLabelText('Role')).toHaveDisplayValue('Staff');
  });

  test('to choose from shows no other choice while its value is not offered', () => {
    const { rerender } = render(
      <SelectInput
        label="Role"
        options={[]}
        placeholder="Everybody"
        value="Staff"
        onChange={nothing}
      />,
    );
    const field = screen.getByLabelText('Role');
    expect(field).toHaveDisplayValue('Not listed');
    expect(field).toHaveValue('Staff');
    rerender(
      <SelectInput
        label="Role"
        options={choices}
        placeholder="Everybody"
        value="Staff"
        onChange={nothing}
      />,
    );
    expect(field).toHaveDisplayValue('Staff');
    rerender(<SelectInput label="Role" options={choices} value="" onChange={nothing} />);
    expect(field).toHaveDisplayValue('Not chosen');
  });
});

function Refused() {
  const { control, handleSubmit } = useForm({
    defaultValues: { notes: '' },
    resolver: () => ({
      values: {},
      errors: { notes: { type: 'required', message: 'Write something' } },
    }),
  });
  return (
    <form onSubmit={handleSubmit(() => {})}>
      <FormArea control={control} name="notes" label="Notes" />
      <button type="submit">Save</button>
    </form>
  );
}

test('a form takes one to the first field that is wrong', async () => {
  render(<Refused />);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Write something')).toBeInTheDocument();
  expect(screen.getByLabelText('Notes')).toHaveFocus();
});

describe('a date that is not whole or does not exist', () => {
  const impossible = 'Enter a whole date that exists, such as 11/20/2026';

  function Dates({ onSave }: { onSave: (values: object) => void }) {
    const { control, handleSubmit } = useForm({
      defaultValues: { born: '' },
      resolver: (values) =>
        /^(\d{4}-\d\d-\d\d)?$/.test(values.born)
          ? { values, errors: {} }
          : { values: {}, errors: { born: { type: 'custom', message: 'Enter a date' } } },
    });
    return (
      <form noValidate onSubmit={handleSubmit((values) => onSave(values))}>
        <FormText control={control} name="born" label="Birth date" type="date" />
        <button type="submit">Save</button>
      </form>
    );
  }

  /** jsdom has no parts of a date to leave out: the browser's verdict on them is put in its place. */
  const type = (field: HTMLElement, badInput: boolean, value = '') => {
    Object.defineProperty(field, 'validity', { configurable: true, value: { badInput } });
    if (value) fireEvent.change(field, { target: { value } });
    fireEvent.keyUp(field, { key: '1' });
  };

  test('is never saved as none, and the field says why', async () => {
    const saved: object[] = [];
    render(<Dates onSave={(values) => saved.push(values)} />);
    const field = screen.getByLabelText('Birth date');
    type(field, true);
    fireEvent.blur(field);
    expect(field).toHaveAccessibleDescription(impossible);
    expect(field).toBeInvalid();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(saved).toEqual([]);
    type(field, false, '1980-02-28');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(saved).toEqual([{ born: '1980-02-28' }]);
  });

  test('is refused when Enter saves from within it, and forgotten once the field is emptied', async () => {
    const saved: object[] = [];
    render(<Dates onSave={(values) => saved.push(values)} />);
    const field = screen.getByLabelText('Birth date');
    type(field, true);
    fireEvent.submit(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(field).toHaveAccessibleDescription(impossible));
    expect(saved).toEqual([]);
    type(field, false);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(saved).toEqual([{ born: '' }]);
  });

  test('is reported by a field outside of a form too', () => {
    render(<TextInput label="From day" type="date" defaultValue="" />);
    const field = screen.getByLabelText('From day');
    type(field, true);
    expect(field).toBeValid();
    fireEvent.blur(field);
    expect(field).toHaveAccessibleDescription(impossible);
  });
});
