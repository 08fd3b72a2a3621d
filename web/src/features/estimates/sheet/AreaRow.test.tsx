import { render, screen } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { expect, test } from 'vitest';

import type { EstimateForm } from '@/features/estimates/estimateForm';
import { areas } from '@/features/estimates/priceList';
import { AreaRow } from '@/features/estimates/sheet/AreaRow';

function Face() {
  const face = { service: '', unit_cost: '', qty: '1', sessions: '1', sessions_custom: '' };
  const { control, setValue } = useForm<EstimateForm>({ defaultValues: { face } });
  return (
    <AreaRow
      area={areas[0]}
      control={control}
      setValue={setValue}
      catalogue={[]}
      onRecord={undefined}
      edited={false}
    />
  );
}

test('an area is a heading below the one of the expected charges', () => {
  render(<Face />);
  expect(screen.getByRole('heading', { level: 3, name: 'Face' })).toBeVisible();
});
