// Writes .br and .gz beside every built text file, so that the server never compresses the same bytes twice.
// The pages are left alone: they get a fresh nonce with each answer.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const dist = new URL('./dist/', import.meta.url).pathname;
const text = new Set(['.js', '.css', '.svg', '.json', '.txt', '.webmanifest']);
const tooSmall = 512;

for (const name of readdirSync(dist, { recursive: true })) {
  const file = join(dist, String(name));
  if (!text.has(extname(file)) || String(name).startsWith('.vite') || !statSync(file).isFile())
    continue;
  const bytes = readFileSync(file);
  if (bytes.length < tooSmall) continue;
  const br = brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
  writeFileSync(`${file}.br`, br);
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}
