import { expect, test } from 'vitest';

import {
  formatCents,
  grandTotal,
  subtotal,
  type AreaLine,
} from '@/features/estimates/estimateTotals';
import { customSessions } from '@/features/estimates/priceList';

/**
 * Random estimates as people type them, the same as in the server's tests: `server/http-tests/src/testing/estimates.rs` says how they are drawn.
 * That they are the same, and that both show the same amounts for them, is held by the checksums, which stand there too.
 */
const checksums = { texts: 870_045_249, amounts: 4_276_756_879 };

interface Drawn {
  typed: AreaLine;
  /** As the checksum covers it. */
  text: string;
}

const unused: Drawn = {
  typed: { service: '', unit_cost: '', qty: '', sessions: '1', sessions_custom: '' },
  text: 'not used',
};
const choices = [
  ['1', '2', '3', '4'],
  ['1', '3', '6'],
  ['1', '2', '3'],
  ['1', '2', '3'],
  ['1', '3', '6'],
];

function draw(seed: number): () => Drawn[] {
  let state = seed;
  const below = (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    // At most 52 bits: exact.
    return Math.floor((state * most) / 2 ** 32);
  };
  const number = (most: number) => {
    const whole = String(below(10 ** (1 + below(most))));
    const decimals = below(3);
    return decimals === 0
      ? whole
      : `${whole}.${String(below(10 ** decimals)).padStart(decimals, '0')}`;
  };
  return () =>
    choices.map((offered) => {
      const kind = below(8);
      if (kind === 0) return unused;
      const [unit_cost, qty, custom] = [number(6), number(4), below(2) === 0];
      const count = custom ? String(1 + below(999)) : String(offered[below(offered.length)]);
      const discount = below(4) === 0 ? number(3) : 'none';
      const typed = {
        service: kind > 1 ? 'Other' : '',
        unit_cost,
        qty,
        sessions: custom ? customSessions : count,
        sessions_custom: custom ? count : '',
      };
      return {
        typed,
        text: `${String(kind > 1)} ${unit_cost} x ${qty} x ${count} ${String(custom)} - ${discount}`,
      };
    });
}

/** FNV-1a of 32 bits: short, and the same in every language. */
function checksum() {
  let state = 0x811c9dc5;
  return {
    add: (text: string) => {
      for (const letter of text) state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193) >>> 0;
    },
    value: () => state,
  };
}

/** The same question answered another way: exact fractions, rounded once, by comparing the remainder. */
const fraction = (text: string) => {
  const [whole = '', part = ''] = text.split('.');
  return { n: BigInt(`${whole}${part}`), d: BigInt(`1${'0'.repeat(part.length)}`) };
};
function exactCents({ service, unit_cost, qty, sessions, sessions_custom }: AreaLine): bigint {
  if (service === '' && unit_cost === '') return 0n;
  const { n, d } = [unit_cost, qty, sessions === customSessions ? sessions_custom : sessions]
    .map(fraction)
    .reduce((product, factor) => ({ n: product.n * factor.n, d: product.d * factor.d }), {
      n: 100n,
      d: 1n,
    });
  const [floor, rest] = [n / d, n % d];
  return rest + rest >= d ? floor + 1n : floor;
}

test('ten thousand random estimates agree with exact fractions, and with what the server makes of them', () => {
  const next = draw(20_261_126);
  const [texts, amounts] = [checksum(), checksum()];
  for (let round = 0; round < 10_000; round += 1) {
    const lines = next();
    const expected = lines.map(({ typed }) => exactCents(typed));
    const subtotals = lines.map(({ typed }) => subtotal(typed));
    const total = grandTotal(lines.map(({ typed }) => typed));
    // As one text: compared part by part, ten thousand take far longer.
    expect(`${subtotals.join()} ${total}`).toBe(
      `${expected.join()} ${expected.reduce((sum, part) => sum + part, 0n)}`,
    );
    lines.forEach(({ text }) => texts.add(`${text}\n`));
    subtotals.forEach((part) => amounts.add(`${formatCents(part)}\n`));
    amounts.add(formatCents(total));
  }
  expect({ texts: texts.value(), amounts: amounts.value() }).toEqual(checksums);
});
