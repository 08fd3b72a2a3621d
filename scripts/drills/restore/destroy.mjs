// Destroys a Postgres as a lost machine does: every process is killed and its files are gone.
import fs from 'node:fs';
import path from 'node:path';
import { waitUntil } from '../fault/world.mjs';

/** The processes below this one, itself first. */
function family(pid) {
  const parents = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap((name) => {
    try {
      return [[Number(name), Number(fs.readFileSync(`/proc/${name}/stat`, 'utf8').replace(/^.*\) /, '').split(' ')[1])]];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
  const below = (parent) => [parent, ...parents.filter(([, of]) => of === parent).flatMap(([child]) => below(child))];
  return below(pid);
}

function isAlive(pid) {
  try {
    return !/\) [ZX] /.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Kills the world's Postgres and deletes its data. */
export async function destroy(world) {
  const { data } = world.postgres;
  const postmaster = Number(fs.readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const all = family(postmaster);
  for (const pid of all) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended already.
    }
  }
  await waitUntil('Postgres to be gone', 10, () => !all.some(isAlive));
  fs.rmSync(data, { recursive: true });
}
