import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm } from 'react-hook-form';
import { describe, expect, test } from 'vitest';

import { FormSelect } from '@/components/FormSelect';
import { FormText } from '@/components/FormText';
import { PasswordInput } from '@/components/PasswordInput';

function Form({ onSave }: { onSave: (values: object) => void }) {
  const { control, handleSubmit } = useForm({ defaultValues: { lot: '', role: '' } });
  return (
    <form onSubmit={handleSubmit((values) => onSave(values))}>
      <FormText control={control} name="lot" label="Lot" hint="Printed on the vial" />
      <FormSelect control={control} name="role" label="Role" placeholder="Choose a role" options={['Nurse', { value: 'Staff', label: 'Staff (no records)' }]} />
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
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'Staff (no records)');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(saved).toEqual([{ lot: 'C7654', role: 'Staff' }]);
  });

  test('read out their hint with their name', () => {
    render(<Form onSave={() => {}} />);
    expect(screen.getByRole('textbox', { name: 'Lot' })).toHaveAccessibleDescription('Printed on the vial');
  });
});

test('a password can be looked at', async () => {
  render(<PasswordInput label="Password" defaultValue="correct horse" />);
  const field = screen.getByLabelText('Password');
  expect(field).toHaveAttribute('type', 'password');
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(field).toHaveAttribute('type', 'text');
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(field).toHaveAttribute('type', 'password');
});
