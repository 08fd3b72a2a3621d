import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { openRecord } from '@/testing/openRecord';
import { approvedTreatment, pendingTreatment, voided } from '@/testing/patientRecord';
import { stubCanvas } from '@/testing/stubCanvas';

beforeEach(() => stubCanvas());
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const user = userEvent.setup();
const field = (name: string) =>
  within(screen.getByRole('form', { name: 'New treatment' })).getByLabelText(name);
const copy = async () =>
  user.click(await screen.findByRole('button', { name: 'Copy from last time' }));

test('the last treatment is copied without its lot and signature, and that can be undone', async () => {
  openRecord({ treatments: [pendingTreatment, approvedTreatment] });
  await screen.findByText(/Good Faith Exam of/);
  await user.type(field('Areas'), 'Chin');
  await user.type(field('Lot'), 'B1');
  await copy();
  expect(field('Treatment type')).toHaveValue('Botox');
  expect(field('Areas')).toHaveValue('Forehead');
  expect(field('Units')).toHaveValue('24');
  expect(field('Notes')).toHaveValue('No reaction');
  expect(field('Lot')).toHaveValue('');
  expect(screen.getByRole('img', { name: 'Provider signature: not signed yet' })).toBeVisible();
  expect(
    screen.getByText(
      'Copied from Botox, Feb 10, 2026. The lot is not copied: enter it anew, and sign.',
    ),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(field('Areas')).toHaveValue('Chin');
  expect(field('Lot')).toHaveValue('B1');
  expect(field('Units')).toHaveValue('');
  expect(screen.queryByText(/^Copied from/)).not.toBeInTheDocument();
});

test('what was changed after copying is not undone', async () => {
  openRecord({ treatments: [pendingTreatment] });
  await copy();
  await user.type(field('Lot'), 'C7');
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  expect(screen.getByText(/^Copied from Botox/)).toBeVisible();
});

test('a treatment without a lot asks for the signature alone', async () => {
  openRecord({ treatments: [approvedTreatment] });
  await copy();
  expect(field('Treatment type')).toHaveValue('EZ Gel Hands');
  expect(field('Volumes (mL)')).toHaveValue('2 + 2');
  expect(
    screen.getByText('Copied from EZ Gel Hands, Jan 20, 2026. Please sign anew.'),
  ).toBeVisible();
});

test('a voided treatment is not copied', async () => {
  openRecord({ treatments: [{ ...pendingTreatment, voided }, approvedTreatment] });
  await copy();
  expect(field('Treatment type')).toHaveValue('EZ Gel Hands');
});

test('without an earlier treatment nothing is offered', async () => {
  openRecord({ treatments: [{ ...pendingTreatment, voided }] });
  expect(await screen.findByText('Voided')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Copy from last time' })).not.toBeInTheDocument();
});
