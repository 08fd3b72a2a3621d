import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import type { ReviewChart } from '@/api/generated';
import { ExamCard } from '@/features/exams';
import { HealthCard } from '@/features/review/HealthCard';
import { chartOf, grace } from '@/features/review/testing';
import { renderScreen } from '@/testing/renderScreen';

const chart = chartOf(grace);
const show = (given: Partial<ReviewChart>) =>
  renderScreen(
    { path: '/', element: <HealthCard chart={{ ...chart, ...given }} zone="America/New_York" /> },
    '/',
  );

test('what was never asked and what goes on is said before a chart is approved', async () => {
  show({
    allergies: null,
    pregnancy: null,
    open_events: [
      {
        id: 4,
        patient_id: 7,
        patient_name: 'Grace Okonkwo',
        treatment_id: 90,
        treatment_type: 'Botox',
        began_on: '2026-11-18',
        kind: 'ptosis',
        severity: 'moderate',
        status: 'open',
        follow_up_on: null,
        reported_at: '2026-11-19T15:00:00Z',
        reported_by: 'Noah Kim',
        acknowledged_at: null,
        acknowledged_by: null,
      },
    ],
  });
  const alerts = await screen.findAllByRole('alert');
  expect(alerts.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/moderate, since Nov 18, 2026: open\.$/),
    'Allergies not asked.',
    'Pregnancy not asked.',
  ]);
});

test('answers stand with when they were given', async () => {
  show({
    allergies: {
      answer: 'listed',
      entries: [
        { name: 'Lidocaine', note: 'hives' },
        { name: 'Latex', note: null },
      ],
      asked_at: '2026-11-01T15:00:00Z',
    },
  });
  const health = within(await screen.findByRole('region', { name: 'Health' }));
  expect(health.getByText(/Lidocaine/).closest('p')).toHaveTextContent(
    'Allergies: Lidocaine (hives), Latex, asked Nov 1, 2026',
  );
  expect(health.getByText(/Neither pregnant/)).toBeVisible();
  expect(health.queryByRole('alert')).not.toBeInTheDocument();
});

test('the exam of a chart is shown whole, its findings before what was saved as normal', async () => {
  const fainted = 'Denies chest pain. Fainted twice last week.';
  if (!chart.exam) throw new Error('the chart has an exam');
  const exam = {
    ...chart.exam,
    ros_neuro: null,
    pe_heent: 'Normocephalic, atraumatic',
    normal: ['pe_heent' as const],
    ros_cardio: fainted,
  };
  renderScreen({ path: '/', element: <ExamCard exam={exam} zone="America/New_York" /> }, '/');
  const card = within(await screen.findByRole('region', { name: 'Exam' }));
  expect(card.getByText(fainted)).toBeVisible();
  const names = card.getAllByRole('term').map(({ textContent }) => textContent);
  expect(names.slice(2, 4)).toEqual(['Cardiovascular', 'HEENT']);
});
