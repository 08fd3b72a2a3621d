import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';

import { PatientSearch } from '@/components/PatientSearch';
import type { ChosenPatient } from '@/components/usePatientSearch';
import { amelia } from '@/testing/records';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const code = vi.hoisted(() => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  return { arrive, arrived };
});
vi.mock('@/components/PatientAutocomplete', async (original) => {
  await code.arrived;
  return original();
});

function Search() {
  const [chosen, choose] = useState<ChosenPatient | null>(null);
  return <PatientSearch label="Patient" value={chosen} onChange={choose} />;
}

test('what is typed before the list is there is searched for, and the focus stays', async () => {
  server.use(http.get('*/api/patients', () => HttpResponse.json([amelia])));
  renderScreen({ path: '/', element: <Search /> });
  await userEvent.type(await screen.findByRole('combobox', { name: 'Patient' }), 'har');
  expect(screen.queryByRole('option')).not.toBeInTheDocument();
  code.arrive();
  const option = await screen.findByRole('option', { name: new RegExp(amelia.first_name) });
  expect(screen.getByRole('combobox', { name: 'Patient' })).toHaveFocus();
  expect(screen.getByRole('combobox', { name: 'Patient' })).toHaveValue('har');
  await userEvent.click(option);
  expect(screen.getByRole('combobox', { name: 'Patient' })).toHaveValue(`${amelia.first_name} ${amelia.last_name}`);
});
