import { expect, test } from 'vitest';

import { areas, listPrice, offeredIn } from '@/features/estimates/priceList';

test('the areas have the sessions of the specification', () => {
  expect(areas.map(({ key, sessions }) => `${key}: ${sessions.join(', ')}`)).toEqual([
    'face: 1, 2, 3, 4, Custom',
    'hair: 1, 3, 6, Custom',
    'hands: 1, 2, 3, Custom',
    'neck: 1, 2, 3, Custom',
    'other: 1, 3, 6, Custom',
  ]);
});

test('the same service may cost something else in another area, and Other is free to be priced', () => {
  const [face, hair, hands, neck, other] = areas;
  expect(listPrice(face.services, 'Botox per unit')).toBe(12);
  expect(listPrice(hair.services, 'PRP Hair Restoration')).toBe(500);
  expect([hands, neck, other].map((area) => listPrice(area.services, 'Other'))).toEqual([0, 0, 0]);
  expect(listPrice(hair.services, 'Botox per unit')).toBeUndefined();
});

test('every area ends with Other, and no service stands twice in one', () => {
  for (const { services } of areas) {
    const names = services.map(({ name }) => name);
    expect(names.at(-1)).toBe('Other');
    expect(new Set(names).size).toBe(names.length);
  }
});

test("the clinic's own services stand after an area's list, each once, and one without a price leaves the cost", () => {
  const [, , hands] = areas;
  const offered = offeredIn(hands, [
    { name: 'Microneedling', price: 280 },
    { name: 'Glow Peel', price: 99.5 },
    { name: 'Consultation', price: null },
  ]);
  expect(offered.map(({ name }) => name)).toEqual([
    ...hands.services.map(({ name }) => name),
    'Glow Peel',
    'Consultation',
  ]);
  expect(listPrice(offered, 'Microneedling')).toBe(300);
  expect(listPrice(offered, 'Glow Peel')).toBe(99.5);
  expect(listPrice(offered, 'Consultation')).toBeUndefined();
});

test('a service that the catalogue calls by its own name is offered once', () => {
  // The catalogue that every clinic begins with, and another spelling.
  const catalogue = [
    'Botox',
    'PRP/PRF Face',
    'PRP Hair Restoration',
    'EZ Gel Face',
    'EZ Gel Hands',
    'Microneedling',
    'Chemical  peel',
    'Glow Peel',
    'glow peel',
  ].map((name) => ({ name, price: null }));
  const further = areas.map((area) =>
    offeredIn(area, catalogue)
      .slice(area.services.length)
      .map(({ name }) => name),
  );
  expect(further[0]).toEqual(['PRP Hair Restoration', 'Glow Peel']);
  expect(further[1]).toEqual([
    'Botox',
    'PRP/PRF Face',
    'EZ Gel Face',
    'EZ Gel Hands',
    'Microneedling',
    'Chemical  peel',
    'Glow Peel',
  ]);
  expect(further[2]).not.toContain('EZ Gel Hands');
});
