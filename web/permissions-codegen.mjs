// Writes the union of all permissions to src/api/permissions.ts, from the server's table: npm run api.
import { readFileSync, writeFileSync } from 'node:fs';

const table = readFileSync(new URL('../server/permissions.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const column = table[0].split(',').indexOf('permission');
// The columns up to this one hold no quoted commas. '-' is a call that needs none.
const names = new Set(
  table
    .slice(1)
    .map((row) => row.split(',')[column])
    .filter((name) => name.includes('.')),
);
const union = [...names]
  .toSorted()
  .map((name) => `  | '${name}'`)
  .join('\n');
writeFileSync(
  new URL('./src/api/permissions.ts', import.meta.url),
  `// Generated from server/permissions.csv by \`npm run api\`; do not edit.\nexport type Permission =\n${union};\n`,
);
