import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import type { EstimateDocument, LineOnEstimate } from '@/api/generated';
import { disclaimers } from '@/features/estimates/disclaimers';
import { draftOfEstimate } from '@/features/estimates/issuing/testing';
import { LineDetails } from '@/features/estimates/sheet/LineDetails';
import { SheetFacts } from '@/features/estimates/sheet/SheetFacts';
import { SheetHead } from '@/features/estimates/sheet/SheetHead';
import { SheetTexts } from '@/features/estimates/sheet/SheetTexts';
import { SheetTotal } from '@/features/estimates/sheet/SheetTotal';

const { document } = draftOfEstimate;
const line = {
  ...(document.lines[0] as LineOnEstimate),
  provider_npi: '1234567893',
  service_code: 'BTX-U',
  diagnosis_code: 'Z41.1',
  discount: '60.10',
  charge: '899.90',
};
const full: EstimateDocument = {
  ...document,
  lines: [line],
  total: '899.90',
  primary_service: 'Botox for the forehead',
  service_date: '2026-12-14',
  separate_items: ['A blood count'],
  recurrence: { number: 3, frequency: 'every six weeks', from: '2026-12-14', until: '2027-03-08' },
  provider_totals: [
    { provider: 'Elena Moreau', npi: null, total: '800.00' },
    { provider: 'Noah Kim', npi: null, total: '99.90' },
  ],
};

test('the letterhead names the clinic with its numbers, and until when the estimate holds', () => {
  render(<SheetHead clinic="Linden Aesthetics" document={document} isSaved />);
  for (const words of [
    'Linden Aesthetics',
    '214 W 18th Street, New York, NY 10011',
    '(212) 555-0100',
    'NPI 1679576722',
    'TIN 83-1234567',
    'Place of care: New York, NY',
    'Written Nov 18, 2026, good until Nov 18, 2027.',
  ]) {
    expect(screen.getByText(words)).toBeVisible();
  }
});

test('before it is saved the sheet has the clinic’s name and the disclaimers of the product', () => {
  render(
    <>
      <SheetHead clinic="Linden Aesthetics" document={undefined} isSaved={false} />
      <SheetTexts document={undefined} />
    </>,
  );
  expect(screen.getByText('Linden Aesthetics')).toBeVisible();
  expect(screen.getByText('Not saved yet.')).toBeVisible();
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([...disclaimers]);
  expect(screen.queryByText('Scheduled separately')).not.toBeInTheDocument();
});

test('the texts are the clinic’s own, with what is scheduled separately', () => {
  render(<SheetTexts document={full} />);
  for (const words of [
    'A blood count',
    'A separate estimate follows.',
    'Not a contract.',
    'Within 120 days.',
  ])
    expect(screen.getByText(words)).toBeVisible();
});

test('what the whole estimate is about, and what is not given yet', () => {
  const { rerender } = render(<SheetFacts document={full} />);
  expect(screen.getByText('Botox for the forehead')).toBeVisible();
  expect(
    screen.getByText('3 times, every six weeks, from Dec 14, 2026 to Mar 8, 2027'),
  ).toBeVisible();
  rerender(<SheetFacts document={document} />);
  expect(screen.getAllByText('Not given yet')).toHaveLength(2);
  expect(screen.queryByText('Recurs')).not.toBeInTheDocument();
});

test('a line has its provider, codes, discount and charge; while it is edited no charge that no longer fits', () => {
  const { rerender } = render(<LineDetails line={line} edited={false} />);
  expect(
    screen.getByText(
      'Elena Moreau, NPI 1234567893. Service code BTX-U. Diagnosis code Z41.1. Discount $60.10',
    ),
  ).toBeVisible();
  expect(screen.getByText('Charge $899.90')).toBeVisible();
  rerender(<LineDetails line={line} edited />);
  expect(screen.queryByText(/^Charge/)).not.toBeInTheDocument();
});

test('the total is the sum with its discounts, and each provider’s', () => {
  const { rerender } = render(<SheetTotal document={full} edited={false} />);
  for (const words of [
    'Discounts of $60.10 are taken off.',
    'Elena Moreau: $800.00',
    'Noah Kim: $99.90',
    'Total after discounts',
    '$899.90',
  ])
    expect(screen.getByText(words)).toBeVisible();
  rerender(<SheetTotal document={document} edited />);
  expect(screen.getByText('No discount applies.')).toBeVisible();
  expect(screen.getByText('Total as saved')).toBeVisible();
});
