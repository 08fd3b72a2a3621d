// Writes the elements that a consent's text may hold to src/lib/textTags.ts, from the server's own list: npm run api.
import { readFileSync, writeFileSync } from 'node:fs';

const tags = readFileSync(new URL('../server/formatted-text/tags.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((tag) => `  '${tag}',\n`)
  .join('');
writeFileSync(
  new URL('./src/lib/textTags.ts', import.meta.url),
  `// Generated from server/formatted-text/tags.txt by \`npm run api\`; do not edit.\nexport const textTags = [\n${tags}];\n`,
);
