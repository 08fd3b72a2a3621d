import { expect, test } from 'vitest';

import { theme } from '@/theme/theme';

const sheets = () =>
  Object.assign({}, ...theme.generateStyleSheets()) as Record<string, Record<string, unknown>>;
const dark = '[data-color-scheme="dark"]';

test('the dark scheme is for screens, so that print stays light', () => {
  expect(sheets()).not.toHaveProperty([dark]);
  expect(sheets()['@media screen']).toHaveProperty(
    [dark, '--mui-palette-background-paper'],
    '#1C2423',
  );
  expect(sheets()[`:root, ${dark.replace('dark', 'light')}`]).toHaveProperty(
    ['--mui-palette-background-paper'],
    '#FFFFFF',
  );
});
